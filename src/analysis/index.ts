export { AnalysisCancelledError, AnalysisWorker, type WorkerAnalyzeOptions } from './analysis-worker.ts';
export { analyze, type AnalysisProgress, type AnalyzeOptions, UnreadableRecordingError } from './analyze.ts';
