// `analyze.ts` is not exported from here on purpose: who only asks the worker must not bundle what the worker does.
export { AnalysisWorker, type WorkerAnalyzeOptions } from './analysis-worker.ts';
export type { AnalysisProgress, AnalyzeOptions } from './analyze.ts';
export { AnalysisCancelledError, UnreadableRecordingError } from './errors.ts';
