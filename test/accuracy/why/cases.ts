import path from 'node:path';
import type { WhyCode } from '../../../src/core/index.ts';

/** A program that is slow for a reason, and what is done about it. */
export interface WhyCase {
  readonly name: string;
  readonly code: WhyCode;
  /** The program; absolute. */
  readonly before: string;
  /** What is to be said of it, as `remarksOf` has it. */
  readonly remark: string;
  /** What may be said besides, also of the programs with its fixes: the function that makes all of their garbage. */
  readonly also?: string;
  readonly fixes: readonly WhyFix[];
}

/** One way to mend it. */
interface WhyFix {
  readonly what: string;
  /** The program with it; absolute. */
  readonly after: string;
}

const own = (name: string): string => path.join(import.meta.dirname, 'programs', `${name}.cjs`);
const golden = (name: string): string => path.join(import.meta.dirname, '../../golden/programs/why', `${name}.cjs`);

/** A program with one fix. `place`: the line (`:4`), the function or nothing before the reason. */
const single = (name: string, code: WhyCode, place: string, what: string, before = own, maker?: string): WhyCase => ({
  ...{ name, code, before: before(name), remark: `${place.replace(/^:/, `${name}.cjs:`)} ${code}`.trim() },
  ...(maker !== undefined && { also: `${maker} gc-site` }),
  fixes: [{ what, after: own(`${name}.fixed`) }],
});

/** Every reason, with the fix that Heatline names, or one that people try. */
export const whyCases: readonly WhyCase[] = [
  single('megamorphic', 'megamorphic', ':11', 'the same properties in the same order', golden),
  single('stores', 'megamorphic', ':12', 'the same properties, where they are set'),
  single('classes', 'megamorphic', ':13', 'one class, with data'),
  single('families', 'megamorphic', '', 'the constructor sets all properties'),
  single('dictionary', 'slow-read', ':11', 'set to undefined, not deleted', golden),
  {
    ...{ name: 'call-target', code: 'call-target', before: golden('call-target') },
    remark: 'call-target.cjs:6 call-target',
    fixes: [
      { what: 'called by kind, in a switch', after: own('call-target.kind') },
      { what: 'one function with data', after: own('call-target.data') },
    ],
  },
  single('mixed-types', 'mixed-types', ':6', 'numbers alone'),
  single('proxy', 'proxy', ':6', 'read once for each call'),
  single('name-lookup', 'name-lookup', ':5', 'no `with`'),
  single('recompiled', 'recompiled', 'render', 'made once', golden, 'render'),
  single('too-large', 'too-large', 'huge', 'split into 20 functions'),
  single('large', 'large', 'convert', 'a function for each case'),
  single('bigint', 'bigint', ':5', 'numbers, below 2^53', own, 'sumOf'),
  single('keyed', 'keyed', ':7', 'a Map', golden),
  single('concatenation', 'concatenation', ':4', 'parts, joined at the end', own, 'write'),
  single('sparse-array', 'sparse-array', ':7', 'a Map'),
  single('array-growth-numbers', 'array-growth', ':4', 'made with its length, of numbers', own, 'fill'),
  single('array-growth-objects', 'array-growth', ':4', 'made with its length, of objects', own, 'fill'),
  {
    ...{ name: 'gc-site', code: 'gc-site', before: own('gc-site'), remark: 'move gc-site' },
    also: 'move gc-site',
    fixes: [
      { what: 'objects are used again', after: own('gc-site.reused') },
      { what: 'fewer are kept', after: own('gc-site.fewer') },
    ],
  },
];

/** Programs of which nothing is to be said, besides those with their fixes. */
export const controls: readonly string[] = [golden('out-of-bounds')];
