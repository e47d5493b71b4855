import assert from 'node:assert/strict';
import { type TickTable, TickRepair } from '../../../../src/core/index.ts';
import { timeTicks } from '../../../../src/readers/cpuprofile/build-ticks.ts';

const COMPUTES = [900, 100] as const;
const BLOCKED = [30, 970] as const;

/** One node (1) with samples that used so much CPU and were blocked so long, and lines with these counts. */
function share(uses: readonly (readonly [number, number])[], counts: readonly number[]): TickTable {
  const samples = {
    node: new Int32Array(uses.length).fill(1),
    start: Float64Array.from({ length: uses.length + 1 }, (_, i) => i * 1000),
    cpu: Float64Array.from(uses, ([cpu]) => cpu),
    blocked: Float64Array.from(uses, ([, blocked]) => blocked),
  };
  const rows = {
    node: new Int32Array(counts.length).fill(1),
    position: Int32Array.from(counts.keys()),
    count: Uint32Array.from(counts),
  };
  return timeTicks(rows, 2, samples);
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const rounded = (values: Float64Array | undefined): number[] => Array.from(values ?? [], Math.round);

describe('blocked time of the lines of one node', () => {
  it('is shared by their ticks, as an estimate', () => {
    const ticks = share([...times(30, COMPUTES), ...times(30, BLOCKED)], [15, 45]);
    assert.deepEqual(rounded(ticks.blocked), [8_025, 24_075]);
    assert.deepEqual([...(ticks.computing ?? [])], [8, 23]);
    assert.deepEqual([...(ticks.repair ?? [])], times(2, TickRepair.mixed));
  });

  it('is no estimate where the node did one thing, or has one line', () => {
    assert.equal(share(times(60, COMPUTES), [20, 40]).repair, undefined);
    assert.equal(share(times(60, BLOCKED), [20, 40]).repair, undefined);
    assert.equal(share([...times(30, COMPUTES), ...times(30, BLOCKED)], [60]).repair, undefined);
    assert.deepEqual([...(share(times(60, BLOCKED), [20, 40]).computing ?? [])], [0, 0]);
  });

  it('adds up to what the node used', () => {
    const ticks = share([...times(30, COMPUTES), ...times(51, BLOCKED)], [20, 50, 11]);
    const sum = (values: Float64Array | undefined): number =>
      [...(values ?? [])].reduce((all, value) => all + value, 0);
    assert.equal(Math.round(sum(ticks.cpu)), 30 * 900 + 51 * 30);
    assert.equal(Math.round(sum(ticks.blocked)), 30 * 100 + 51 * 970);
  });
});
