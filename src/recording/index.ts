export {
  type AccessSite,
  type CausePlace,
  type Causes,
  causesFileOf,
  type DictionaryReason,
  type ObjectFamily,
  type ThrownOut,
} from './causes.ts';
// Schemas are imported from their own files: the program's and the editor's bundles do without the validator.
export type { Diagnostic, DiagnosticCode, DiagnosticOf, Severity } from './diagnostic.ts';
export type { Ending, EndingSentence, StoppedBy } from './ending.ts';
export type {
  CpuClockReadings,
  HeatlineSection,
  OwnSamplerName,
  RecordedFacts,
  RecordedScript,
  SamplerName,
} from './facts.ts';
export { reasonOf, RecordingError } from './recording-error.ts';
export * from './rendezvous.ts';
export type { ThreadFacts, ThreadIndex, UnrecordedReason } from './threads.ts';
