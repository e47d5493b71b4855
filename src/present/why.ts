import { type Analysis, type Remark, ThrownOutBy, wasOftenThrownOut, type WhyCode } from '../core/index.ts';
import { functionLabel } from './names.ts';
import { formatCount, formatShare } from './quantities.ts';

/** What a line does where it is slow for this reason, behind `82 % of its own time`. V8's word is in brackets. */
const ofLines: Readonly<Partial<Record<WhyCode, string>>> = {
  megamorphic: 'goes into reading a property of objects of many shapes (megamorphic)',
  keyed: 'is in o[key] with keys or kinds of objects that vary (megamorphic)',
  'slow-read':
    'goes into reading a property that V8 cannot read directly: of objects that became dictionaries (by delete, or by very many properties), or through an unusual getter',
  'call-target': 'goes into calls of functions that V8 cannot tell beforehand, so it does not inline them',
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
  megamorphic: 'Give these objects the same properties in the same order (measured: 2 to 3 times as fast).',
  'slow-read': 'Where a property is deleted, set it to undefined (measured: 4 to 5 times as fast).',
  'call-target': 'Call by kind, or one function with data (measured: 3 to 9 times as fast).',
  proxy: 'Read once what is read often (measured: 17 to 20 times as fast).',
  'name-lookup': 'Do without them in this function (measured: 30 to 45 times as fast).',
  recompiled: 'Where it is made anew for each use, make it once (measured: 6 to 22 times as fast).',
  'too-large': 'Split it into smaller functions (measured: 2 to 3 times as fast).',
};
/** Of the program. */
const PROGRAM_FIX =
  'Give objects of a kind all their properties in the constructor, in one order (measured: 2 to 2.5 times as fast).';

/** Why it is slow, in a sentence, without a fix. `nameOf` sets the name of a function apart; `placeOf` names a line. */
export function describeWhy(
  { functions }: Pick<Analysis, 'functions'>,
  remark: Remark,
  placeOf: (line: number) => string,
  nameOf = (name: string): string => name,
): string {
  const { code, share, places, function: row } = remark;
  if (row !== undefined) return describeFunction(functions, row, remark, nameOf(functionLabel(functions.name[row])));
  if (places === undefined) return `${formatShare(share)} of this line’s own time ${ofLines[code] ?? code}.`;
  const listed = places.map(placeOf).join(', ');
  return `${formatShare(share)} of the time goes into reading properties of objects of many shapes (megamorphic), in many places, most of all in ${listed}.`;
}

function describeFunction({ code }: Analysis['functions'], row: number, why: Remark, name: string): string {
  const size = `${formatCount(Math.round((code?.bytecode[row] ?? 0) / 1024))} KB of bytecode`;
  const unoptimised = `unoptimised for ${formatShare(why.share)} of its time`;
  if (why.code === 'too-large') return `V8 never optimises ${name}: it has ${size}, and the limit is 60 KB.`;
  if (why.code === 'large')
    return `${name} ran ${unoptimised}: it is large (${size}), and V8 optimises large functions late.`;
  const optimised = `V8 optimised ${name} ${formatCount(code?.optimised[row] ?? 0)} times`;
  const thrownOut = code?.thrownOut?.[row] ?? 0;
  if (!wasOftenThrownOut(thrownOut))
    return `${optimised}, and it ran ${unoptimised}: its code was thrown out, or the function was made anew.`;
  const reasons = thrownOutReasons.filter(([reason]) => ((code?.thrownOutBy?.[row] ?? 0) & reason) > 0);
  const because = reasons.length > 0 ? ` (${reasons.map(([, words]) => words).join('; ')})` : '';
  return `${optimised} and threw that code out ${formatCount(thrownOut)} times${because}, so it ran ${unoptimised}.`;
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

/** One sentence on what to do about it; undefined where nothing was measured to help. */
export const fixOfWhy = ({ code, places }: Remark): string | undefined => (places ? PROGRAM_FIX : fixes[code]);
