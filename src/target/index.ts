export { checkWorkingDirectory } from './launch-checks.ts';
export type { TypeScriptChoice } from './resolve-target.ts';
export { type ResolvedRun, prepareRun } from './resolve-run.ts';
export { detectRuntime, explainTooOld } from './runtime.ts';
