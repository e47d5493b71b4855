import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunnableProgram } from './variants.ts';

export const kindsFolder = path.join(import.meta.dirname, 'kinds');
export const HUGE_LINES = 8000;
export const HOT_LINE = 4006;

/** The program with all kinds of time, in an empty folder: one of its functions is too long to be kept. */
export async function buildKinds(folder: string): Promise<RunnableProgram> {
  await mkdir(folder, { recursive: true });
  await cp(path.join(kindsFolder, 'main.mjs'), path.join(folder, 'main.mjs'));
  await cp(path.join(import.meta.dirname, 'clock.cjs'), path.join(folder, 'clock.cjs'));
  const lines = Array.from({ length: HUGE_LINES }, (_, i) => `  if (n < ${-i}) x += n * ${i};`);
  lines[0] = 'export function hot(n) {\n  let x = 1;';
  lines[HOT_LINE - 2] = '  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0;';
  lines.push('  return x;', '}', '');
  await writeFile(path.join(folder, 'huge.mjs'), lines.join('\n'));
  return { program: path.join(folder, 'main.mjs'), nodeArgs: [] };
}
