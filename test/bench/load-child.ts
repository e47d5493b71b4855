// One measurement in a process of its own, so that neither warm code nor memory of another is in it. Arguments: what to
// measure, and the recording; prints one line of JSON.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readCpuprofile } from '../../src/readers/cpuprofile/read.ts';
import { readThreads } from '../../src/readers/read-threads.ts';
import { readV8Log } from '../../src/readers/v8-log/read.ts';
import type { Analysis } from '../../src/core/index.ts';
import { analysisOfProfile } from '../support/profile-from-stacks.ts';
import { peakMemory } from './peak-memory.ts';

/** Printed as JSON, in which what is not known is null. */
export interface Measurement {
  /** Milliseconds. */
  readonly wall: number;
  readonly cpu: number;
  /** Bytes above what the process had before. */
  readonly memory: number;
  /** Why there is no result. */
  readonly failure?: string;
}

const tasks: Readonly<Record<string, (path: string) => unknown>> = {
  json: (path) => JSON.parse(readFileSync(path, 'utf8')) as unknown,
  load: (path) => readCpuprofile(path),
  aggregate,
  // In a process that has opened it before, as VS Code's worker mostly has opened others.
  again: aggregate,
  log: (path) => readV8Log(path),
  // Of any format.
  read: (path) => readThreads(path),
  unzip: (path) => JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as unknown,
};

async function aggregate(path: string): Promise<Analysis> {
  return analysisOfProfile(await readCpuprofile(path), [], 'bench');
}

const [, , task, recording] = process.argv;
if (task === 'again') for (let i = 0; i < 3; i++) await aggregate(recording);
console.log(JSON.stringify(await measure(() => tasks[task](recording))));

async function measure(work: () => unknown): Promise<Measurement> {
  const before = process.memoryUsage.rss();
  // The clock first: Node loads it on first use, which is not part of the work.
  const start = performance.now();
  const usage = process.cpuUsage();
  try {
    const result = await work();
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(usage);
    const memory = peakMemory() - before;
    // Uses the result, so that nothing of it was collected early.
    return { wall, cpu: (user + system) / 1000, memory: result === undefined ? NaN : memory };
  } catch (error) {
    return { wall: NaN, cpu: NaN, memory: NaN, failure: (error as Error).message };
  }
}
