import {
  type Analysis,
  type Remark,
  type RemarkedFamily,
  type Share,
  ThrownOutBy,
  wasOftenThrownOut,
  type WhyCode,
} from '../core/index.ts';
import type { AccessSite, CausePlace, DictionaryReason, ObjectFamily } from '../recording/index.ts';
import { functionLabel } from './names.ts';
import { formatCount, formatCountOf, formatShare } from './quantities.ts';

/** What a line does where it is slow for this reason, behind `82 % of its own time`. V8's word is in brackets. */
const ofLines: Readonly<Partial<Record<WhyCode, string>>> = {
  megamorphic: 'goes into accessing a property of objects of many shapes (megamorphic)',
  keyed: 'is in o[key] with keys or kinds of objects that vary (megamorphic)',
  'slow-read':
    'goes into reading a property that V8 cannot read directly: of objects that became dictionaries (by delete, or by very many properties), or through an unusual getter',
  dictionary: 'goes into accessing a property of objects that became dictionaries',
  'call-target': 'goes into calls of functions that V8 cannot tell beforehand, so it does not inline them',
  'mixed-types': 'goes into operators (such as + or ==) that have had operands of several types, or objects',
  proxy: 'goes through a Proxy',
  'name-lookup': 'goes into looking variables up by their names, because of with or eval',
  concatenation: 'is string concatenation',
  'sparse-array': 'goes into finding elements of an array with so large gaps that V8 keeps it as a dictionary',
  'array-growth': 'goes into copying an array as it grows',
  bigint: 'is arithmetic of BigInt, which allocates each result',
};

/**
 * What was measured to help on Node 20, 22, 24 and 26, in small programs that do little else (`npm run accuracy -- why`). Where
 * nothing was, nothing is said.
 */
export const fixes: Readonly<Partial<Record<WhyCode, string>>> = {
  megamorphic:
    'Make these objects in one way: of one class, with the same properties in the same order (measured: 2 to 6 times as fast).',
  'slow-read': 'Where a property is deleted, set it to undefined (measured: 4 to 5 times as fast).',
  'call-target': 'Call by kind, or one function with data (measured: 3 to 9 times as fast).',
  'mixed-types': 'Convert operands to one type beforehand (measured: 4 to 5 times as fast).',
  proxy: 'Read once what is read often (measured: 17 to 21 times as fast).',
  'name-lookup': 'Do without them in this function (measured: 35 to 40 times as fast).',
  recompiled: 'Where it is made anew for each use, make it once (measured: 6 to 22 times as fast).',
  'sparse-array': 'Use a Map (measured: 2.5 to 3 times as fast).',
  'too-large': 'Split it into smaller functions (measured: 2 to 3 times as fast).',
  'gc-site': 'Allocate less (objects, arrays, strings), or keep less of it alive (measured: 3 to 25 times as fast).',
};
const PROGRAM_FIX =
  'Give objects of a kind all their properties in the constructor, in one order (measured: 2 to 2.5 times as fast).';

/** How names of the program's are written: `place` is that of a file and a line, `name` sets a function or property apart. */
export interface WhyNames {
  readonly place: (file: string, line: number) => string;
  readonly name?: (name: string) => string;
}
type Words = Required<WhyNames> & { readonly functionName: (name: string) => string };
const quoted = (name: string): string => `\`${name}\``;

