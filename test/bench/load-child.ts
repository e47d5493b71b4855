// One measurement in a process of its own, so that neither warm code nor memory of another is in it. Arguments: what to
// measure, the recording, and other files that count; prints one line of JSON.
import { readFileSync } from 'node:fs';
import { analyze } from '../../src/analysis/analyze.ts';
import { readCpuprofile } from '../../src/readers/cpuprofile/read.ts';
import { readV8Log } from '../../src/readers/v8-log/read.ts';
import { type Analysis, buildAnalysis } from '../../src/core/index.ts';
import { identityMapping } from '../support/profile-from-stacks.ts';
import { printMeasurement } from './measurement.ts';

const tasks: Readonly<Record<string, (path: string, ...others: readonly string[]) => unknown>> = {
  json: (...paths) => paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as unknown),
  load: (path) => readCpuprofile(path),
  aggregate,
  // In a process that has opened it before, as VS Code's worker mostly has opened others.
  again: aggregate,
  // As the extension and the command line do: with source maps, in original lines.
  analyze: (path) => analyze(path),
  log: (path) => readV8Log(path),
};

async function aggregate(path: string): Promise<Analysis> {
  const profile = await readCpuprofile(path);
  return buildAnalysis('bench', profile, identityMapping(profile));
}

const [, , task, recording, ...others] = process.argv;
if (task === 'again') for (let i = 0; i < 3; i++) await aggregate(recording);
await printMeasurement(() => tasks[task](recording, ...others));
