import path from 'node:path';
import { pathOfUrl } from '../../urls/index.ts';

/** Whose workers run these scripts, as a person calls them. Jest's pool is a package that webpack and others use too. */
const pools: readonly (readonly [script: RegExp, name: string])[] = [
  [/\/vitest\/dist\/workers\/(forks|threads|vmForks|vmThreads)\.js$/, 'vitest $1 worker'],
  [/\/tinypool\/dist\/entry\/(?:process|worker)\.js$/, 'tinypool worker'],
  [/\/jest-worker\/build\/(?:workers\/)?(?:processChild|threadChild|child)\.js$/, 'jest-worker'],
  [/\/mocha\/lib\/nodejs\/worker\.c?js$/, 'mocha worker'],
];

/** What a person recognises a program by: whose worker it is, the file name of its script, or that of what runs it. */
export function nameOfProgram([script]: readonly string[], execPath: string): string {
  return nameOfScript(script ? script : execPath);
}

/** What a person recognises a worker by: its own name, whose worker it is, its script's file name, or its number. */
export function nameOfWorker(name: string, url: string, threadId: number | undefined): string {
  if (name !== '') return name;
  const file = pathOfUrl(url);
  return file === undefined ? `worker ${threadId ?? ''}`.trim() : nameOfScript(file);
}

function nameOfScript(file: string): string {
  const spelled = file.replaceAll('\\', '/');
  for (const [script, name] of pools) {
    const match = script.exec(spelled);
    if (match) return name.replace('$1', match[1] ?? '');
  }
  return path.basename(file);
}
