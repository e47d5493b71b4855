export { checkWorkingDirectory } from './launch-checks.ts';
export { resolveTarget, type ResolvedTarget, type TypeScriptChoice } from './resolve-target.ts';
export { detectRuntime, explainTooOld } from './runtime.ts';
