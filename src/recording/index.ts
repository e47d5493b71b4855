export { endingSignals } from './ending-signals.ts';
export { isAlive } from './is-alive.ts';
export { RecordingError } from './recording-error.ts';
export { RENDEZVOUS_VARIABLE, type EndingNote, type ReadyNote } from './rendezvous-notes.ts';
