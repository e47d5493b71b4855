export { causesFileOf } from './causes.ts';
// Schemas are imported from their own files: the program's and the editor's bundles do without the validator.
export type * from './causes.ts';
export type * from './diagnostic.ts';
export type * from './facts.ts';
export { reasonOf, RecordingError } from './recording-error.ts';
export * from './rendezvous.ts';
export type * from './threads.ts';
