// Long runs: ten hours of a busy program with the inspector's sampler. The parts of a real program's samples go again and again, each
// later than the one before, through the recorder's own code, with a tenth of the default limit. What the recorder holds and its
// journal on the disk are looked at while they pass.
// `npx tsx --expose-gc test/bench/long.ts [millions of samples] [--report=FILE]`
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import { DETAIL_LIMIT, DetailBudget } from '../../src/recorder/detail-budget.ts';
import { TakenParts } from '../../src/recorder/inspector-sampler.ts';
import { Journal } from '../../src/recorder/journal.ts';
import { fixed, formatSize, operands, progress, publish } from './report.ts';

const millions = Number(operands.at(0) ?? 36);
const INTERVAL = 1000;
const PARTS = 6;
const PART_MS = 1500;
const LOOKS = 12;

const folder = await mkdtemp(join(tmpdir(), 'heatline-bench-long-'));
try {
  const parts = await samplePart();
  await publish({
    summary: [],
    tables: [
      {
        title: 'Ten hours of samples at 1 ms through the recorder, with a tenth of the limit',
        columns: ['Samples so far', 'at 1 ms', 'Recorder holds', 'journal'],
        rows: await replay(parts),
        notes: [
          `${formatSize(DETAIL_LIMIT / 10)} of samples are kept. “Holds”: heap and typed arrays after a collection, without what the process had before.`,
        ],
      },
    ],
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Parts of samples of a program with stacks of many shapes. */
async function samplePart(): Promise<Protocol.Profiler.Profile[]> {
  const shapes: ((depth: number) => number)[] = Array.from({ length: 200 }, (_, i) => {
    const name = `handle${i}`;
    const handle = (depth: number): number => (depth > 0 ? shapes[(i * 7 + depth) % 200](depth - 1) : work(i)) + 1;
    return { [name]: (depth: number) => handle(depth) }[name];
  });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  const parts: Protocol.Profiler.Profile[] = [];
  for (let part = 0; part < PARTS; part++) {
    await session.post('Profiler.start');
    const end = performance.now() + PART_MS;
    for (let request = 0; performance.now() < end; request++) shapes[request % 200](request % 9);
    parts.push((await session.post('Profiler.stop')).profile);
  }
  session.disconnect();
  return parts;
}

function work(kind: number): number {
  const text = 'a,b,c,d,e,f,g,h,'.repeat(50);
  if (kind % 3 === 0) return createHash('sha256').update(text).digest('hex').length;
  if (kind % 3 === 1) return text.split(',').sort().join('').length;
  let sum = 0;
  for (let i = 0; i < 20_000; i++) sum += Math.sqrt(i ^ kind);
  return sum;
}

async function replay(parts: readonly Protocol.Profiler.Profile[]): Promise<string[][]> {
  const file = join(folder, 'thread-1.journal');
  const budget = new DetailBudget(DETAIL_LIMIT / 10);
  const taken = new TakenParts({ journal: new Journal(file), budget, interval: INTERVAL });
  const before = held();
  const rows: string[][] = [];
  let [samples, startTime, looked] = [0, parts[0].startTime, 0];
  for (let number = 0; samples < millions * 1e6; number++) {
    const part = parts[number % parts.length];
    const endTime = startTime + part.endTime - part.startTime;
    taken.add(Buffer.from(JSON.stringify({ ...part, startTime, endTime })));
    startTime = endTime + 200;
    samples += part.samples?.length ?? 0;
    // The disk takes what there is, as it does between two parts of a program.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (samples < ((looked + 1) * millions * 1e6) / LOOKS) continue;
    looked++;
    const { size } = await stat(file);
    rows.push([
      `${fixed(samples / 1e6, 1)} million`,
      `${fixed(samples / 3.6e6, 1)} h`,
      formatSize(held() - before),
      formatSize(size),
    ]);
    progress(rows.at(-1)?.join(', ') ?? '');
  }
  return rows;
}

function held(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
