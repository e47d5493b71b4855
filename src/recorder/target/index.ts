export { detectRuntime, oldestNode, type Runtime } from './runtime.ts';
export { resolveTarget, type ResolvedTarget, type TargetRequest, type TypeScriptChoice } from './resolve-target.ts';
