import assert from 'node:assert/strict';
import { analyze, type AnalyzeOptions } from '../../../src/analysis/analyze.ts';
import { EmptyRangeError, UnreadableRecordingError } from '../../../src/analysis/errors.ts';
import { type Analysis, shareOf } from '../../../src/core/index.ts';
import { nestedProfile, type OutsideOfThreads, type ThreadToWrite } from '../../support/threaded-recording.ts';
import { withFile } from '../readers/cpuprofile/read-bytes.ts';
import { call, type RawProfile, smallProfile } from '../readers/cpuprofile/small-profile.ts';
import { wordsOf } from '../../support/told.ts';

/** A thread that runs a function of its own for so many milliseconds. */
function busy(name: string, milliseconds: number): RawProfile {
  const profile = smallProfile();
  profile.nodes[2].callFrame = call(name, 4, 9, `file:///${name}.js`);
  delete profile.nodes[1].positionTicks;
  profile.nodes[2].positionTicks = [{ line: 6, ticks: milliseconds }];
  profile.samples = Array.from({ length: milliseconds }, () => 3);
  profile.timeDeltas = Array.from({ length: milliseconds }, (_, i) => (i > 0 ? 1000 : 0));
  profile.endTime = profile.startTime + milliseconds * 1000;
  return profile;
}

const threads: readonly ThreadToWrite[] = [
  { name: 'main.js', samples: busy('one', 100), startUs: 5_000_000, cpuUs: 100_000 },
  { name: 'worker 1', samples: busy('two', 200), startUs: 5_020_000, parent: 1, cpuUs: 200_000 },
  { name: 'child.js', samples: busy('four', 400), startUs: 5_030_000, kind: 'process', pid: 311, cpuUs: 400_000 },
];

const analyzed = (
  written: readonly ThreadToWrite[],
  options: AnalyzeOptions = {},
  outside: OutsideOfThreads = {},
): Promise<Analysis> => withFile(JSON.stringify(nestedProfile(written, outside)), (path) => analyze(path, options));

/** Share of active time, in points, by file. */
const shares = (analysis: Analysis): Record<string, number> =>
  Object.fromEntries(
    Array.from(analysis.lines.source, (source, row) => [
      analysis.sources[source].path,
      Math.round(shareOf(analysis, analysis.lines.selfTime[row]) * 1000) / 10,
    ]),
  );

