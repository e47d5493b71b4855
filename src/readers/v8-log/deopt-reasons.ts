import { ThrownOutBy } from '../../core/index.ts';
import { type FieldCursor, unescapeText } from './log-fields.ts';

/**
 * Reasons that say nothing about the program: code ran for the first time, or V8 changed from one piece of code to another.
 * V8's words are in src/deoptimizer/deoptimize-reason.h and src/objects/dependent-code.cc.
 */
const SILENT =
  /^(?:Insufficient type feedback|prepare for on stack replacement|exit from OSR|\(unknown\)|First use of catch block|dependent allocation site tenuring|embedded weak objects)/;

const words: readonly (readonly [RegExp, ThrownOutBy])[] = [
  [/^(?:wrong|missing|deprecated) map$|^wrong instance type$/, ThrownOutBy.shape],
  [/^not a Smi$/, ThrownOutBy.smallInteger],
  [/^not a Number/, ThrownOutBy.number],
  [/^wrong (?:call target|feedback cell)$/, ThrownOutBy.callTarget],
  [/^out of bounds$/, ThrownOutBy.bounds],
  [/^hole$/, ThrownOutBy.hole],
  [/^(?:overflow|lost precision|minus zero|NaN)/, ThrownOutBy.integerResult],
  [/^not an? |^Smi$/, ThrownOutBy.type],
  [/^dependent field type constness/, ThrownOutBy.constantField],
  [/^dependent prototype chain/, ThrownOutBy.prototype],
];

/**
 * Reads a line about optimised code that was left: `code-deopt,<time>,<size>,<code>,<inlining>,<character>,<kind>,<places>,<reason>`.
 * `by`: why that was thrown out; undefined where it was not, or where the reason says nothing about the program. Undefined for a
 * broken line.
 */
export function readDeopt(cursor: FieldCursor) {
  cursor.skip();
  cursor.skip();
  const address = cursor.address();
  const [inlining, character] = [cursor.integer(), cursor.integer()];
  const kind = cursor.raw();
  let reason = '';
  while (cursor.hasMore) reason = cursor.raw();
  if (!(address >= 0 && inlining >= -1)) return undefined;
  return { address, inlining, character, kind, by: whyThrownOut(kind, unescapeText(reason)) };
}

/** Lazy deoptimisations only follow from others. */
function whyThrownOut(kind: string, reason: string): ThrownOutBy | undefined {
  if ((kind !== 'deopt-eager' && kind !== 'dependency-change') || SILENT.test(reason)) return undefined;
  return words.find(([pattern]) => pattern.test(reason))?.[1] ?? ThrownOutBy.other;
}
