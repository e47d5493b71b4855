import { ThrownOutBy } from '../../core/index.ts';

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
 * Why was optimised code thrown out? `kind` and `reason` are fields of V8's line `code-deopt`. Undefined where it was not, or
 * where that says nothing about the program. Lazy deoptimisations only follow from others.
 */
export function whyThrownOut(kind: string, reason: string): ThrownOutBy | undefined {
  if ((kind !== 'deopt-eager' && kind !== 'dependency-change') || SILENT.test(reason)) return undefined;
  return words.find(([pattern]) => pattern.test(reason))?.[1] ?? ThrownOutBy.other;
}
