// One measurement in a process of its own, so that neither warm code nor memory of another is in it. Arguments: what to
// measure and the recording; prints one line of JSON.
import { readFileSync } from 'node:fs';
import { readCpuprofile } from '../../src/formats/cpuprofile/read.ts';
import { buildAnalysis } from '../../src/profile/index.ts';
import { identityMapping } from '../support/profile-from-stacks.ts';

const tasks: Readonly<Record<string, (path: string) => unknown>> = {
  json: (path) => JSON.parse(readFileSync(path, 'utf8')) as unknown,
  load: (path) => readCpuprofile(path),
  // Warm: as in a worker that has read a recording before.
  warm: (path) => readCpuprofile(path),
  aggregate: async (path) => {
    const profile = await readCpuprofile(path);
    return buildAnalysis('bench', profile, identityMapping(profile));
  },
  read: async (path) => {
    const { open } = await import('node:fs/promises');
    const file = await open(path);
    const bytes = Buffer.alloc(2 ** 20);
    let total = 0;
    for (let count = 1; count > 0; total += count) count = (await file.read(bytes, 0, bytes.length, total)).bytesRead;
    await file.close();
    return total;
  },
};

export interface Measurement {
  readonly wall: number;
  readonly cpu: number;
  /** Bytes above what the process had before. */
  readonly memory: number;
  readonly failure?: string;
}

async function measure(task: string, path: string): Promise<Measurement> {
  if (task === 'warm') for (let i = 0; i < 3; i++) await tasks.warm(path);
  const before = process.memoryUsage.rss();
  const usage = process.cpuUsage();
  const start = performance.now();
  try {
    const result = await tasks[task](path);
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(usage);
    const memory = process.resourceUsage().maxRSS * 1024 - before;
    // Kept alive until here, so that nothing of it was collected early.
    return { wall, cpu: (user + system) / 1000, memory: result === undefined ? NaN : memory };
  } catch (error) {
    return { wall: NaN, cpu: NaN, memory: NaN, failure: (error as Error).message };
  }
}

console.log(JSON.stringify(await measure(process.argv[2], process.argv[3])));
