import { strict as assert } from 'node:assert';
import { buildGoalsReport } from './goals.ts';
import type { ConstructVerdict } from './judge-constructs.ts';
import type { JudgedLines } from './parts.ts';
import { AUTO } from './runs.ts';

const verdict = (mark: string, ownShare: number): ConstructVerdict => ({
  ...{ mark, kind: 'self', truth: 0.25, said: 0.25, low: 0.2, high: 0.3, ownShare },
});
const judged = (shares: Readonly<Record<string, number>>): JudgedLines => ({
  ...{ major: 24, part: 'constructs', name: 'all', reading: AUTO, isBusy: false, innocentExact: 0 },
  verdicts: Object.entries(shares).map(([mark, share]) => verdict(mark, share)),
});

describe('the report of goals', () => {
  it('counts constructs whose own time is known, and of how many', () => {
    const { tables } = buildGoalsReport([judged({ push: 0.97, buffer: NaN, pop: 0.9, shift: 0.89 })], []);
    const [goals, readings] = tables;
    const row = goals.rows.find(([name]) => name.startsWith('Constructs with'));
    assert.deepEqual(row?.slice(1), ['2 of 3 (missed)']);
    const [median, worst, below] = readings.rows[0].slice(4);
    assert.deepEqual([median, worst, below], ['90 %', '89 %', '1']);
  });

  it('meets the goal where all that are known do', () => {
    const { tables } = buildGoalsReport([judged({ push: 0.97, buffer: NaN })], []);
    const row = tables[0].rows.find(([name]) => name.startsWith('Constructs with'));
    assert.deepEqual(row?.slice(1), ['1 of 1']);
  });
});
