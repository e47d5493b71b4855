import assert from 'node:assert/strict';
import { findMisfit, isAnswered } from '../../../src/compare/index.ts';
import { compareWholes } from '../../../src/compare/whole-change.ts';
import type { ComparableRun } from '../../../src/compare/side-table.ts';
import { describeMisfit } from '../../../src/present/series.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { Random } from '../../support/random.ts';
import { makeRun } from './runs.ts';

const lines = [{ name: 'work', line: 3, self: 100 }];
const run = (facts: Partial<ComparableRun['facts']> = {}, text = ''): ComparableRun => makeRun(lines, text, facts);
const ofTimes = (times: readonly number[]): ComparableRun[] =>
  times.map((activeTime) => makeRun(lines, '', {}, { activeTime }));

describe('runs of a series', () => {
  it('go together when they came to the same end, whatever its code', () => {
    assert.equal(findMisfit([], run()), undefined);
    assert.equal(findMisfit([run()], run()), undefined);
    const lints = run({ ending: { kind: 'exit', code: 1 } });
    assert.equal(findMisfit([lints, lints], lints), undefined);
    const timed = run({ ending: { kind: 'stopped', by: 'duration' } });
    assert.equal(findMisfit([timed], timed), undefined);
  });

  it('do not when one failed, was stopped, or ran other code', () => {
    const codeOf = (before: ComparableRun[], next: ComparableRun): string | undefined => findMisfit(before, next)?.code;
    const crashed = run({ ending: { kind: 'exit', code: 1, error: 'TypeError' } });
    assert.equal(codeOf([], crashed), 'failed');
    assert.equal(codeOf([run(), run()], crashed), 'failed');
    assert.equal(codeOf([run()], run({ ending: { kind: 'exit', code: 1 } })), 'failed');
    assert.equal(codeOf([run()], run({ ending: { kind: 'killed', signal: 'SIGKILL' } })), 'failed');
    assert.equal(codeOf([run()], run({ ending: { kind: 'stopped', by: 'duration' } })), 'failed');
    assert.equal(codeOf([run()], run({ ending: { kind: 'stopped', by: 'user' } })), 'stopped');
    assert.equal(codeOf([run({}, 'a')], run({}, 'b')), 'mixture');
    assert.equal(codeOf([run()], run({ args: ['--fast'] })), 'mixture');
  });

  it('are told with what becomes of them', () => {
    const crashed = run({ ending: { kind: 'exit', code: 1, error: 'TypeError' } });
    const told = (before: ComparableRun[], next: ComparableRun): string => {
      const misfit = findMisfit(before, next) ?? assert.fail('it fits');
      return plainSpaces(describeMisfit(misfit, before.length + 1, 5, before.length));
    };
    assert.equal(
      told([run(), run()], crashed),
      'Run 3 of 5 came to another end than those before (The program ended with code 1 after an uncaught TypeError): it does not count, and no other follows.',
    );
    assert.equal(
      told([], crashed),
      'Run 1 of 5 failed (The program ended with code 1 after an uncaught TypeError): no other follows.',
    );
    assert.match(told([run({}, 'a')], run({}, 'b')), /changed between the runs.* record all runs/);
  });
});

describe('a series that ends early', () => {
  it('does so when nothing can doubt the answer any more', () => {
    const before = ofTimes([100e3, 101e3, 99e3, 100e3, 102e3]);
    assert.ok(isAnswered(before, ofTimes([50e3, 51e3, 49e3])));
    assert.ok(isAnswered(before, ofTimes([150e3, 151e3, 149e3])));
    assert.ok(!isAnswered(before, ofTimes([50e3, 51e3])), 'two runs');
    assert.ok(!isAnswered(before, ofTimes([97e3, 98e3, 99e3])), 'a small change');
    assert.ok(!isAnswered(ofTimes([100e3]), ofTimes([50e3, 51e3, 49e3])), 'a single run before');
    assert.ok(!isAnswered([], ofTimes([50e3, 51e3, 49e3])));
  });

  it('adds next to nothing to how often equal runs are told apart', () => {
    const random = new Random(7);
    const series = (): number[] => Array.from({ length: 5 }, () => 1e5 * Math.exp(0.05 * random.normal()));
    const rounds = 4000;
    let [early, atLast] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const [before, after] = [series(), series()];
      const [sides, looks] = [ofTimes(before), [3, 4].map((runs) => ofTimes(after.slice(0, runs)))];
      if (looks.some((look) => isAnswered(sides, look))) early++;
      else if (compareWholes(before, after).isClear) atLast++;
    }
    assert.ok(early / rounds < 0.005, `${early} of ${rounds} equal series ended early`);
    assert.ok((early + atLast) / rounds < 0.06, `${early + atLast} of ${rounds} equal series were told apart`);
  });
});
