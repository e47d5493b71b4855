import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { Protocol } from 'devtools-protocol';
import fc from 'fast-check';
import { analyze } from '../../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../../src/core/index.ts';
import { formatHeatlineSection } from '../../../../src/recording/facts.ts';
import type { CpuClockReadings, ThinnedFacts } from '../../../../src/recording/index.ts';
import type { JournalRecord } from '../../../../src/recording/journal.ts';
import { JoinedProfile } from '../../../../src/readers/unfinished/joined-profile.ts';
import { useScratch } from '../../../support/scratch.ts';

type Part = Protocol.Profiler.Profile;

const names = ['(root)', '(idle)', '(garbage collector)', '(program)', 'a', 'b', 'c', 'rotate', 'wait'];
const parents = [-1, 0, 0, 0, 0, 4, 5, 0, 4];
const INTERVAL = 1000;
const SAMPLES = 1500;

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32;
}

interface Recorded {
  readonly parts: readonly Part[];
  readonly clock: CpuClockReadings;
}

/** What a server might do: it idles, computes, waits, collects, is stopped; and the machine is busy at times. */
function recordRandomly(seed: number, count: number): Recorded {
  const random = randomFrom(seed);
  const parts: Part[] = [];
  let now = 1_000_000;
  for (let number = 0; number < count; number++) {
    const startTime = now;
    const times: number[] = [];
    const samples: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      const long = random();
      now += long > 0.995 ? 40_000 : long > 0.98 ? 2_300 : Math.round(INTERVAL * (0.9 + 0.3 * random()));
      // V8 writes some samples late.
      times.push(random() > 0.99 && i > 2 ? now - 700 : now);
      samples.push(1 + Math.floor(random() ** 2 * (names.length - 1)) + 0);
    }
    now += 300;
    const hits = names.map((_, node) => samples.filter((one) => one === node).length);
    parts.push({
      nodes: names.map((functionName, node) => ({
        id: node + 1,
        callFrame: {
          functionName,
          scriptId: '1',
          url: node < 4 ? '' : functionName === 'rotate' ? 'heatline:recorder' : `file:///app/${functionName}.js`,
          lineNumber: node < 4 ? -1 : 0,
          columnNumber: node < 4 ? -1 : 0,
        },
        hitCount: hits[node],
        children: parents.flatMap((parent, child) => (parent === node ? [child + 1] : [])),
        positionTicks:
          node < 4 || hits[node] === 0
            ? []
            : [
                { line: 2, ticks: Math.ceil(hits[node] / 3) },
                { line: 3, ticks: hits[node] - Math.ceil(hits[node] / 3) },
              ].filter(({ ticks }) => ticks > 0),
      })),
      startTime,
      endTime: now,
      samples: samples.map((node) => node + 1),
      timeDeltas: times.map((time, i) => time - (i > 0 ? times[i - 1] : startTime)),
    });
    now += 200;
  }
  return { parts, clock: pollRandomly(random, now) };
}

function pollRandomly(random: () => number, until: number): CpuClockReadings {
  const [timesUs, cpuUs, waitUs, stoppedUs, runnableUs]: number[][] = [[990_000], [0], [0], [0], [0]];
  for (let time = 1_000_000; time < until + 30_000; time += 10_000) {
    const [kind, part] = [random(), Math.round(10_000 * random())];
    const last = timesUs.length - 1;
    timesUs.push(time);
    cpuUs.push(cpuUs[last] + (kind < 0.7 ? part : 0));
    waitUs.push(waitUs[last] + (kind < 0.3 ? 10_000 - part : 0));
    stoppedUs.push(stoppedUs[last] + (kind > 0.97 ? 10_000 : 0));
    runnableUs.push(runnableUs[last] + (kind < 0.15 ? 10_000 : 0));
  }
  return { timesUs, cpuUs, waitUs, stoppedUs, runnableUs };
}

