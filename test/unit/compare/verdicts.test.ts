import assert from 'node:assert/strict';
import { hasShare, judgeRows, LEAST_SHARE_JUDGED } from '../../../src/compare/judge-rows.ts';
import type { TimedRow } from '../../../src/compare/tell-rows-apart.ts';
import { compareWholes } from '../../../src/compare/whole-change.ts';
import { busy, type Noise, quiet, Simulation } from './simulated-runs.ts';

const rounds = 100;

interface Outcome {
  /** Comparisons in which the hot line was called different. */
  found: number;
  /** Comparisons in which any other line was. */
  false: number;
  /** Comparisons in which the hot line's interval held the truth. */
  covered: number;
}

/** Judges made-up runs again and again; row 0 is the hot line. */
function judgeOften(
  runs: number,
  hot: number,
  noise: Noise,
  change: { factor?: number; drift?: number } = {},
): Outcome {
  const simulation = new Simulation(7);
  const outcome: Outcome = { found: 0, false: 0, covered: 0 };
  for (let round = 0; round < rounds; round++) {
    const all = simulation.compare(runs, hot, noise, change);
    const sum = (side: keyof TimedRow): number[] =>
      Array.from({ length: runs }, (_, run) => all.reduce((total, row) => total + row[side][run], 0));
    const active = { before: sum('before'), after: sum('after'), sampleTime: 1 };
    const rows = all.filter((row) => hasShare(row, active, LEAST_SHARE_JUDGED));
    const whole = compareWholes(active.before, active.after);
    const changes = judgeRows(rows, rows, active, whole);
    const [first] = changes;
    if (first.isClear) outcome.found++;
    if (changes.slice(1).some(({ isClear }) => isClear)) outcome.false++;
    if (first.low <= (change.factor ?? 1) && first.high >= (change.factor ?? 1)) outcome.covered++;
  }
  return outcome;
}

describe('verdicts on made-up runs', function () {
  this.timeout(60_000);

  for (const [name, noise] of Object.entries({ quiet, busy })) {
    for (const runs of [2, 3, 5]) {
      it(`calls a line of equal runs different in at most 5 % of comparisons (${name} machine, ${runs} a side)`, () => {
        for (const hot of [0.05, 0.5]) {
          const { found, false: others } = judgeOften(runs, hot, noise);
          assert.ok(found + others <= rounds * 0.05, `${hot}: ${found} + ${others}`);
        }
      });
    }
  }

  it('takes a machine that was slower for all runs of a side for no change of a line', () => {
    for (const hot of [0.05, 0.5]) {
      const { found, false: others } = judgeOften(5, hot, quiet, { drift: 1.15 });
      assert.ok(found + others <= rounds * 0.05, `${hot}: ${found} + ${others}`);
    }
  });

  it('finds a line that takes half as long again', () => {
    assert.ok(judgeOften(5, 0.05, quiet, { factor: 1.5 }).found >= rounds * 0.8);
    assert.ok(judgeOften(3, 0.2, quiet, { factor: 1.5 }).found >= rounds * 0.85);
    assert.ok(judgeOften(5, 0.2, busy, { factor: 1.5 }).found >= rounds * 0.8);
  });

  it('finds a line that takes twice as long, and blames no other for it', () => {
    for (const hot of [0.05, 0.2, 0.5, 0.94]) {
      const { found, false: others, covered } = judgeOften(5, hot, quiet, { factor: 2 });
      assert.ok(found >= rounds * 0.95, `${hot}: found ${found}`);
      assert.ok(others <= rounds * 0.1, `${hot}: others ${others}`);
      assert.ok(covered >= rounds * 0.9, `${hot}: covered ${covered}`);
    }
  });

  it('finds a hot line that got faster without calling the others slower', () => {
    const { found, false: others } = judgeOften(5, 0.5, quiet, { factor: 0.1 });
    assert.equal(found, rounds);
    assert.ok(others <= rounds * 0.1, `${others}`);
  });
});
