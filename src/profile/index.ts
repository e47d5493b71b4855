export * from './analysis.ts';
export { buildAnalysis } from './build-analysis.ts';
export { excludeRecorder } from './exclude-recorder.ts';
export { samplesForHalfWidth, shareInterval, type ShareInterval } from './interval.ts';
export * from './mapping.ts';
export * from './profile.ts';
export { FIRST_V8_WITH_INLINING, repairInlining, type RepairedProfile, type SelfMoves } from './repair-inlining.ts';
export { medianDuration } from './sample-weights.ts';
export * from './units.ts';
