import assert from 'node:assert/strict';
import { analyze, type AnalyzeOptions } from '../../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../../src/core/index.ts';
import { readThreads } from '../../../../src/readers/read-threads.ts';
import { refusalOf, withFile } from '../cpuprofile/read-bytes.ts';
import { writeFirefox, type WrittenThread } from './write-firefox.ts';

const [main, sort] = ['main /app/a.js:20:3', 'sort /app/a.js:7:9'];
const page: WrittenThread = {
  name: 'GeckoMain',
  samples: [[1, main, sort], [3, main], [4], [6, main, 'gc|GC / CC'], [7, 'poll|Idle'], [9, main]],
};

const analysed = (profile: object, options: AnalyzeOptions = {}): Promise<Analysis> =>
  withFile(JSON.stringify(profile), (file) => analyze(file, options));

/** Function, line, self and total time in ms of each line with time. */
const linesOf = ({ lines, functions }: Analysis): string[] =>
  [...lines.line.keys()]
    .map((row) => {
      const [self, total] = [lines.selfTime[row], lines.totalTime[row]].map((time) => time / 1000);
      return `${functions.name[lines.function[row]]}:${lines.line[row]} ${self} ${total}`;
    })
    .sort();

describe('a profile of Firefox Profiler', () => {
  for (const version of [41, 58, 62, 70])
    it(`of version ${version} has a line for each sample and call`, async () => {
      const analysis = await analysed(writeFirefox([page], { version }));
      assert.deepEqual(linesOf(analysis), ['main:20 1 4', 'sort:7 2 2']);
      const { quality, threads, facts } = analysis;
      assert.deepEqual([quality.gcTime, quality.idleTime, quality.valueName], [1000, 4000, 'wall']);
      assert.deepEqual([facts.startedAt, threads.map(({ name }) => name)], [1_700_000_000_000, ['GeckoMain']]);
      assert.ok(analysis.timeline);
    });

  it('has columns', async () => {
    const [{ positions, samples }] = await withFile(JSON.stringify(writeFirefox([page])), readThreads);
    const at = samples.position?.[0] ?? -1;
    assert.deepEqual([positions.line[at], positions.column[at]], [7, 8]);
  });

  it('weighs CPU time where all threads have it, in the time before a sample, or wall time if that is asked for', async () => {
    const profile = writeFirefox([{ ...page, cpu: [0, 500, 0, 1500, 0, 2000] }]);
    const analysis = await analysed(profile);
    assert.deepEqual(linesOf(analysis), ['main:20 2.5 4']);
    assert.equal(analysis.quality.valueName, 'cpu');
    assert.equal((await analysed(profile, { time: 'wall' })).quality.valueName, 'wall');
    assert.equal((await analysed(writeFirefox([{ ...page, cpu: [0, 500] }, page]))).quality.valueName, 'wall');
  });

  it('takes the weights in ms that its samples have', async () => {
    const analysis = await analysed(writeFirefox([{ ...page, weight: [0.5, 0.25, 0, 0, 0, 1] }]));
    assert.deepEqual(linesOf(analysis), ['main:20 1.25 1.75', 'sort:7 0.5 0.5']);
  });

  it('has all threads with samples, those of other processes too', async () => {
    const profile = writeFirefox([
      { name: 'Worker', isMainThread: false, samples: page.samples },
      page,
      { name: 'Web Content', pid: '8', samples: page.samples },
      { name: 'Compositor', samples: [] },
    ]);
    const { threads } = await analysed(profile);
    assert.deepEqual(
      threads.map(({ kind, name }) => `${kind} ${name}`),
      ['main GeckoMain (shop 7)', 'process Web Content (shop 8)', 'worker Worker (shop 7)'],
    );
  });

  it('shows originals where they are known of the function and the place', async () => {
    const profile = writeFirefox([{ name: 'GeckoMain', samples: [[1, 'a http://x/min.js:1:500'], [2]] }]) as {
      shared: Record<string, Record<string, unknown>>;
    };
    const { shared } = profile;
    (shared.stringArray as unknown as string[]).push('/app/a.ts');
    const text = (shared.stringArray as unknown as string[]).length - 1;
    shared.sources = { filename: [...(shared.sources.filename as number[]), text], sourceMapURL: [], content: [] };
    shared.sourceLocationTable = { source: [1, 1], line: [30, 33], column: [1, 5] };
    shared.funcTable.originalLocation = [0];
    shared.frameTable.originalLocation = [1];
    const analysis = await analysed(profile);
    assert.deepEqual(linesOf(analysis), ['a:33 1 1']);
    assert.equal(analysis.sources[analysis.lines.source[0]].path, '/app/a.ts');
  });

  const whole = writeFirefox([page]);
  const refused: readonly (readonly [string, object | string, RegExp])[] = [
    ['that is raw', { meta: { version: 31 }, threads: [] }, /raw profile of Firefox; open it in profiler.firefox.com/],
    ['without meta', { threads: [] }, /"meta" is missing/],
    ['without samples', writeFirefox([{ ...page, samples: [] }]), /none of its threads has samples/],
    ['cut off', JSON.stringify(whole).slice(0, -40), /ends in the middle/],
    ['without its stacks', { ...whole, shared: {} }, /missing \(node/],
    ['that is a difference', writeFirefox([{ ...page, weight: [1, -1, 0, 0, 0, 0] }]), /difference of two profiles/],
    ['of absurd times', writeFirefox([{ ...page, samples: [[1, main], [1e300]] }]), /beyond all bounds/],
  ];
  for (const [what, profile, reason] of refused)
    it(`${what} is refused in one sentence`, async () => {
      const text = typeof profile === 'string' ? profile : JSON.stringify(profile);
      assert.match((await refusalOf(withFile(text, readThreads))).message, reason);
    });
});
