export { foldersUp, isFile } from '../typescript/typescript-files.ts';
export type { TypeScriptChoice } from './resolve-target.ts';
export type { LoaderChoice } from './workspace-loader.ts';
export { type ResolvedRun, prepareRun } from './resolve-run.ts';
export { isOtherScript } from './shebang.ts';
export { checkWorkingDirectory, detectRuntime, refuseTooOld, STEADY_FLAGS, TOO_FEW_FILES } from './runtime.ts';
export { startsTests } from './tests/package-scripts.ts';
