import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Analysis } from '../../src/core/index.ts';
import type { OwnSamplerName } from '../../src/recording/index.ts';
import { repository } from '../support/build.ts';
import { nodeMajors, type NodeMajor } from '../support/nodes.ts';
import type { InScratch } from '../support/scratch.ts';

/** Root of the repository: what `/project` in the committed recordings stands for. */
export const project = repository;
export const placeholder = '/project';

/** A recording of a real program that is kept. */
export interface Kept {
  readonly name: string;
  /** Path below the project. */
  readonly program: string;
  readonly args?: readonly string[];
  /** Microseconds; longer for programs with large call trees, so that the files stay small. */
  readonly interval: number;
  readonly major: NodeMajor;
  readonly sampler: OwnSamplerName;
  /** Whether V8 was to log causes as well. */
  readonly hasCauses?: boolean;
  /** Gzipped recording. */
  readonly recording: string;
}

export const fileOf = (...names: string[]): string => path.join(project, 'test', 'golden', ...names);

const programs: Readonly<Record<string, Pick<Kept, 'program' | 'args' | 'interval'>>> = {
  compile: {
    program: 'node_modules/typescript/lib/tsc.js',
    args: ['--project', 'test/golden/programs/small-project'],
    interval: 4000,
  },
  format: { program: 'test/golden/programs/format.mjs', interval: 2000 },
  server: { program: 'test/golden/programs/server.mjs', interval: 1000 },
  bundle: { program: 'test/golden/programs/bundle/built/main.js', interval: 1000 },
  async: { program: 'test/golden/programs/async.mjs', interval: 1000 },
};
/** Kept from V8's log too: only small programs, as a log holds all source text. */
const logged = ['bundle', 'async'];

/** The committed recordings that have a snapshot. */
export const cases: readonly Kept[] = Object.entries(programs).flatMap(([program, how]) =>
  nodeMajors.flatMap((major) => {
    const name = `${program}-node${major}`;
    const own: Kept = {
      ...{ ...how, name, major, sampler: 'inspector' },
      recording: fileOf('recordings', `${name}.cpuprofile.gz`),
    };
    const log: Kept = {
      ...{ ...how, name: `${name}-log`, major, sampler: 'v8log' },
      recording: fileOf('recordings', `${name}-log.v8log.gz`),
    };
    return logged.includes(program) ? [own, log] : [own];
  }),
);

/** The analysis of a committed recording, as if it had been made in this project. */
export const analyzeKept = async (kept: Kept, scratch: InScratch): Promise<Analysis> =>
  analyze(await unpackKept(kept, scratch));

/** The path of such a recording, unpacked. */
export async function unpackKept({ recording }: Kept, scratch: InScratch): Promise<string> {
  const file = scratch(path.basename(recording, '.gz'));
  const text = gunzipSync(await readFile(recording)).toString('utf8');
  await writeFile(file, withNotesFound(text.replaceAll(placeholder, project)));
  return file;
}

/**
 * A recording whose text was changed: where a V8 log tells at which of its bytes notes of baseline code stand, they are those
 * of the text as it is now.
 */
function withNotesFound(text: string): string {
  const notes = /(?:^heatline-(?:baseline|native|gc|clock),.*\n)+/m.exec(text);
  if (!notes) return text;
  const start = Buffer.byteLength(text.slice(0, notes.index));
  return text.replace(/"baseline":\[\d+,\d+\]/, `"baseline":[${start},${start + Buffer.byteLength(notes[0])}]`);
}
