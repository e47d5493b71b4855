export { detectRuntime, explainTooOld } from './runtime.ts';
export { resolveTarget, type ResolvedTarget, type TypeScriptChoice } from './resolve-target.ts';
