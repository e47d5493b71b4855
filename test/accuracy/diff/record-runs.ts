import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { ComparableRun } from '../../../src/compare/index.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { STEADY_FLAGS } from '../../../src/target/index.ts';
import { root } from '../../docs/results.ts';
import { bundleBootloader } from '../../support/bootloader.ts';

/** A real program with a fixed input. */
export interface RealProgram {
  readonly name: string;
  /** Path below the root. */
  readonly program: string;
  readonly args: readonly string[];
}

export const realPrograms: readonly RealProgram[] = [
  { name: 'prettier', program: 'test/golden/programs/format.mjs', args: [] },
  {
    name: 'tsc',
    program: 'node_modules/typescript/lib/tsc.js',
    args: ['--noEmit', '--project', 'test/golden/programs/small-project'],
  },
  { name: 'eslint', program: 'test/accuracy/diff/lint.mjs', args: [] },
];

/** One equal run of a program. Only what a comparison needs is kept of it. */
export async function recordRun(
  { program, args }: RealProgram,
  { node, isSteady, folder, at }: { node: string; isSteady: boolean; folder: string; at: number },
): Promise<ComparableRun> {
  const session = await startRecording({
    program: path.join(root, program),
    args,
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '' },
    runtimeExecutable: node,
    runtimeArgs: isSteady ? STEADY_FLAGS : [],
    interval: 1000,
    sampler: 'auto',
    stdio: 'pipe',
    bootloader: await bundleBootloader(folder),
    output: path.join(folder, `run-${at}.cpuprofile`),
  });
  session.stdout?.resume();
  session.stderr?.resume();
  const { recording, diagnostics } = await session.finished;
  if (recording === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '));
  const { sources, lines, functions, quality, facts } = await analyze(recording);
  return { sources, lines, functions, quality, facts };
}
