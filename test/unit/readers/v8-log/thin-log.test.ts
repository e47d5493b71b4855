import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../../../src/analysis/analyze.ts';
import type { Profile } from '../../../../src/core/index.ts';
import { appendLines } from '../../../../src/recorder/complete-log.ts';
import { withBaseline } from '../../../../src/readers/v8-log/baseline-file.ts';
import { readV8Log } from '../../../../src/readers/v8-log/read.ts';
import { joinThinned, readGrowingLog, thinLog } from '../../../../src/readers/v8-log/thin-log.ts';
import { baselineFileOf } from '../../../../src/recording/index.ts';
import { cases } from '../../../golden/programs.ts';
import { useScratch } from '../../../support/scratch.ts';

/** A recorded log, and what the recorder knew of the CPU clock. */
interface Recorded {
  /** As V8 wrote them. */
  readonly lines: Buffer;
  /** What was noted of baseline code meanwhile. */
  readonly notes: Buffer;
  /** Without where the notes are. */
  readonly facts: string;
}

async function load(file: string): Promise<Recorded> {
  const bytes = await readFile(file);
  const at = bytes.lastIndexOf('\nheatline,') + 1;
  const notesAt = Math.min(at, bytes.indexOf('\nheatline-baseline,') + 1 || at);
  const facts = bytes.toString('utf8', at).trimEnd();
  return {
    lines: bytes.subarray(0, notesAt),
    notes: bytes.subarray(notesAt, at),
    facts: facts.replace(/,"baseline":\[\d+,\d+\]\}$/, '}').replace(/,"cpuClock":\{.*?\}/, ''),
  };
}

/** The log of a program that went on so long after its end as it had run before, so many times: its ticks come again. */
function repeatTicks(log: Buffer, times: number): Buffer {
  const text = log.toString('latin1');
  const ticks = text.split('\n').filter((line) => line.startsWith('tick,'));
  const timeOf = (line = ''): number => Number(line.split(',')[2]);
  const span = timeOf(ticks.at(-1)) - timeOf(ticks[0]) + 1000;
  const later = (by: number): string[] =>
    ticks.map((line) => line.replace(/^(tick,\w+),\d+/, `$1,${timeOf(line) + by}`));
  const added = Array.from({ length: times }, (_, k) => later((k + 1) * span)).flat();
  return Buffer.from(`${text}${added.join('\n')}\n`, 'latin1');
}

/** What all ticks of one place in the tree add up to, by that place spelled out. */
function sumsOf({ frames, positions, scripts, tree, ticks, samples, recording }: Profile): Map<string, number[]> {
  const place = (row: number): string =>
    row < 0 ? '-' : `${scripts[positions.script[row]].url}:${positions.line[row]}:${positions.column[row]}`;
  const spelled: string[] = [];
  tree.parent.forEach((parent, node) => {
    const frame = tree.frame[node];
    const own = `${frames.name[frame]} ${place(frames.position[frame])} ${tree.lowTier?.[node]}`;
    spelled.push(`${parent < 0 ? '' : spelled[parent]} > ${place(tree.callPosition?.[node] ?? -1)} ${own}`);
  });
  const sums = new Map<string, number[]>([['duration', [recording.duration]]]);
  const add = (key: string, values: readonly number[]): void => {
    const known = sums.get(key);
    sums.set(key, known ? known.map((value, i) => value + values[i]) : [...values]);
  };
  ticks.node.forEach((node, row) => {
    const { count, time, cpu, blocked, computing, repair } = ticks;
    add(`${spelled[node]} at ${place(ticks.position[row])} (${repair?.[row]})`, [
      ...[count[row], computing?.[row] ?? 0],
      ...[time[row], cpu?.[row] ?? 0, blocked?.[row] ?? 0],
    ]);
  });
  samples.node.forEach((node, row) => {
    const many = samples.merged?.count[row] ?? 1;
    add(`${spelled[node]} in samples`, [
      many,
      0,
      samples.start[row + 1] - samples.start[row],
      samples.cpu?.[row] ?? 0,
      0,
    ]);
  });
  return sums;
}

const isUnsampled = (key: string): boolean => key.includes('(unsampled)');
const isOfCounts = (key: string): boolean => key !== 'duration' && !isUnsampled(key);
/** V8 14.6 takes no ticks of an idle thread: where it was idle is told by the clock around a gap. */
const isOfTicks = (key: string): boolean => isOfCounts(key) && !key.includes('(idle)');