const NOT_THINNED = { counts: [], spans: [] };

describe('the oldest samples of a long recording', () => {
  const scratch = useScratch();

  async function analyzed(
    joined: JoinedProfile,
    clock: CpuClockReadings | undefined,
    thinned: ThinnedFacts | undefined,
    range?: { from: number; to: number },
  ): Promise<Analysis> {
    const file = scratch('out.cpuprofile');
    const facts = { requestedIntervalUs: INTERVAL, recorderScripts: ['heatline:recorder'], diagnostics: [] };
    const section = formatHeatlineSection({ facts, scripts: [], cpuClock: clock, ...(thinned && { thinned }) });
    await writeFile(file, [...joined.write(), Buffer.from(`,"$heatline":${section}}`)]);
    return analyze(file, range && { range });
  }

  const join = (parts: readonly Part[], keep: number, clock?: CpuClockReadings): JoinedProfile => {
    const joined = new JoinedProfile();
    for (const part of parts) {
      joined.add(part);
      joined.thin({ keep, clock, requestedInterval: INTERVAL });
    }
    return joined;
  };

  /** All sums of an analysis: times, and counts. */
  const sumsOf = ({ functions, lines, quality, tree }: Analysis): Record<string, number> => {
    const {
      sampler: _,
      orderFrom: _from,
      coarsestSpan: _span,
      achievedInterval: _interval,
      lostSamples: _lost,
      ...counted
    } = quality;
    const columns = {
      ...{ self: functions.selfTime, total: functions.totalTime, samples: functions.selfSamples, node: tree.selfTime },
      ...{ lineSelf: lines.selfTime, lineSamples: lines.selfSamples, lineGc: lines.gcTime, line: lines.line },
    };
    const figures = Object.entries(columns).flatMap(([name, column]) =>
      Array.from(column ?? [], (value, row): [string, number] => [`${name} ${row}`, value]),
    );
    const numbers = Object.entries(counted).filter(([, value]) => typeof value === 'number');
    return Object.fromEntries([...figures, ...(numbers as [string, number][])]);
  };

  /** `split`: the part of the active time that may be computing in one and blocked in the other. */
  function sameSums(after: Analysis, before: Analysis, split: number): void {
    const [sums, others] = [sumsOf(after), sumsOf(before)];
    assert.deepEqual(after.functions.name, before.functions.name);
    assert.deepEqual(Object.keys(sums), Object.keys(others));
    // Waiting is what is left, and files have whole microseconds: half a one for each gap. With a clock it has what idle samples
    // have unseen of a last sample, too, in each of eight parts.
    const most = (name: string): number => {
      if (name === 'waitingTime') return split === 0 ? 20 : 8 * INTERVAL;
      // Only those count that computed for rather more than half of their time.
      if (/samples/i.test(name)) return 0.5 + 10 * split * before.quality.samples;
      return /^line \d+$|Share|duration/.test(name) ? 0.5 : 0.5 + split * before.quality.activeTime;
    };
    // At which of a function's lines it was blocked is told by numbers of samples that fit, or just do not.
    const isTold = (name: string): boolean => split === 0 || !/^line(Self|Samples)/.test(name);
    const differ = Object.keys(sums).filter(
      (name) => isTold(name) && !(Math.abs(sums[name] - others[name]) < most(name)),
    );
    assert.deepEqual(
      differ.map((name) => [name, sums[name], others[name]]),
      [],
    );
  }

  for (const clocked of [true, false])
    it(
      clocked ? 'keep their sums, with a CPU clock' : 'keep their sums to the microsecond without a CPU clock',
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.nat(1e6), async (seed) => {
            const { parts, clock } = recordRandomly(seed, 8);
            const own = clocked ? clock : undefined;
            const thin = join(parts, 2 * SAMPLES, own);
            const thinned = thin.thinned();
            assert.ok(thinned);
            const rows = thinned.counts.length;
            const merged = thinned.counts.reduce((sum, count) => sum + count, 0);
            assert.ok(merged > 4 * SAMPLES && rows < merged / 2, `${rows} rows for ${merged} samples`);
            const whole = join(parts, Infinity);
            const { longestUs } = thinned;
            const same = { ...NOT_THINNED, longestUs, ...(clocked && { cpuUs: [], blockedUs: [] }) };
            const [before, after] = [await analyzed(whole, own, same), await analyzed(thin, own, thinned)];
            // Idle time is told from blocked time by what is around it, of which a thinned recording has less: of 80 seeds most are
            // off by less than 0.005, and the furthest by 0.017.
            sameSums(after, before, clocked ? 0.03 : 0);
            assert.equal(before.quality.orderFrom, undefined);
            const [lost, still] = [before.quality.lostSamples ?? NaN, after.quality.lostSamples ?? NaN];
            // What an interval is, is told by all samples, and was told by those that were there when the first were merged.
            assert.ok(Math.abs(still - lost) <= lost * (clocked ? 0.05 : 0.02), `${still} and ${lost} lost`);
            assert.ok((after.quality.orderFrom ?? 0) > 4e6);
          }),
          // With a collection right behind the samples that stay as they are.
          { numRuns: 8, examples: [[927336], [2], [71521]] },
        );
      },
    );

  it('are many samples, so that intervals and losses stay what they were', async () => {
    const { parts, clock } = recordRandomly(7, 8);
    const thin = join(parts, 2 * SAMPLES, clock);
    const thinned = thin.thinned();
    assert.ok(thinned);
    const same = { ...NOT_THINNED, longestUs: thinned.longestUs, cpuUs: [], blockedUs: [] };
    const [whole, after] = [await analyzed(join(parts, Infinity), clock, same), await analyzed(thin, clock, thinned)];
    const widths = ({ lines }: Analysis): number[] =>
      Array.from(lines.shareHigh, (high, row) => high - lines.shareLow[row]);
    widths(after).forEach((width, row) => {
      const before = widths(whole)[row];
      // Intervals hold what ran at both ends of a gap, of which a span keeps the first. A sixth of all time is in gaps here.
      assert.ok(Math.abs(width / before - 1) < 0.15, `${width} and ${before}`);
    });
  });

  it('have a part of each range of time that adds up to the whole', async () => {
    const { parts, clock } = recordRandomly(3, 8);
    const thin = join(parts, 2 * SAMPLES, clock);
    const all = await analyzed(thin, clock, thin.thinned());
    const edges = [0, 2.7e6, 3.33e6, 5e6, 1e9];
    let [active, samples] = [0, 0];
    for (let i = 0; i + 1 < edges.length; i++) {
      const part = await analyzed(thin, clock, thin.thinned(), { from: edges[i], to: edges[i + 1] });
      active += part.quality.activeTime;
      samples += part.quality.samples;
    }
    assert.ok(Math.abs(active - all.quality.activeTime) < 1, `${active} of ${all.quality.activeTime}`);
    assert.ok(Math.abs(samples - all.quality.samples) <= edges.length, `${samples} of ${all.quality.samples}`);
  });

  it('come back from a journal that was written again, and what follows them', () => {
    const { parts, clock } = recordRandomly(11, 9);
    const thin = join(parts.slice(0, 8), 2 * SAMPLES, clock);
    const records = [...thin.records()].map((record) => JSON.parse(JSON.stringify(record)) as JournalRecord);
    records.push({ part: thin.add(parts[8]) });
    const again = new JoinedProfile();
    for (const record of records)
      if ('part' in record) again.apply(record.part);
      else if ('thinned' in record) again.applyHistory(record.thinned);
    assert.deepEqual(again.thinned(), thin.thinned());
    assert.equal(Buffer.concat([...again.write()]).toString(), Buffer.concat([...thin.write()]).toString());
  });
});
