// `analyze.ts` is not exported from here on purpose: who only asks the worker must not bundle what the worker does.
export { AnalysisWorker } from './analysis-worker.ts';
export type { AnalysisProgress } from './analyze.ts';
export type { Places } from '../source-maps/index.ts';
export { AnalysisCancelledError } from './errors.ts';
