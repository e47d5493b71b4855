import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { Profile as Pprof } from 'pprof-format';
import { analyze, type AnalyzeOptions } from '../../../../src/analysis/analyze.ts';
import { type Analysis, findAnswer, precisionNames, sumPackages } from '../../../../src/core/index.ts';
import { describeAnswer } from '../../../../src/present/answer.ts';
import { formatValue, valueLabel } from '../../../../src/present/quantities.ts';
import { readThreads } from '../../../../src/readers/read-threads.ts';
import { refusalOf, withFile } from '../cpuprofile/read-bytes.ts';
import { writePprof } from './write-pprof.ts';
import { wordsOf } from '../../../support/told.ts';

/** Lines with what they have themselves and in all, in the unit of the value, and how sure they are; the most first. */
function linesOf({ lines, sources, functions }: Analysis): string[] {
  return [...lines.line.keys()]
    .sort((a, b) => lines.selfTime[b] - lines.selfTime[a])
    .map((row) => {
      const place = `${sources[lines.source[row]].path}:${lines.line[row]}`;
      const [self, total] = [lines.selfTime[row], lines.totalTime[row]].map((time) => Math.round(time));
      return `${functions.name[lines.function[row]]} ${place} ${self} ${total} ${precisionNames[lines.precision[row]]}`;
    });
}

const analysed = (bytes: Buffer, options: AnalyzeOptions = {}): Promise<Analysis> =>
  withFile(bytes, (file) => analyze(file, options));
const formats = path.join(import.meta.dirname, '../../../formats');
const recorded = (name: string, options: AnalyzeOptions = {}): Promise<Analysis> =>
  analyze(path.join(formats, 'recordings', `${name}.pb.gz`), options);

