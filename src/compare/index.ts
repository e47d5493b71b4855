export { alignLines, splitLines } from './align-lines.ts';
export * from './compare-runs.ts';
export { meanOfRuns } from './mean-of-runs.ts';
export { type GateResult, judgeGate } from './gate.ts';
export { conditionsOf, type DifferenceCode, findMixture, findRefusal, type Refusal } from './refusal.ts';
export { findMisfit, isAnswered, type Misfit } from './series.ts';
export type { TextOf } from './match-sides.ts';
export type { ComparableRun } from './side-table.ts';
export type { Sides } from './tell-rows-apart.ts';
