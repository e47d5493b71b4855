// One measurement in a process of its own, so that neither warm code nor memory of another is in it. Arguments: what to
// measure, and the recording; prints one line of JSON.
import { readFileSync } from 'node:fs';
import { readCpuprofile } from '../../src/readers/cpuprofile/read.ts';
import { readV8Log } from '../../src/readers/v8-log/read.ts';
import { type Analysis, buildAnalysis } from '../../src/core/index.ts';
import { identityMapping } from '../support/profile-from-stacks.ts';
import { printMeasurement } from './measurement.ts';

const tasks: Readonly<Record<string, (path: string) => unknown>> = {
  json: (path) => JSON.parse(readFileSync(path, 'utf8')) as unknown,
  load: (path) => readCpuprofile(path),
  aggregate,
  // In a process that has opened it before, as VS Code's worker mostly has opened others.
  again: aggregate,
  log: (path) => readV8Log(path),
};

async function aggregate(path: string): Promise<Analysis> {
  const profile = await readCpuprofile(path);
  return buildAnalysis('bench', profile, identityMapping(profile));
}

const [, , task, recording] = process.argv;
if (task === 'again') for (let i = 0; i < 3; i++) await aggregate(recording);
await printMeasurement(() => tasks[task](recording));
