import assert from 'node:assert/strict';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import { earlierTimes } from '../../../src/extension/changes/baseline.ts';
import { compareRuns, findRefusal } from '../../../src/compare/index.ts';
import type { Ending } from '../../../src/recording/index.ts';
import { activeLabel } from '../../../src/present/changes.ts';
import { formatActive, plainSpaces } from '../../../src/present/quantities.ts';
import { viewOfStacks } from './view-of-stacks.ts';
import { describeResult, qualityLines, resultOf } from '../../../src/extension/result-text.ts';

const ending: Ending = { kind: 'exit', code: 0 };
const facts = {
  program: '/app/main.js',
  args: ['a'],
  runtimeVersion: 'v20.1.0',
  ending,
};
const runOf = (samples: number, more: object = {}): ReturnType<typeof viewOfStacks> =>
  viewOfStacks([`${samples}× main:2 > f:5`], { facts: { ...facts, ...more } });

/** Records runs one after the other, and compares the last with the one before it, where it can be; what is said of it. */
function textAfter(...views: readonly AnalysisView[]): string {
  const list = views.map((view, at) => ({
    ...{ id: String(at), file: '', title: '', program: '', recordedAt: at, bytes: 0 },
    // Ten samples and more tell enough here.
    result: { ...resultOf(view), isSlight: false },
  }));
  const [before, after] = views.slice(-2).map(({ analysis }) => analysis);
  const last = views[views.length - 1];
  const nobody = (): undefined => undefined;
  if (!after || findRefusal([before], [after])) return plainSpaces(activeLabel(last.analysis.quality));
  const earlier = earlierTimes(list, after, ...list.slice(-2).map(({ id }) => id));
  const { whole } = compareRuns([before], [after], {
    texts: { before: nobody, after: nobody },
    earlier,
  });
  return plainSpaces(activeLabel(last.analysis.quality, whole));
}

describe('a run beside the one before', () => {
  it('says nothing of a change while nobody knows how much runs differ by themselves', () => {
    assert.equal(textAfter(runOf(30)), '30.0 ms active');
    assert.equal(textAfter(runOf(30), runOf(10)), '30.0 ms → 10.0 ms active (unconfirmed)');
  });

  it('tells a change that is more than earlier runs differ', () => {
    const alike = [runOf(30), runOf(31), runOf(29), runOf(30)];
    assert.equal(textAfter(...alike, runOf(10)), '30.0 ms → 10.0 ms active (−67 %)');
    assert.equal(textAfter(...alike, runOf(31)), '30.0 ms → 31.0 ms active (no clear change)');
    const unlike = [runOf(30), runOf(90), runOf(20), runOf(40), runOf(10)];
    assert.equal(textAfter(...unlike), '40.0 ms → 10.0 ms active (no clear change)');
  });

  it('holds runs only against those that were made in the same way, and did all of their work', () => {
    const alike = [runOf(30), runOf(31), runOf(29), runOf(30)];
    const others = [{ program: '/b.js' }, { args: [] }, { runtimeVersion: 'v22.0.0' }, { sampler: 'v8log' }];
    for (const other of others) assert.equal(textAfter(...alike, runOf(10, other)), '10.0 ms active');
    const stopped = runOf(10, { ending: { kind: 'stopped', by: 'user' } });
    assert.equal(textAfter(...alike, stopped), '30.0 ms → 10.0 ms active (unconfirmed)');
  });
});

describe('a recording of something else than time', () => {
  const value = { name: 'alloc_space', unit: 'bytes' };

  it('names it, with its unit, beside a comparison and in the list of recordings', () => {
    const [before, after] = [runOf(30, { value }), runOf(10, { value })];
    assert.equal(textAfter(before), '30.0 kB alloc_space');
    assert.equal(textAfter(before, after), '30.0 kB → 10.0 kB alloc_space (unconfirmed)');
    assert.match(plainSpaces(describeResult(after, false)), /\(10\.0 kB alloc_space\)/);
    const result = resultOf(after);
    assert.deepEqual(result.value, value);
    assert.equal(plainSpaces(formatActive(result, result.activeTime)), '10.0 kB alloc_space');
    assert.equal(resultOf(runOf(10)).value, undefined);
  });

  it('tells no duration that it does not have', () => {
    const text = (duration: number): string => plainSpaces(qualityLines(runOf(30, { value, duration })).join('\n'));
    assert.match(text(0), /^value: 30\.0 kB alloc_space$/m);
    assert.match(text(2e6), /^value: 2\.00 s recorded, 30\.0 kB alloc_space$/m);
  });
});

describe('how good a measurement is, in words', () => {
  it('tells clock and sampler, and waiting, blocked and idle time apart', () => {
    const view = runOf(40, { samplerReason: 'The inspector was asked for.' });
    const quality = { ...view.analysis.quality, idleTime: 5_000, waitingTime: 7_000, blockedTime: 9_000 };
    const text = plainSpaces(qualityLines({ ...view, analysis: { ...view.analysis, quality } }).join('\n'));
    assert.match(
      text,
      /^time: .* recorded, 40\.0 ms active, of that blocked 9\.00 ms, idle 5\.00 ms, waiting for a CPU 7\.00 ms$/m,
    );
    assert.match(text, /^sampler: inspector, wall-clock time\. The inspector was asked for\.$/m);
  });

  it('says how much longer to run, until the hottest line is sure to a point', () => {
    const of = (samples: number): string =>
      plainSpaces(qualityLines(viewOfStacks(Array.from({ length: samples }, (_, i) => `main:${i % 2}`))).join('\n'));
    assert.match(of(400), /\d+(\.\d+)? (ms|s) more of active time would give ±1 point on the hottest line/);
    assert.doesNotMatch(of(12_000), /more of active time/);
  });
});
