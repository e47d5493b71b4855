import assert from 'node:assert/strict';
import { quantileOfT, tailOfT } from '../../../src/compare/student.ts';
import { compareWholes, judgeWhole } from '../../../src/compare/whole-change.ts';
import { medianOf } from '../../../src/compare/spread.ts';
import { quiet, Simulation } from './simulated-runs.ts';

const near = (value: number, expected: number, within = 1e-3): void =>
  assert.ok(Math.abs(value - expected) < within, `${value}, not ${expected}`);

describe("Student's t", () => {
  it('has the values of the tables', () => {
    near(quantileOfT(0.05, 1), 12.706);
    near(quantileOfT(0.05, 4), 2.776);
    near(quantileOfT(0.01, 8), 3.355);
    near(quantileOfT(0.05, 1000), 1.962);
    near(tailOfT(2.776, 4), 0.05, 1e-4);
    near(tailOfT(-2.776, 4), 0.05, 1e-4);
    near(tailOfT(0, 3), 1, 1e-9);
    assert.equal(tailOfT(Infinity, 3), 0);
  });
});

describe('medianOf', () => {
  it('weighs', () => {
    assert.equal(medianOf([3, 1, 2]), 2);
    assert.equal(medianOf([1, 2, 3, 4]), 2.5);
    assert.equal(medianOf([1, 2, 10], [1, 1, 5]), 10);
    assert.ok(Number.isNaN(medianOf([])));
  });
});

describe('compareWholes', () => {
  it('calls a change clear that is beyond what runs differ by themselves, and none that is within', () => {
    const change = compareWholes([100, 102, 98], [120, 122, 118]);
    assert.equal(change.isClear, true);
    near(change.ratio, 1.2, 0.01);
    assert.ok(change.interval && change.interval.low > 1.1 && change.interval.high < 1.3);
    assert.equal(compareWholes([100, 130, 90], [120, 95, 125]).isClear, false);
  });

  it('calls few of many equal single runs different where each is looked at', () => {
    const random = new Simulation(11);
    const rounds = 3000;
    let clear = 0;
    for (let round = 0; round < rounds; round++) {
      const rows = random.compare(6, 0.2, { ...quiet, speed: 0.05 });
      const sum = (side: 'before' | 'after', run: number): number =>
        rows.reduce((time, row) => time + row[side][run], 0);
      const [first, second, ...earlier] = [0, 1, 2, 3, 4, 5].flatMap((run) => [sum('before', run), sum('after', run)]);
      if (judgeWhole({ before: [first], after: [second] }, earlier).isClear) clear++;
    }
    assert.ok(clear > 0 && clear / rounds < 0.02, `${clear} of ${rounds}`);
  });

  it('says nothing of one run a side, unless earlier runs tell the spread', () => {
    const single = compareWholes([100], [200]);
    near(single.ratio, 2);
    assert.equal(single.interval, undefined);
    assert.equal(single.isClear, false);
    assert.equal(compareWholes([100], [200], [150]).interval, undefined);
    assert.equal(compareWholes([100], [200], [100, 103, 98]).isClear, true);
    assert.equal(compareWholes([100], [110], [90, 120, 100, 80]).isClear, false);
  });
});
