import assert from 'node:assert/strict';
import { activeChange, isComparable, ranToItsEnd, sameFunction } from '../../../src/extension/analysis/comparison.ts';
import { activeText, changeText, qualityLines } from '../../../src/extension/quality-text.ts';
import type { Ending } from '../../../src/recording/index.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { viewOfStacks } from './view-of-stacks.ts';

const ending: Ending = { kind: 'exit', code: 0 };
const facts = {
  program: '/app/main.js',
  args: ['a'],
  runtimeVersion: 'v20.1.0',
  ending,
};
const runOf = (samples: number, more: object = {}): ReturnType<typeof viewOfStacks> =>
  viewOfStacks(Array<string>(samples).fill('main:2 > f:5'), { facts: { ...facts, ...more } });

describe('a run beside the one before', () => {
  it('is compared with the same program, arguments, runtime, sampler and clock only', () => {
    const { analysis } = runOf(10);
    assert.equal(isComparable(runOf(30).analysis, analysis), true);
    for (const other of [{ program: '/b.js' }, { args: [] }, { runtimeVersion: 'v22.0.0' }, { sampler: 'v8log' }])
      assert.equal(isComparable(runOf(30, other).analysis, analysis), false, JSON.stringify(other));
    const onCpu = viewOfStacks(['main:2'], { cpu: [900], facts });
    assert.equal(isComparable(onCpu.analysis, analysis), false);
  });

  it('tells the change of active time of runs that did all of their work', () => {
    const view = { ...runOf(10), previous: runOf(30).analysis };
    assert.deepEqual(activeChange(view.previous, view.analysis), { before: 30_000, after: 10_000 });
    assert.equal(plainSpaces(activeText(view)), '30.0 ms → 10.0 ms active (−67 %)');
    const stopped = { ...runOf(10, { ending: { kind: 'stopped', by: 'user' } }), previous: view.previous };
    assert.equal(plainSpaces(activeText(stopped)), '10.0 ms active');
  });

  it('takes a program that ended with code 0 for one that did all of its work', () => {
    assert.equal(ranToItsEnd({ ending }), true);
    const others: (Ending | undefined)[] = [
      { kind: 'exit', code: 1 },
      { kind: 'exit' },
      { kind: 'exit', code: 0, error: 'TypeError' },
      { kind: 'signal', signal: 'SIGTERM' },
      { kind: 'killed', signal: 'SIGKILL' },
      { kind: 'stopped', by: 'user' },
      { kind: 'stopped', by: 'duration' },
      { kind: 'stopped', by: 'log-limit' },
      undefined,
    ];
    for (const other of others) assert.equal(ranToItsEnd({ ending: other }), false, JSON.stringify(other));
  });

  it('writes changes with their sign, and small ones as none', () => {
    assert.equal(plainSpaces(changeText({ before: 100, after: 150 })), '+50 %');
    assert.equal(plainSpaces(changeText({ before: 100, after: 34 })), '−66 %');
    assert.equal(changeText({ before: 1000, after: 960 }), 'about the same');
  });

  it('finds a function again by its name and file, where there is but one', () => {
    const now = runOf(3).analysis;
    const before = viewOfStacks(['main:2 > g:1', 'main:2 > f:5']).analysis;
    assert.equal(before.functions.name[sameFunction(before, now, now.functions.name.indexOf('f'))], 'f');
    assert.equal(sameFunction(viewOfStacks(['main:2']).analysis, now, now.functions.name.indexOf('f')), -1);
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
