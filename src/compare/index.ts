export { alignLines, splitLines } from './align-lines.ts';
export * from './compare-runs.ts';
export { findRefusal, type Refusal } from './refusal.ts';
export type { TextOf } from './match-sides.ts';
export type { ComparableRun } from './side-table.ts';
