import path from 'node:path';
import type { ComparableRun } from '../../../src/compare/index.ts';
import { STEADY_FLAGS } from '../../../src/target/index.ts';
import { root } from '../../docs/results.ts';
import { sharedBootloader } from '../../support/bootloader.ts';
import { record } from '../../support/recording.ts';

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
  const recorded = await record({
    ...{ program: path.join(root, program), args, cwd: root, env: { ...process.env, NODE_OPTIONS: '' } },
    ...{ runtimeExecutable: node, runtimeArgs: isSteady ? STEADY_FLAGS : [], interval: 1000, sampler: 'auto' },
    ...{ output: path.join(folder, `run-${at}.cpuprofile`), stdio: 'pipe', bootloader: await sharedBootloader() },
  });
  const { sources, lines, functions, quality, facts } = await recorded.analyze();
  return { sources, lines, functions, quality, facts };
}