/**
 * All counts are the same but for ticks of the start, which V8 wrote late. So are all times but for what a sample may stand at
 * most, which is told by the samples that there are then: what is cut off of samples is time without samples. Which ticks were
 * computing and which blocked, and which gaps were idle, is told by what is around them, of which less is left.
 */
function assertSameSums(after: ReadonlyMap<string, number[]>, before: ReadonlyMap<string, number[]>): void {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const change = (key: string, at: number): number => (after.get(key)?.[at] ?? 0) - (before.get(key)?.[at] ?? 0);
  assert.ok(Math.abs(change('duration', 0)) < 100);
  const ticks = keys.filter(isOfTicks).reduce((sum, key) => sum + (before.get(key)?.[0] ?? 0), 0);
  const counted = keys.filter(isOfTicks).filter((key) => change(key, 0) !== 0);
  const late = counted.reduce((sum, key) => sum + Math.abs(change(key, 0)), 0);
  assert.ok(late <= 0.005 * ticks, `of ${ticks} ticks ${late} are elsewhere:\n${counted.join('\n')}`);
  const all = keys.filter(isOfCounts).reduce((sum, key) => sum + (before.get(key)?.[1] ?? 0), 0);
  const others = keys.filter(isOfCounts).reduce((sum, key) => sum + Math.abs(change(key, 1)), 0);
  assert.ok(others <= 0.03 * all, `${others} of ${all} ticks are computing in one only`);
  for (const at of [2, 3, 4]) {
    const inSamples = keys.filter((key) => key.endsWith('in samples'));
    const whole = inSamples.reduce((sum, key) => sum + (before.get(key)?.[at] ?? 0), 0);
    const unsampled = inSamples.filter(isUnsampled);
    const moved = unsampled.reduce((sum, key) => sum + Math.abs(change(key, at)), 0);
    const gaps = unsampled.reduce((sum, key) => sum + (before.get(key)?.[at] ?? 0), 0);
    const changed = inSamples.filter(isOfCounts).reduce((sum, key) => sum + Math.abs(change(key, at)), 0);
    assert.ok(
      changed <= moved + gaps * 0.3 + whole * 0.03 + 100,
      `${changed} of ${whole} changed, ${moved} was cut off`,
    );
  }
}

describe('V8 logs whose oldest ticks were given up', () => {
  const scratch = useScratch();
  const log = (): string => scratch('growing', 'isolate0x1-2-program.v8log');

  /** Writes the log in pieces, and thins it after each but the last. What is not needed any more becomes zeros. */
  async function growThinned({ lines, notes }: Recorded, pieces: number, mostRows: number): Promise<number> {
    let times = 0;
    await rm(scratch('growing'), { recursive: true, force: true });
    await mkdir(scratch('growing'));
    await writeFile(log(), '');
    await writeFile(baselineFileOf(log()), notes);
    for (let piece = 0; piece < pieces; piece++) {
      await appendFile(log(), lines.subarray((lines.length * piece) / pieces, (lines.length * (piece + 1)) / pieces));
      if (piece === pieces - 1) break;
      const keepBytes = lines.length / pieces / 4;
      const done = await thinLog(log(), { keepBytes, mostRows, clock: undefined, requestedInterval: undefined });
      if (!done) continue;
      times++;
      await writeFile(log(), (await readFile(log())).fill(0, 0, done.until));
    }
    return times;
  }

  for (const { name, recording, major } of cases.filter((golden) => /^async-.*-log$/.test(golden.name)))
    for (const mostRows of major === 20 ? [1 << 18, 3000] : [3000])
      it(`have the sums that they had, with at most ${mostRows} of them: ${name}`, async () => {
        const whole = scratch(`${name}.v8log`);
        await writeFile(whole, gunzipSync(await readFile(recording)));
        const short = await load(whole);
        const recorded = { ...short, lines: repeatTicks(short.lines, 60) };
        await writeFile(whole, Buffer.concat([recorded.lines, recorded.notes, Buffer.from(`${recorded.facts}\n`)]));
        const before = sumsOf(await readV8Log(whole));
        const times = await growThinned(recorded, 9, mostRows);
        assert.ok(times >= 5, `it was thinned ${times} times`);
        const growing = await readGrowingLog(log(), { facts: recorded.facts.slice('heatline,'.length) });
        const { file } = await joinThinned(log());
        const range = await appendLines(file, recorded.notes);
        await appendFile(file, `${withBaseline(recorded.facts, range)}\n`);
        const after = sumsOf(await readV8Log(file));
        assert.deepEqual(sumsOf(growing), after);
        assertSameSums(after, before);
        const { quality } = await analyze(file);
        assert.ok((quality.orderFrom ?? 0) > quality.duration / 3);
      });
});
