import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { canRun } from '../support/it-where.ts';

const run = promisify(execFile);
const sources = path.join(import.meta.dirname, '../../src/in-program/frame-repair');

/** Where the proof can be made: it needs a compiler, and the trap flag of this processor. */
export const canStep = process.platform === 'linux' && process.arch === 'x64' && canRun('gcc');
export const cannotStep = 'needs gcc on Linux x64';

/** In the order of `enum result` in stepper.c. */
const names = [
  'steps',
  'inBuiltins',
  'inCompiled',
  'framelessRight',
  'framelessWrong',
  'framedRight',
  'framedWrong',
  'unknownWithFrame',
  'unknownWithoutFrame',
  'mendedRight',
  'mendedWrong',
  'chainsRight',
  'prologuesRight',
  'prologuesWrong',
  'leftAloneWithFrame',
  'leftAloneWithoutFrame',
  'unverified',
] as const;

/** How often each thing was found; `wrong` names the first places, for who has to look at them. */
export type Proof = Readonly<Record<(typeof names)[number], number>> & { readonly wrong: readonly number[] };

/** Builds the stepper's addon from the sources of the frame repair that are there now. Gives its path. */
export async function buildStepper(folder: string): Promise<string> {
  const output = path.join(folder, 'stepper.node');
  const parts = ['control-flow', 'instruction', 'mend', 'ranges', 'handler', 'records', 'repair', 'text'].map((name) =>
    path.join(sources, `${name}.c`),
  );
  const flags = ['-std=gnu11', '-O2', '-fPIC', '-shared', '-fvisibility=hidden', '-fno-stack-protector'];
  await run('gcc', [...flags, '-o', output, path.join(import.meta.dirname, 'stepper.c'), ...parts]);
  return output;
}

/** Steps through the everyday constructs on one Node. */
export async function stepThrough(node: string, stepper: string, stepsForEach: number): Promise<Proof> {
  const program = path.join(import.meta.dirname, 'step-program.cjs');
  const { stdout } = await run(node, [program, stepper, String(stepsForEach)], { maxBuffer: 1 << 26 });
  const { results, wrong } = JSON.parse(stdout) as { results: number[]; wrong: number[] };
  const counts = Object.fromEntries(names.map((name, index) => [name, results[index]]));
  return { ...(counts as Omit<Proof, 'wrong'>), wrong };
}
