import { readFileSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { attempt } from '../../core/attempt.ts';
import type { RunnerName } from './runner-names.ts';

/** Whether it is worth looking closer if a file is a test: by its name, its folder and what it imports. */
export function mayBeTest(file: string): boolean {
  if (looksLikeTest(file)) return true;
  // Who runs a file that cannot be read will say why.
  return attempt(() => importedRunner(readFileSync(file, 'utf8'))) !== undefined;
}

const modules: ReadonlyMap<string, RunnerName> = new Map([
  ['node:test', 'node:test'],
  ['vitest', 'vitest'],
  ['@jest/globals', 'jest'],
  ['mocha', 'mocha'],
]);

/** A file that takes its functions from a runner runs in no other. */
export function importedRunner(text: string): RunnerName | undefined {
  for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport|\brequire\s*\()\s*['"]([\w@:/.-]+)['"]/g)) {
    const runner = modules.get(specifier);
    if (runner !== undefined) return runner;
  }
  return undefined;
}

/** Whether a file is named or placed as tests are. */
export function looksLikeTest(file: string): boolean {
  const name = basename(file);
  const folders = dirname(file).split(sep);
  return (
    /[.\-_](test|spec|e2e|cy)s?\.[cm]?[jt]sx?$/i.test(name) ||
    /^(test|spec)s?([.\-_].*)?\.[cm]?[jt]sx?$/i.test(name) ||
    folders.some((folder) => /^(__tests?__|tests?|specs?)$/i.test(folder))
  );
}
