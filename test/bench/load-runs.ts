// Runs one measurement of `load-child.ts` in a process of its own: what the loading bench and its short form share.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Measurement } from './load-child.ts';

/** Bundles the child into a folder; its path. */
export async function bundleChild(folder: string): Promise<string> {
  const outfile = join(folder, 'load-child.mjs');
  const entry = fileURLToPath(new URL('load-child.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
  return outfile;
}

/** Measures one task on one recording. What could not be measured is NaN. */
export async function measure(child: string, task: string, path: string): Promise<Measurement> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=16000', child, task, path]);
  const { wall, cpu, memory } = JSON.parse(stdout) as Partial<Record<keyof Measurement, number | null>>;
  // JSON has no NaN: what could not be measured (JSON.parse of more than V8's longest string) comes as null.
  return { wall: wall ?? NaN, cpu: cpu ?? NaN, memory: memory ?? NaN };
}

/** The median of what is known; NaN without any. */
export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted.length === 0 ? NaN : sorted[sorted.length >> 1];
}
