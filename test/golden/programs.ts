import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SamplerName } from '../../src/recording/index.ts';
import { nodeMajors, type NodeMajor } from '../support/nodes.ts';

/** Root of the repository: what `/project` in the committed recordings stands for. */
export const project = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');
export const placeholder = '/project';

/**
 * A recording whose text was changed: where a V8 log tells at which of its bytes notes of baseline code stand, they are those
 * of the text as it is now.
 */
export function withNotesFound(text: string): string {
  const notes = /(?:^heatline-baseline,.*\n)+/m.exec(text);
  if (!notes) return text;
  const start = Buffer.byteLength(text.slice(0, notes.index));
  return text.replace(/"baseline":\[\d+,\d+\]/, `"baseline":[${start},${start + Buffer.byteLength(notes[0])}]`);
}

/** A real program whose recordings are kept. */
export interface GoldenProgram {
  readonly name: string;
  /** Path below the project. */
  readonly program: string;
  readonly args?: readonly string[];
  /** Microseconds; longer for programs with large call trees, so that the files stay small. */
  readonly interval: number;
  /** Kept from V8's log too: only small programs, as a log holds all source text. */
  readonly withLog?: boolean;
}

export const programs: readonly GoldenProgram[] = [
  {
    name: 'compile',
    program: 'node_modules/typescript/lib/tsc.js',
    args: ['--project', 'test/golden/programs/small-project'],
    interval: 4000,
  },
  { name: 'format', program: 'test/golden/programs/format.mjs', interval: 2000 },
  { name: 'server', program: 'test/golden/programs/server.mjs', interval: 1000 },
  { name: 'bundle', program: 'test/golden/programs/bundle/built/main.js', interval: 1000, withLog: true },
  { name: 'async', program: 'test/golden/programs/async.mjs', interval: 1000, withLog: true },
];

const samplers: readonly SamplerName[] = ['inspector', 'v8log'];

/** One committed recording and its snapshot. */
export interface GoldenCase {
  readonly name: string;
  readonly program: GoldenProgram;
  readonly major: NodeMajor;
  readonly sampler: SamplerName;
  /** Gzipped recording. */
  readonly recording: string;
  readonly snapshot: string;
}

export const cases: readonly GoldenCase[] = programs.flatMap((program) =>
  nodeMajors.flatMap((major) =>
    (program.withLog ? samplers : samplers.slice(0, 1)).map((sampler) => goldenCase(program, major, sampler)),
  ),
);

function goldenCase(program: GoldenProgram, major: NodeMajor, sampler: SamplerName): GoldenCase {
  const name = `${program.name}-node${major}${sampler === 'v8log' ? '-log' : ''}`;
  const file = (...names: string[]): string => path.join(project, 'test', 'golden', ...names);
  const recording = file('recordings', `${name}.${sampler === 'v8log' ? 'v8log' : 'cpuprofile'}.gz`);
  return { name, program, major, sampler, recording, snapshot: file('snapshots', `${name}.txt`) };
}
