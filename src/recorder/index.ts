export { type AttachTarget, parseAttachTarget } from './attach/attach-target.ts';
export { type AskToOpen, type ClosedProcess, listBrowserPages } from './attach/find-inspector.ts';
export { describePage } from './attach/choose-page.ts';
export { listNodeProcesses, type NodeProcess, scriptOf } from './attach/node-processes.ts';
export { type AttachedSession, type AttachOptions, startAttached } from './attach/start-attached.ts';
export { exitCodeOf } from './session/ending.ts';
export {
  adviseInterval,
  askedInterval,
  DEFAULT_INTERVAL,
  MAXIMUM_INTERVAL,
  MINIMUM_INTERVAL,
  parseInterval,
} from './session/interval.ts';
export { finishLeftovers, type FinishedLeftover } from './disk/finish-leftovers.ts';
export * from './recording-session.ts';
export { causeFlags } from './sampling/v8-log-sampler.ts';
export { timeCalls, type TimeCallsOptions } from './launch/time-calls.ts';
export { startCounting, startRecording } from './launch/start-recording.ts';