describe('a pprof', () => {
  it('of another language has its lines, their totals, and inlined calls as frames of their own', async () => {
    const analysis = await analysed(
      writePprof(
        ['samples/count', 'cpu/nanoseconds'],
        [
          {
            stack: ['main.inner /src/a.go:12#10 < main.outer /src/b.go:7#5', 'main.main /src/b.go:20#18'],
            values: [3, 30_000_000],
          },
          { stack: ['main.outer /src/b.go:8#5', 'main.main /src/b.go:20#18'], values: [1, 10_000_000] },
        ],
        { durationNanos: 1_000_000_000 },
      ),
    );
    assert.deepEqual(linesOf(analysis), [
      'main.inner /src/a.go:12 30000 30000 exact',
      'main.outer /src/b.go:8 10000 10000 exact',
      'main.main /src/b.go:20 0 40000 exact',
      'main.outer /src/b.go:7 0 30000 exact',
    ]);
    const { quality, functions, timeline } = analysis;
    assert.deepEqual(
      [quality.valueName, quality.samples, quality.duration, quality.lostSamples],
      ['cpu', 4, 1e6, undefined],
    );
    assert.deepEqual([...functions.line].filter((line) => line > 0).sort(), [10, 18, 5]);
    assert.equal(timeline, undefined);
    await assert.rejects(
      analysed(writePprof(['cpu/nanoseconds'], [{ stack: ['f /a.go:1#1'], values: [5] }]), {
        range: { from: 0, to: 1 },
      }),
      /does not tell when its samples were taken/,
    );
  });

  it('of Go, as its profiler writes one, says which own line asked for the time, and whose packages have it', async () => {
    const rank = path.join(formats, 'go/rank.go');
    const analysis = await recorded('go', {
      places: { folders: [], moves: [{ from: 'example.com/words', to: path.dirname(rank) }] },
    });
    const answer = findAnswer(analysis) ?? assert.fail();
    const told = describeAnswer({ analysis, answer, nameOf: ({ path: each }) => path.basename(each) });
    assert.match(told, /is spent in or below rank\.go:23, in main\.rank: .*in runtime\.mapassign_faststr/);
    const own = linesOf(analysis).filter((line) => line.includes(rank));
    assert.ok(
      own.some((line) => line.startsWith(`main.rank ${rank}:23 `)),
      own.join('\n'),
    );
    const packages = sumPackages(analysis).rows.map((row) => row.package?.name);
    assert.deepEqual(packages.slice(0, 3), ['runtime', 'strings', 'strconv']);
  });

  it('of a server that leaves out the number of samples tells it by the steps of its times, unless they are too small', async () => {
    const samplesOf = async (...times: readonly number[]): Promise<number> => {
      const samples = times.map((time, at) => ({ stack: [`f /a.go:${at + 1}#1`], values: [time * 1e6] }));
      return (await analysed(writePprof(['cpu/nanoseconds'], samples))).quality.samples;
    };
    assert.equal(await samplesOf(30, 50), 8);
    // No two steps are alike in what Node's recorders send: there is one stack at least.
    assert.equal(await samplesOf(30, 50.000001), 2);
  });

  it('that tells what was inlined has lines, even if each function has only one', async () => {
    const stack = ['time.Now /src/time.go:1091 < main.next /src/main.go:17', 'main.main /src/main.go:30'];
    assert.deepEqual(linesOf(await analysed(writePprof(['cpu/nanoseconds'], [{ stack, values: [5000] }]))), [
      'time.Now /src/time.go:1091 5 5 exact',
      'main.main /src/main.go:30 0 5 exact',
      'main.next /src/main.go:17 0 5 exact',
    ]);
  });

  it('that knows functions only says so, and shows no line in them', async () => {
    for (const name of ['datadog-functions-node24', 'datadog-functions-node26']) {
      const analysis = await recorded(name);
      const [hottest] = linesOf(analysis);
      // Up to Node 24, V8 counts what is inlined to the caller.
      assert.match(hottest, name.endsWith('26') ? /^mix \/app\/lib\.cjs:32 / : /^outer \/app\/main\.cjs:5 /);
      assert.ok([...analysis.lines.precision].every((precision) => precisionNames[precision] === 'function'));
      assert.ok([...analysis.lines.totalTime].every((total) => Number.isNaN(total)));
    }
  });

  it('of V8 that was asked for lines has them, no surer than in a CPU profile', async () => {
    const lines = linesOf(await recorded('datadog-lines-node26'));
    assert.match(lines[0], /^mix \/app\/lib\.cjs:36 \d+ \d+ estimated$/);
    assert.ok(lines.every((line) => !line.endsWith('function')));
  });

  const beginsOnly = (count: number): string[] =>
    Array.from({ length: count }, (_, i) => `load${i} /app/load.js:0#${i + 1}`);
  it('has what a builtin takes on the line that called it, though most callers tell none; totals are unknown then', async () => {
    const stack = ['JSON.parse :0', 'both /app/two.js:4#2', ...beginsOnly(4)];
    const other = ['JSON.stringify :0', 'both /app/two.js:3#2', ...beginsOnly(4)];
    const samples = [
      { stack, values: [2000] },
      { stack: other, values: [1000] },
      { stack: stack.slice(1), values: [500] },
    ];
    assert.deepEqual(linesOf(await analysed(writePprof(['cpu/nanoseconds'], samples))), [
      'both /app/two.js:4 3 NaN exact',
      'both /app/two.js:3 1 NaN exact',
    ]);
  });

  it("knows totals where only Node's own callers tell no line", async () => {
    const stack = [
      'JSON.parse :0',
      'both /app/two.js:4#2',
      'run node:internal/modules:0#5',
      'load node:internal/main:0#9',
    ];
    assert.deepEqual(
      linesOf(
        await analysed(
          writePprof(
            ['cpu/nanoseconds'],
            [
              { stack, values: [2000] },
              { stack: stack.slice(1), values: [1000] },
            ],
          ),
        ),
      ),
      ['both /app/two.js:4 3 3 exact'],
    );
  });

  const functionsTwice = (lines: readonly [number, number]): Buffer =>
    writePprof(
      ['wall/nanoseconds'],
      [
        ...lines.map((line) => ({ stack: [`constructor /app/a.js:${line}`, 'main /app/a.js:1'], values: [1000] })),
        ...Array.from({ length: 30 }, (_, i) => ({ stack: [`f${i} /app/a.js:${100 + i}`], values: [1000] })),
      ],
    );
  it('may have two functions of one name in a script, without lines in them', async () => {
    const { functions } = await analysed(functionsTwice([10, 20]));
    const places = [...functions.name.keys()].filter((row) => functions.name[row] === 'constructor');
    assert.deepEqual(places.map((row) => functions.line[row]).sort(), [10, 20]);
  });

  it('has columns, as they are or packed into the line', async () => {
    const packed = 7 + 2 ** 32 * 572;
    for (const entry of ['f /app/min.js:7:572#1', `f /app/min.js:${packed}#1`]) {
      const [{ positions, ticks }] = await withFile(
        writePprof(['wall/nanoseconds'], [{ stack: [entry], values: [1000] }]),
        (file) => readThreads(file),
      );
      const [at] = ticks.position;
      assert.deepEqual([positions.line[at], positions.column[at]], [7, 571]);
    }
  });

  it('names functions as they are, whatever recorders put around', async () => {
    const { functions } = await analysed(
      writePprof(
        ['wall/nanoseconds'],
        [{ stack: ['./lib/a.js:plain:4 /app/a.js:4', '(anonymous:L#5:C#2) /app/a.js:5'], values: [1000] }],
      ),
    );
    const told = [...functions.name.keys()].map(
      (row) => `${functions.name[row]}:${functions.line[row]}:${functions.column[row]}`,
    );
    assert.deepEqual(told.sort(), ['(root):0:-1', ':5:1', 'plain:4:-1']);
  });

  const named: readonly (readonly [producer: string, entries: readonly [string, string], lines: readonly string[]])[] =
    [
      [
        "Pyroscope's recorder of Python",
        ['lib/cart.py:-1 - total lib/cart.py:12', 'lib/cart.py:-1 - total lib/cart.py:13'],
        ['total lib/cart.py:12 1 1 exact', 'total lib/cart.py:13 1 1 exact'],
      ],
      [
        "Pyroscope's recorder of Rust",
        ['main.rs:12 - shop::cart::total :0', 'main.rs:13 - shop::cart::total :0'],
        ['shop::cart::total main.rs:12 1 1 exact', 'shop::cart::total main.rs:13 1 1 exact'],
      ],
      [
        "Parca's agent, of Node's perf map",
        ['LazyCompile:*total /app/cart.js:12:7 :0', 'Function:^ /app/my cart.js:1 :0'],
        ['total /app/cart.js:12 1 NaN function', ' /app/my cart.js:1 1 NaN function'],
      ],
    ];
  for (const [producer, entries, lines] of named)
    it(`of ${producer} has the file and line that names tell`, async () => {
      const samples = entries.map((entry) => ({ stack: [entry], values: [1000] }));
      assert.deepEqual(linesOf(await analysed(writePprof(['cpu/nanoseconds'], samples))), lines);
    });

  it('has the last value as heat of which there is something', async () => {
    const bytes = writePprof(
      ['cpu/nanoseconds', 'lock-time/nanoseconds'],
      [{ stack: ['f /a.cs:1'], values: [7000, 0] }],
    );
    assert.equal((await analysed(bytes)).quality.valueName, 'cpu');
  });

  it('of .NET, whose functions have no ids, takes them in order; an absurd duration is unknown', async () => {
    const bytes = writePprof(
      ['cpu/nanoseconds'],
      ['Shop!Cart.Total', 'Shop!Cart.Sum'].map((name) => ({ stack: [`${name} Shop:0`], values: [1000] })),
      { timeNanos: 1.7e18, durationNanos: 1.7e18 },
    );
    const profile = Pprof.decode(bytes);
    for (const each of profile.function) each.id = 0;
    const { functions, quality } = await analysed(Buffer.from(profile.encode()));
    assert.deepEqual([...functions.name].sort(), ['(root)', 'Shop!Cart.Sum', 'Shop!Cart.Total']);
    assert.equal(quality.duration, 2);
  });

  describe('of several values', () => {
    const heap = writePprof(
      ['alloc_objects/count', 'alloc_space/bytes', 'delay/milliseconds'],
      [
        { stack: ['f /a.go:2#1'], values: [1, 3_000_000, 0] },
        { stack: ['g /a.go:5#4'], values: [9, 1000, 20] },
      ],
      { defaultType: 'alloc_space' },
    );
    const cases: readonly (readonly [string | undefined, string, readonly string[]])[] = [
      [undefined, 'alloc_space 3.00 MB', ['f /a.go:2 3000000 3000000 exact', 'g /a.go:5 1000 1000 exact']],
      ['alloc_objects', 'alloc_objects 10', ['g /a.go:5 9 9 exact', 'f /a.go:2 1 1 exact']],
      ['delay', 'delay 20.0 ms', ['g /a.go:5 20000 20000 exact']],
    ];
    for (const [value, whole, lines] of cases)
      it(`has ${value ?? 'the default'} as heat`, async () => {
        const analysis = await analysed(heap, value === undefined ? {} : { value });
        const { quality, facts } = analysis;
        assert.equal(
          `${valueLabel(quality)} ${formatValue(quality, quality.activeTime)}`.replaceAll('\u00a0', ' '),
          whole,
        );
        const withTime = linesOf(analysis).filter((line) => !line.includes(' 0 0 '));
        assert.deepEqual(withTime, lines);
        assert.deepEqual(wordsOf(facts.values, 'name'), ['alloc_objects', 'alloc_space', 'delay']);
      });

    it('names them where it has none of that name', () =>
      assert.rejects(
        analysed(heap, { value: 'cpu' }),
        /it has no value "cpu", but alloc_objects, alloc_space, delay\.$/,
      ));

    it('is named by one word, in which nothing is markup, an escape sequence or a sentence', async () => {
      const samples = [{ stack: ['f /a.go:2'], values: [1] }];
      const { quality } = await analysed(writePprof(['x) [a](command:b)\n\u001b[2J/p c\u001b]0;t\u0007'], samples));
      const [name, whole] = [valueLabel(quality), formatValue(quality, quality.activeTime).replace('\u00a0', ' ')];
      assert.deepEqual([name, whole], ['x·a·command:b·2J', '1 p·c·0·t·']);
    });

    it('is CPU time or wall time, as is asked', async () => {
      assert.equal((await recorded('datadog-functions-node26')).quality.valueName, 'cpu');
      assert.equal((await recorded('datadog-functions-node26', { time: 'wall' })).quality.valueName, 'wall');
    });
  });

  it('is recognised whatever field stands first', async () => {
    const bytes = writePprof(['cpu/nanoseconds'], [{ stack: ['f /a.go:2#1'], values: [5000] }]);
    // The time, as varint, and the type of the period: Go's other encoders write them first.
    for (const first of [
      [0x48, 0xce, 0x9f, 0x13],
      [0x5a, 4, 8, 1, 16, 2],
      [0x60, 1],
    ])
      assert.deepEqual(linesOf(await analysed(Buffer.concat([Buffer.from(first), bytes]))), ['f /a.go:2 5 5 exact']);
  });

  it('has only the samples with the labels that are asked for', async () => {
    const profile = writePprof(
      ['wall/nanoseconds'],
      [
        { stack: ['f /a.go:2#1'], values: [1000], labels: { endpoint: '/cart', span: 7 } },
        { stack: ['g /a.go:5#4'], values: [3000], labels: { endpoint: '/cart', span: 8 } },
        { stack: ['g /a.go:6#4'], values: [9000] },
      ],
    );
    const [cart, span] = [
      { key: 'endpoint', value: '/cart' },
      { key: 'span', value: '8' },
    ];
    assert.equal((await analysed(profile, { labels: [cart] })).quality.activeTime, 4);
    const { labels, facts, ...both } = await analysed(profile, { labels: [cart, span] });
    assert.deepEqual(linesOf({ facts, ...both }), ['g /a.go:5 3 3 exact']);
    assert.deepEqual(labels, [cart, span]);
    // Of the whole profile, so that others can be chosen.
    assert.deepEqual(
      facts.labels?.map(({ key, value, share }) => `${key}=${value} ${Math.round(100 * share)} %`),
      ['endpoint=/cart 31 %', 'span=8 23 %', 'span=7 8 %'],
    );
    const either = await analysed(profile, { labels: [span, { key: 'span', value: '7' }] });
    assert.equal(either.quality.activeTime, 4);
    await assert.rejects(
      analysed(profile, { labels: [{ key: 'endpoint', value: '/pay' }] }),
      /none of its samples has the label endpoint=\/pay; it has endpoint \(\/cart\), span \(7, 8\)\.$/,
    );
    await assert.rejects(analysed(Buffer.from('{}'), { labels: [cart] }), /leave --label out/);
  });

  it('has the threads and times that labels tell', async () => {
    const sample = (thread: string, at: number): Parameters<typeof writePprof>[1][number] => ({
      stack: ['f /app/a.py:3#1'],
      values: [1_000_000],
      labels: {
        'thread id': thread === 'main' ? 1 : 7,
        'thread name': thread,
        end_timestamp_ns: BigInt(at) * 1_000_000n,
      },
    });
    const file = writePprof(['wall/nanoseconds'], [sample('pool', 12), sample('main', 20), sample('main', 14)], {
      timeNanos: 10_000_000,
      durationNanos: 10_000_000,
    });
    const analysis = await analysed(file);
    assert.deepEqual(wordsOf(analysis.threads, 'id', 'name', 'activeTime'), ['1 main 2000', '2 pool 1000']);
    assert.deepEqual([...analysis.lanes[0].samples.start], [0, 3000, 4000, 9000, 10_000]);
    assert.deepEqual([analysis.timeline?.duration, analysis.quality.idleTime], [10_000, 9000]);
    assert.equal((await analysed(file, { thread: 2 })).quality.activeTime, 1000);
  });

  it('has no place in time for what is no time', async () => {
    const labels = { end_timestamp_ns: 20_000_000n };
    const samples = [{ stack: ['f /app/a.py:3#1'], values: [1_000_000, 5_000_000], labels }];
    const file = writePprof(['wall/nanoseconds', 'alloc/bytes'], samples, { timeNanos: 10_000_000 });
    const { timeline, quality, lanes } = await analysed(file, { value: 'alloc' });
    assert.deepEqual([timeline, quality.activeTime, quality.idleTime], [undefined, 5_000_000, 0]);
    assert.deepEqual([...lanes[0].samples.start], [0, 5_000_000]);
    assert.equal((await analysed(file, { value: 'wall' })).timeline?.duration, 10_000);
  });

  it('is refused at once if gigabytes of nothing stand behind it', () =>
    withFile(writePprof(['cpu/ns'], [{ stack: ['f /a.go:1#1'], values: [1] }]), async (file) => {
      await truncate(file, 3 * 1024 ** 3);
      await assert.rejects(readThreads(file), {
        name: 'FormatError',
        message: /it begins as a pprof does, and is damaged or cut off; copy it again\.$/,
      });
    }));

  const refused: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
    'is cut off': [
      writePprof(['cpu/ns'], [{ stack: ['f /a.go:1#1'], values: [1] }]).subarray(0, 24),
      /cut off|is missing|not there/,
    ],
    'is a difference': [
      writePprof(['cpu/ns'], [{ stack: ['f /a.go:1#1'], values: [-5n] }]),
      /difference of two profiles/,
    ],
    'has a sample whose list of locations is longer than the file': [
      Buffer.concat([
        writePprof(['cpu/ns'], [{ stack: ['f /a.go:1#1'], values: [1] }]),
        Buffer.from([0x12, 6, 0x0a, 0xff, 0xff, 0xff, 0xff, 0x07]),
      ]),
      /damaged or cut off/,
    ],
    'lacks values': [writePprof(['a/ns', 'b/ns'], [{ stack: ['f /a.go:1#1'], values: [1] }]), /more or fewer values/],
  };
  for (const [what, [bytes, problem]] of Object.entries(refused))
    it(`is refused in one sentence if it ${what}`, async () => {
      const { message } = await refusalOf(withFile(bytes, (file) => readThreads(file)));
      assert.match(message, problem);
      assert.match(message, /^[^\n]+\.$/);
    });
});
