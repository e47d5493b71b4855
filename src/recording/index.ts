export { endingSignals } from './ending-signals.ts';
export { isAlive } from './is-alive.ts';
export { RecordingError } from './recording-error.ts';
export type { FrameRepairFacts, FrameRepairReason } from '../core/index.ts';
export { FRAME_REPAIR_VARIABLE, RENDEZVOUS_VARIABLE, type EndingNote, type ReadyNote } from './rendezvous-notes.ts';
