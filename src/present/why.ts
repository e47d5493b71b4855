import type { Analysis, Remark, RemarkedFamily, WhyCode } from '../core/index.ts';
import type { AccessSite, CausePlace, DictionaryReason, ObjectFamily, ThrownOut } from '../recording/index.ts';
import { functionLabel } from './names.ts';
import { formatCount, formatCountOf, formatShare } from './quantities.ts';

/** What a line does where it is slow for this reason, behind `82 % of its own time`. V8's word is in brackets. */
const ofLines: Readonly<Partial<Record<WhyCode, string>>> = {
  megamorphic: 'goes into reading a property of objects of many shapes (megamorphic)',
  keyed: 'is in o[key] with keys or kinds of objects that vary (megamorphic)',
  'slow-read':
    'goes into reading a property that V8 cannot read directly: of objects that became dictionaries (by delete, or by very many properties), or through an unusual getter',
  dictionary: 'goes into reading a property of objects that became dictionaries',
  'call-target': 'goes into calls of functions that V8 cannot tell beforehand, so it does not inline them',
  proxy: 'goes through a Proxy',
  'name-lookup': 'goes into looking variables up by their names, because of with or eval',
  concatenation: 'is string concatenation',
  'array-growth': 'goes into copying an array as it grows',
  bigint: 'is arithmetic of BigInt, which allocates each result',
};

/** What was measured to help: one program without it and with it, on Node 20, 22, 24 and 26. Where nothing was, nothing is said. */
const fixes: Readonly<Partial<Record<WhyCode, string>>> = {
  megamorphic: 'Give these objects the same properties in the same order (measured: 2 to 3 times as fast).',
  dictionary: 'Set the property to undefined, or use a Map (measured: 2.5 to 4 times as fast).',
  'call-target': 'Call by kind, or one function with data (measured: 2 to 3 times as fast).',
  proxy: 'Read once what is read often (measured: 3 to 7 times as fast).',
  'name-lookup': 'Do without them in this function (measured: 10 to 23 times as fast).',
  recompiled: 'Where it is made anew for each use, make it once (measured: 4 to 9 times as fast).',
};
/** Of the program. */
const PROGRAM_FIX =
  'Give objects of a kind all their properties in the constructor, in one order (measured: tsc took 16 % less time).';

/** How names of the program's are written: `place` is that of a file and a line, `name` sets a function or property apart. */
export interface WhyNames {
  readonly place: (file: string, line: number) => string;
  readonly name?: (name: string) => string;
}
type Words = Required<WhyNames>;
const quoted = (name: string): string => `\`${name}\``;

/** Why it is slow, in a sentence or a few, without a fix. */
export function describeWhy(
  { functions, lines, sources }: Pick<Analysis, 'functions' | 'lines' | 'sources'>,
  remark: Remark,
  { place, name = quoted }: WhyNames,
): string {
  const { code, share, places, function: row, site, families = [] } = remark;
  const words = { place, name };
  if (row !== undefined && remark.isInside !== true) return describeFunction(functions, row, remark, words);
  if (places === undefined) {
    const whose = remark.isInside
      ? `the own time of ${name(functionLabel(functions.name[row ?? -1]))}`
      : 'this line’s own time';
    const what = site ? describeAccess(site, code, families, words) : ofLines[code];
    return `${formatShare(share)} of ${whose} ${what ?? code}.`;
  }
  const listed = places.map((at) => place(sources[lines.source[at]]?.path ?? '', lines.line[at])).join(', ');
  const told = `${formatShare(share)} of the time goes into reading properties of objects of many shapes (megamorphic), in many places, most of all in ${listed}.`;
  return [told, ...families.slice(0, FAMILIES).map((each) => describeFamilyInProgram(each, words))].join(' ');
}

/** So many families of objects, reasons and properties are named in a sentence. */
const FAMILIES = 3;
const REASONS = 3;
const PROPERTIES = 4;

/** What an access reads, and of what objects, behind `82 % of this line’s own time`. */
function describeAccess(site: AccessSite, code: WhyCode, families: readonly RemarkedFamily[], words: Words): string {
  const { keys, keyCount, shapeCount, isKeyed, dictionary } = site;
  const [key] = keys;
  const property = key === undefined || isKeyed ? 'a property' : words.name(key);
  if (code === 'dictionary' && dictionary)
    return `goes into reading ${property} of objects that became dictionaries ${dictionaryWords[dictionary.reason]}${at(dictionary.at, words)}`;
  // Shapes that V8 knows from another access to the same property are not in its log.
  const shapes = `objects of at least ${formatCountOf(shapeCount, 'shape')}${describeMakers(families, words)}`;
  if (!isKeyed) return `goes into reading ${property} of ${shapes} (megamorphic)`;
  const some = keys.slice(0, 2).map(words.name).join(', ');
  return keyCount > 1
    ? `is in o[key] with keys that vary, such as ${some} (megamorphic)`
    : `is in o[key] of ${shapes} (megamorphic)`;
}

