// Runs one measurement in a process of its own: what the loading benches and their short form share.
import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import type { Measurement } from './load-child.ts';

/** Milliseconds after which a process is killed. */
const TIMEOUT = 120_000;

/** Bundles a child of a bench into a folder; its path. */
export async function bundleChild(folder: string, name = 'load-child.ts', more: BuildOptions = {}): Promise<string> {
  const outfile = join(folder, `${basename(name, '.ts')}.mjs`);
  const entry = fileURLToPath(new URL(name, import.meta.url));
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' },
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
    logLevel: 'warning',
    ...more,
  });
  return outfile;
}

/** Runs a child with these arguments. What could not be measured is NaN, and `failure` says why. */
export async function measure(child: string, ...args: readonly string[]): Promise<Measurement> {
  const options = { timeout: TIMEOUT, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const;
  try {
    const running = promisify(execFile)(process.execPath, ['--max-old-space-size=16000', child, ...args], options);
    const { stdout } = await running;
    type Printed = { readonly [K in keyof Measurement]?: Measurement[K] | null };
    const { wall, cpu, memory, failure } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Printed;
    // JSON has no NaN: what could not be measured arrives as null.
    return { wall: wall ?? NaN, cpu: cpu ?? NaN, memory: memory ?? NaN, ...(failure && { failure }) };
  } catch (error) {
    return { wall: NaN, cpu: NaN, memory: NaN, failure: describeFailure(error as ExecError) };
  }
}

type ExecError = Error & { readonly killed?: boolean; readonly stderr?: string };

function describeFailure(error: ExecError): string {
  if (error.killed) return `no answer after ${TIMEOUT / 1000} s`;
  if (/heap out of memory/i.test(error.stderr ?? '')) return 'out of memory';
  return /^\w*Error: .*$/m.exec(error.stderr ?? '')?.[0] ?? error.message.split('\n')[0];
}

/** The median of the values that are known; NaN without any. */
export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted.length === 0 ? NaN : sorted[sorted.length >> 1];
}