describe('an analysis of several threads', () => {
  it('has shares of the active time of all, which may be more than passed', async () => {
    const analysis = await analyzed(threads);
    assert.deepEqual(shares(analysis), { '/one.js': 14.3, '/two.js': 28.6, '/four.js': 57.1 });
    const { quality, thread } = analysis;
    assert.deepEqual([quality.activeTime, quality.duration, thread], [700_000, 430_000, undefined]);
    assert.deepEqual(wordsOf(analysis.lanes, 'thread', 'offset'), ['1 0', '2 20000', '3 30000']);
  });

  it('numbers the workers of one process that have one name, as those of a pool have', async () => {
    const [main, worker, child] = threads;
    const pool = { ...worker, name: 'pool.js' };
    const other = { ...pool, kind: 'process' as const, pid: 312 };
    const written = [main, pool, child, other, pool, { ...pool, name: 'own' }];
    const names = (await analyzed(written)).threads.map(({ name }) => name);
    assert.deepEqual(names, ['main.js', 'pool.js 1', 'child.js', 'pool.js', 'pool.js 2', 'own']);
  });

  it('may be of one, of whose active time shares are then, and still knows the others', async () => {
    const whole = await analyzed(threads);
    const analysis = await analyzed(threads, { thread: 2 });
    assert.deepEqual(shares(analysis), { '/two.js': 100 });
    assert.equal(analysis.quality.activeTime, 200_000);
    assert.equal(analysis.thread, 2);
    assert.deepEqual(analysis.threads, whole.threads);
    const columns = ['id', 'parent', 'kind', 'name', 'pid', 'activeTime', 'cpuTime', 'samples'] as const;
    assert.deepEqual(wordsOf(analysis.threads, ...columns), [
      '1 undefined main main.js 300 100000 100000 100',
      '2 1 worker worker 1 300 200000 200000 200',
      '3 undefined process child.js 311 400000 400000 400',
    ]);
  });

  it('of a part of its time has what each thread did then, and nothing that is known of the whole only', async () => {
    const whole = await analyzed(threads);
    assert.ok(whole.timeline);
    const { duration } = whole.timeline;
    const cut = duration / 3;
    const partOf = (from: number, to: number) => analyzed(threads, { range: { from, to } });
    const parts = [await partOf(0, cut), await partOf(cut, duration)];
    for (const id of [1, 2, 3]) {
      const timeOf = ({ threads: all }: Analysis): number => all.find((one) => one.id === id)?.activeTime ?? NaN;
      assert.ok(Math.abs(timeOf(parts[0]) + timeOf(parts[1]) - timeOf(whole)) < 1, `thread ${id}`);
    }
    assert.ok(parts[0].quality.activeTime > 0 && parts[1].quality.activeTime > 0);
    assert.deepEqual(parts[0].range, { from: 0, to: cut });
    assert.equal(parts[0].quality.duration, cut);
    assert.deepEqual(parts[0].timeline, whole.timeline);
    assert.ok(parts[0].threads.every(({ cpuTime }) => cpuTime === undefined));
    assert.equal(parts[0].unrecorded, undefined);
    for (const { offset, samples } of parts[1].lanes)
      if (samples.node.length > 0) assert.ok(samples.start[0] + offset >= cut + (whole.timeline.zero - 1e-6));
  });

  it('ends where all threads have written what they sampled, where the recording grows', async () => {
    const growing = await analyzed(threads, { isGrowing: true });
    assert.deepEqual(growing.range, { from: 0, to: 100_000 });
    assert.equal(growing.timeline?.duration, 430_000);
    const behind = { isGrowing: true, range: { from: 100_000, to: Infinity } };
    await assert.rejects(analyzed(threads, behind), EmptyRangeError);
    await assert.rejects(analyzed(threads, { thread: 9 }), (error) => !(error instanceof EmptyRangeError));
  });

  it('says how long it is where a range lies behind its end', async () => {
    await assert.rejects(
      analyzed(threads, { range: { from: 1e9, to: 2e9 } }),
      /no samples in that range: they span 0\.\d+ seconds/,
    );
  });

  it('says which threads there are where the one that is asked for has no samples', async () => {
    const error: unknown = await analyzed(threads, { thread: 9 }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof UnreadableRecordingError);
    const told = /no samples of a thread 9\. It has those of 1 \(main\.js\), 2 \(worker 1\), 3 \(child\.js\)\.$/;
    assert.match(error.message, told);
  });

  it('knows what was not recorded, and how much of that nobody explains', async () => {
    const { unrecorded } = await analyzed(
      threads,
      {},
      {
        treeCpuUs: 2_000_000,
        unrecorded: [{ name: 'esbuild', pid: 320, processes: 1, cpuUs: 1_240_000, reason: 'not-node' }],
      },
    );
    assert.deepEqual(unrecorded, {
      cpuTime: 1_300_000,
      share: 0.65,
      parts: [
        { name: 'esbuild', pid: 320, processes: 1, cpuTime: 1_240_000, reason: 'not-node' },
        { processes: 1, cpuTime: 60_000 },
      ],
    });
    assert.equal((await withFile(JSON.stringify(smallProfile()), (path) => analyze(path))).unrecorded, undefined);
  });

  describe('and Node’s hooks thread', () => {
    const hooksUrl = 'file:///dist/strip-hooks.cjs';
    const facts = { recorderScripts: ['/dist/bootloader.cjs', '/dist/strip-hooks.cjs'] };
    const hooks = (url: string, script = 'node:internal/modules/esm/worker'): ThreadToWrite => {
      const samples = busy('hooks', 300);
      samples.nodes[1].callFrame = call('runHooks', 1, 1, 'node:internal/modules/esm/hooks');
      samples.nodes[2].callFrame = call('load', 4, 9, url);
      return { name: 'worker 1', samples, script, startUs: 5_010_000, parent: 1, cpuUs: 300_000, facts };
    };
    const namesWith = async (thread: ThreadToWrite): Promise<readonly [string[], number, number | undefined]> => {
      const [main, ...others] = threads;
      const outside = { treeCpuUs: 2_000_000 };
      const { threads: all, quality, unrecorded } = await analyzed([main, thread, ...others], {}, outside);
      return [all.map(({ name }) => name), quality.activeTime, unrecorded?.cpuTime];
    };

    it('leaves it out where only Heatline’s type stripping ran there', async () => {
      assert.deepEqual(await namesWith(hooks(hooksUrl)), [['main.js', 'worker 1', 'child.js'], 700_000, 1_000_000]);
    });

    it('keeps it where hooks of the program ran, and other threads that run the same file', async () => {
      const kept = [['main.js', 'worker 1 1', 'worker 1 2', 'child.js'], 1_000_000, 1_000_000];
      assert.deepEqual(await namesWith(hooks('file:///app/hooks.mjs')), kept);
      assert.deepEqual(await namesWith(hooks(hooksUrl, '/app/worker.js')), [kept[0], 700_000, 1_000_000]);
    });
  });

  it('is of the only thread that a recording of another tool has', async () => {
    const analysis = await withFile(JSON.stringify(busy('one', 10)), (path) => analyze(path, { thread: 1 }));
    assert.deepEqual(wordsOf(analysis.threads, 'id', 'kind', 'name', 'pid', 'isRecorded'), [
      '1 main main thread undefined true',
    ]);
  });
});