/** Why it is slow, in a sentence or a few, without a fix. */
export function describeWhy(
  { functions, lines, sources }: Pick<Analysis, 'functions' | 'lines' | 'sources'>,
  remark: Remark,
  { place, name }: WhyNames,
): string {
  const { code, share, places, function: row, site, families = [] } = remark;
  // A function is called by its name alone; a property would be read as a word of the sentence.
  const words = { place, name: name ?? quoted, functionName: name ?? String };
  const listed = places?.map((at) => place(sources[lines.source[at]]?.path ?? '', lines.line[at])).join(', ');
  if (row !== undefined && code === 'gc-site') return describeCollections(functions.name[row], share, words);
  if (row !== undefined && remark.isInside !== true) return describeFunction(functions, row, remark, words);
  if (listed === undefined) {
    const whose = remark.isInside
      ? `the own time of ${words.functionName(functionLabel(functions.name[row ?? -1]))}`
      : 'this line’s own time';
    const what = (site && describeAccess(site, code, families, words)) ?? ofLines[code];
    return `${formatShare(share)} of ${whose} ${what ?? code}.`;
  }
  const told = `${formatShare(share)} of the time goes into accessing properties of objects of many shapes (megamorphic), in many places, most of all in ${listed}.`;
  return [told, ...families.slice(0, FAMILIES).map((each) => describeFamilyInProgram(each, words))].join(' ');
}

const FAMILIES = 3;
const PROPERTIES = 4;

/** What is accessed, and of what objects, behind `82 % of this line’s own time`; undefined where that is not known better. */
function describeAccess(
  site: AccessSite,
  code: WhyCode,
  families: readonly RemarkedFamily[],
  words: Words,
): string | undefined {
  const { keys, keyCount, shapeCount, isKeyed, dictionary } = site;
  const [key] = keys;
  const property = key === undefined || isKeyed ? 'a property' : words.name(key);
  if (code === 'dictionary' && dictionary)
    return `goes into accessing ${property} of objects that became dictionaries${dictionary.reason ? ` ${dictionaryWords[dictionary.reason]}` : ''}${at(dictionary.at, words)}`;
  // Indices are no keys that vary: these are arrays of many kinds.
  if (isKeyed && keyCount > 1 && keys.some((each) => !/^\d+$/.test(each)))
    return `is in o[key] with keys that vary, such as ${keys.slice(0, 2).map(words.name).join(', ')} (megamorphic)`;
  // Shapes that V8 knows from another access to the same property are not in its log.
  if (shapeCount < 2) return undefined;
  const shapes = `objects of at least ${formatCountOf(shapeCount, 'shape')}${describeMakers(families, words)}`;
  return `${isKeyed ? 'is in o[key]' : `goes into accessing ${property}`} of ${shapes} (megamorphic)`;
}

function describeMakers(families: readonly RemarkedFamily[], words: Words): string {
  const listed = families.slice(0, FAMILIES).map(({ family, shapes }) => {
    const part = family.differ.length > 0 ? ` (${describeDifference(family, words)})` : '';
    return `${families.length > 1 && shapes > 1 ? `${formatCount(shapes)} ` : ''}${describeMaker(family, words)}${part}`;
  });
  const others = families.length - listed.length;
  if (others > 0) listed.push(`at ${formatCountOf(others, 'other place')}`);
  return listed.length > 0 ? `, made ${[...new Set(listed)].join(', ')}` : '';
}

/** Objects without a constructor share the shapes that they have on their way, so that the place of the first of them is not that of all. */
function describeMaker(family: ObjectFamily, words: Words): string {
  if (family.name !== undefined) return `by ${words.name(family.name)}`;
  const [first, second, third] = [...(family.at ? [family.at] : []), ...otherPlaces(family)].map(({ file, line }) =>
    words.place(file, line),
  );
  if (first === undefined) return 'at an unknown place';
  if (second === undefined) return `in ${first}`;
  return third === undefined ? `in ${first} and ${second}` : `in ${first}, ${second} and elsewhere`;
}

const otherPlaces = ({ at: made, differAt }: ObjectFamily): readonly CausePlace[] =>
  differAt.filter(({ file, line }) => file !== made?.file || line !== made.line);

function describeDifference(family: ObjectFamily, words: Words): string {
  const { name, after, differ } = family;
  const [first] = name === undefined ? [] : otherPlaces(family);
  const names = differ.slice(0, PROPERTIES).map(words.name).join(', ');
  const more = differ.length > PROPERTIES ? ', …' : '';
  const behind = after === undefined ? 'from the first one on' : `behind ${words.name(after)}`;
  return `not the same properties, or another order, ${behind}: ${names}${more}${at(first, words)}`;
}

