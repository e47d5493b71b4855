import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeMajors, type NodeMajor } from '../support/nodes.ts';

/** Root of the repository: what `/project` in the committed recordings stands for. */
export const project = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');
export const placeholder = '/project';

/** A real program whose recordings are kept. */
export interface GoldenProgram {
  readonly name: string;
  /** Path below the project. */
  readonly program: string;
  readonly args?: readonly string[];
  /** Microseconds; longer for programs with large call trees, so that the files stay small. */
  readonly interval: number;
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
  { name: 'bundle', program: 'test/golden/programs/bundle/built/main.js', interval: 1000 },
  { name: 'async', program: 'test/golden/programs/async.mjs', interval: 1000 },
];

/** One committed recording and its snapshot. */
export interface GoldenCase {
  readonly name: string;
  readonly program: GoldenProgram;
  readonly major: NodeMajor;
  /** Gzipped recording. */
  readonly recording: string;
  readonly snapshot: string;
}

export const cases: readonly GoldenCase[] = programs.flatMap((program) =>
  nodeMajors.map((major) => {
    const name = `${program.name}-node${major}`;
    const file = (...names: string[]): string => path.join(project, 'test', 'golden', ...names);
    const recording = file('recordings', `${name}.cpuprofile.gz`);
    return { name, program, major, recording, snapshot: file('snapshots', `${name}.txt`) };
  }),
);
