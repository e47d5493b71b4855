export { checkWorkingDirectory } from './launch-checks.ts';
export { resolveTarget, type ResolvedTarget, type TypeScriptChoice } from './resolve-target.ts';
export { type ResolvedRun, resolveRun } from './resolve-run.ts';
export { detectRuntime, explainTooOld } from './runtime.ts';
