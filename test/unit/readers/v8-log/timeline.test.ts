import assert from 'node:assert/strict';
import type { TickIndex } from '../../../../src/core/index.ts';
import { buildTimeline, type TimelineOptions } from '../../../../src/readers/v8-log/timeline.ts';

const [WORK, IDLE] = [1, 0] as TickIndex[];

/** Rows and starts of ticks of one function every millisecond, but for one pause of `pause` milliseconds. */
function timelineOf(pause: number, options: Partial<TimelineOptions> = {}): { row: number[]; start: number[] } {
  const time = Float64Array.from({ length: 10 }, (_, i) => 1000 * (i < 5 ? i : i + pause - 1));
  const { row, start } = buildTimeline(
    { time, row: new Int32Array(10).fill(WORK), isIdle: new Uint8Array(10), run: new Int32Array(10).fill(-1) },
    { idleRow: IDLE, end: time[9] + 1000, silentIdle: true, ...options },
  );
  return { row: [...row], start: [...start] };
}

describe('pauses in a log that has no ticks of an idle thread', () => {
  it('are idle time where the clock around them says that the thread was mostly off the CPU', () => {
    const { row, start } = timelineOf(3, { busyShare: () => 0.4 });
    assert.deepEqual(row, [WORK, WORK, WORK, WORK, WORK, IDLE, WORK, WORK, WORK, WORK, WORK]);
    assert.deepEqual(start.slice(4, 8), [4000, 4500, 6500, 8000]);
  });

  it('are idle time of a thread that was mostly on the CPU, where its time off the CPU explains them', () => {
    // Within 25 ms before and after.
    assert.ok(timelineOf(3, { busyShare: () => 0.9 }).row.includes(IDLE));
    assert.ok(!timelineOf(3, { busyShare: () => 0.95 }).row.includes(IDLE));
  });

  it('are gaps of the sampler’s where time off the CPU explains less than half of all nearby', () => {
    // 14 gaps of 3 ms: 28 ms without ticks in about 60.
    const time = Float64Array.from({ length: 30 }, (_, i) => 1000 * (i + 2 * Math.floor(i / 2)));
    const rowsWith = (busy: number): number[] => {
      const ticks = { time, row: new Int32Array(30).fill(WORK), isIdle: new Uint8Array(30) };
      const options = { idleRow: IDLE, end: time[29], silentIdle: true, busyShare: () => busy };
      return [...buildTimeline({ ...ticks, run: new Int32Array(30).fill(-1) }, options).row];
    };
    assert.ok(rowsWith(0.6).includes(IDLE));
    assert.ok(!rowsWith(0.9).includes(IDLE));
  });

  it('are told by the clock for some time around them where they are short: single readings lag', () => {
    const busyShare = (from: number, to: number): number => (to - from > 5000 ? 0.95 : 0.1);
    assert.ok(!timelineOf(3, { busyShare }).row.includes(IDLE));
    assert.ok(timelineOf(4.5, { busyShare }).row.includes(IDLE));
  });

  it('are idle time without a clock only where they are long', () => {
    assert.ok(!timelineOf(3).row.includes(IDLE));
    assert.ok(timelineOf(5).row.includes(IDLE));
  });

  it('are none in a log that has such ticks', () => {
    assert.ok(!timelineOf(5, { silentIdle: false, busyShare: () => 0 }).row.includes(IDLE));
  });
});