function describeFamilyInProgram({ family, share = 0, shapes, places = 0 }: RemarkedFamily, words: Words): string {
  const made = `objects made ${describeMaker(family, words)} (${formatCountOf(shapes, 'shape')}, ${formatCountOf(places, 'place')})`;
  const part = family.differ.length > 0 ? `; ${describeDifference(family, words)}` : '';
  return `${formatShare(share)} reads ${made}${part}.`;
}

const at = (place: CausePlace | undefined, words: Words): string =>
  place ? `, ${words.place(place.file, place.line)}` : '';

const dictionaryWords: Readonly<Record<DictionaryReason, string>> = {
  deleted: 'when a property was deleted',
  many: 'when they got more properties than V8 keeps fast',
  accessor: 'when a getter or setter was defined',
};

const describeCollections = (name: string, share: Share, words: Words): string =>
  `${formatShare(share)} of garbage collection begins in ${words.functionName(functionLabel(name))}.`;

function describeFunction({ code, name }: Analysis['functions'], row: number, why: Remark, words: Words): string {
  const label = words.functionName(functionLabel(name[row]));
  const size = `${formatCount(Math.round((code?.bytecode[row] ?? 0) / 1024))} KB of bytecode`;
  const unoptimised = `unoptimised for ${formatShare(why.share)} of its time`;
  if (why.code === 'too-large') return `V8 never optimises ${label}: it has ${size}, and the limit is 60 KB.`;
  if (why.code === 'large')
    return `${label} ran ${unoptimised}: it is large (${size}), and V8 optimises large functions late.`;
  const optimised = `V8 optimised ${label} ${formatCount(code?.optimised[row] ?? 0)} times`;
  const here = code?.thrownOut?.[row] ?? 0;
  const pieces = here > 0 ? here : (why.thrownOut?.pieces ?? 0);
  if (!wasOftenThrownOut(pieces))
    return `${optimised}, and it ran ${unoptimised}: its code was thrown out, or the function was made anew.`;
  const reasons = thrownOutReasons.flatMap(([reason, told]) => {
    const found = why.thrownOut?.reasons.filter((each) => each.reason === reason) ?? [];
    const isTold = found.length > 0 || ((code?.thrownOutBy?.[row] ?? 0) & reason) > 0;
    return isTold ? [`${told}${at(found.find((each) => each.at)?.at, words)}`] : [];
  });
  const because = reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
  const when = here > 0 ? '' : ' when it ran for causes';
  return `${optimised} and threw that code out ${formatCount(pieces)} times${when}${because}, so it ran ${unoptimised}.`;
}

const thrownOutReasons: readonly (readonly [ThrownOutBy, string])[] = [
  [ThrownOutBy.shape, 'an object had another shape'],
  [ThrownOutBy.smallInteger, 'a value was not a small integer'],
  [ThrownOutBy.number, 'a value was not a number'],
  [ThrownOutBy.type, 'a value had another type'],
  [ThrownOutBy.callTarget, 'another function was called'],
  [ThrownOutBy.bounds, 'an index was behind the end'],
  [ThrownOutBy.hole, 'an element was missing'],
  [ThrownOutBy.integerResult, 'a result was no 32-bit integer'],
  [ThrownOutBy.constantField, 'a field that had never changed was assigned'],
  [ThrownOutBy.prototype, 'a class or prototype was changed'],
];

/** Why it is slow, and what to do about it, where something was measured to help. */
export const explainRemark = (analysis: Parameters<typeof describeWhy>[0], remark: Remark, names: WhyNames): string =>
  [describeWhy(analysis, remark, names), fixOfWhy(remark)].filter(Boolean).join(' ');

/** One sentence on what to do about it; undefined where nothing was measured to help. */
export function fixOfWhy({ code, places, site }: Remark): string | undefined {
  if (code === 'dictionary' && site?.dictionary?.reason !== 'deleted') return undefined;
  // What was measured is the deletion of properties.
  return places ? PROGRAM_FIX : fixes[code === 'dictionary' ? 'slow-read' : code];
}
