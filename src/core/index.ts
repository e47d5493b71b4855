export * from './analysis.ts';
export {
  type Answer,
  findAnswer,
  isOwnTaker,
  isTestRun,
  isWait,
  type OwnTaker,
  timeOfCategory,
  type TimeTaker,
} from './answer.ts';
export { attempt } from './attempt.ts';
export { buildAnalysis, type MappedAnalysis } from './build-analysis.ts';
export { builtinsOfLine, type BuiltinPart } from './build-builtins.ts';
export { blockedAt, hottestRequest, sumBlocked } from './build-requests.ts';
export { buildFunctions, categoryOfSource, type FunctionIdentities } from './build-functions.ts';
export { activeTimeForMargin, hasTooFewSamples } from './certainty.ts';
export { cutProfile } from './cut-profile.ts';
export { doubtForeignLines } from './doubt-foreign-lines.ts';
export { doubtFrames, mayLoseFrames } from './doubt-frames.ts';
export { doubtInlining } from './doubt-inlining.ts';
export { excludeOwnThreads, loadedAt } from './exclude-own-threads.ts';
export { excludeRecorder, isRecorderScript } from './exclude-recorder.ts';
export { findLineStarts } from './find-line-starts.ts';
export { groupBy, groupRows } from './group-rows.ts';
export { explain } from './explain.ts';
export * from './growing-column.ts';
export { LineCause } from './line-cause.ts';
export * from './mapping.ts';
export * from './marks.ts';
export { mergeProfiles, type ThreadProfile } from './merge-profiles.ts';
export { COMPILING, compilingName } from './module-name.ts';
export { shortUrl } from './short-url.ts';
export { calleesOf, callersOf, type Neighbour } from './neighbours.ts';
export { Numbering } from './numbering.ts';
export * from './packages.ts';
export * from './part.ts';
export * from './profile.ts';
export { blamesInlinedCodeWrongly, repairInlining } from './repair-inlining.ts';
export { achievableInterval, DEFAULT_INTERVAL, intervalOf, withBlockedTime } from './sample-weights.ts';
export { lastAtOrBelow } from './last-at-or-below.ts';
export { RowIndex } from './row-index.ts';
export { listThreads, summarizeProfile } from './summarize-thread.ts';
export { callerOfNative } from './script-caller.ts';
export * from './text-fit.ts';
export * from './time-by-source.ts';
export * from './thread.ts';
export { type GroupSums, sumByGroup } from './sum-by-group.ts';
export { totalTimes } from './sum-tree.ts';
export * from './timeline.ts';
export * from './units.ts';
export * from './unrecorded.ts';
export {
  findWhy,
  type Remark,
  type RemarkedFamily,
  UNNAMED_BUILTIN,
  wasOftenThrownOut,
  whyFunction,
  type WhyCode,
  whyLine,
} from './why.ts';
export { tellCompiling } from './tell-compiling.ts';
export { tellStandIns } from './tell-stand-ins.ts';
export { tellWasm } from './tell-wasm.ts';
export { idleNodeOf, withIdleNode } from './root-child.ts';