/** Who makes the objects, and where their shapes part. */
function describeMakers(families: readonly RemarkedFamily[], words: Words): string {
  const listed = families.slice(0, FAMILIES).map(({ family, shapes }) => {
    const part = family.differ.length > 0 ? ` (${describeDifference(family, words)})` : '';
    return `${families.length > 1 && shapes > 1 ? `${formatCount(shapes)} ` : ''}${describeMaker(family, words)}${part}`;
  });
  const others = families.length - listed.length;
  if (others > 0) listed.push(`at ${formatCountOf(others, 'other place')}`);
  return listed.length > 0 ? `, made ${[...new Set(listed)].join(', ')}` : '';
}

const describeMaker = ({ name, at: place }: ObjectFamily, words: Words): string =>
  name === undefined
    ? place
      ? `in ${words.place(place.file, place.line)}`
      : 'at an unknown place'
    : `by ${words.name(name)}`;

function describeDifference({ at: made, after, differ, differAt }: ObjectFamily, words: Words): string {
  const [first] = differAt.filter(({ file, line }) => file !== made?.file || line !== made.line);
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
  accessor: 'when a property was redefined as a getter, setter or value',
};

function describeFunction({ code, name }: Analysis['functions'], row: number, why: Remark, words: Words): string {
  const label = words.name(functionLabel(name[row]));
  const size = `${formatCount(Math.round((code?.bytecode[row] ?? 0) / 1024))} KB of bytecode`;
  const unoptimised = `unoptimised for ${formatShare(why.share)} of its time`;
  if (why.code === 'too-large') return `V8 never optimises ${label}: it has ${size}, and the limit is 60 KB.`;
  if (why.code === 'large')
    return `${label} ran ${unoptimised}: it is large (${size}), and V8 optimises large functions late.`;
  const times = formatCount(code?.optimised[row] ?? 0);
  const told = `V8 optimised ${label} ${times} times, and it ran ${unoptimised}: `;
  const reasons = why.thrownOut ? describeThrowOuts(why.thrownOut, words) : '';
  return `${told}${reasons || 'its code was thrown out, or the function was made anew'}.`;
}

/** Why code was thrown out, in words. Reasons that only V8's authors understand are not told. */
function describeThrowOuts({ pieces, reasons }: ThrownOut, words: Words): string {
  const told = new Map<string, string>();
  for (const { reason, at: place } of reasons) {
    const known = throwOutWords.find(([expression]) => expression.test(reason))?.[1];
    if (known !== undefined && !told.has(known)) told.set(known, `${known}${at(place, words)}`);
  }
  const listed = [...told.values()].slice(0, REASONS).join('; ');
  return `its code was thrown out ${formatCountOf(pieces, 'time')} when it ran for causes${listed && ` (${listed})`}`;
}

/** V8's reasons (`DEOPTIMIZE_REASON_LIST`, v8/src/deoptimizer/deoptimize-reason.h). */
const throwOutWords: readonly (readonly [reason: RegExp, words: string])[] = [
  [/wrong (map|instance type|enum cache|name)/i, 'an object had another shape'],
  [/not a Smi/i, 'a value was not a small integer'],
  [/not a (Heap)?Number/i, 'a value was not a number'],
  [/not a (String|Symbol|BigInt|boolean|JavaScript object|heap object|Date)|^Smi$/i, 'a value was of another type'],
  [/wrong (call target|feedback cell|constructor)/i, 'another function was called'],
  [/out of bounds/i, 'an index was behind the end'],
  [/hole/i, 'an element was missing'],
  [/overflow|lost precision|minus zero|NaN|division by zero/i, 'a result was no integer of 32 bits'],
  [/constness/i, 'a field that had never changed was assigned'],
  [/prototype/i, 'a class or prototype was changed'],
  [/value mismatch|wrong value/i, 'a value was not the one it had always been'],
];

/** One sentence on what to do about it; undefined where nothing was measured to help. */
export function fixOfWhy({ code, places, site }: Remark): string | undefined {
  if (code === 'dictionary' && site?.dictionary?.reason !== 'deleted') return undefined;
  return places ? PROGRAM_FIX : fixes[code];
}
