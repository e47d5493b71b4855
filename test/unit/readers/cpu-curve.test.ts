import assert from 'node:assert/strict';
import { buildCpuCurve, busyBetween, clockTotals, cpuBetween } from '../../../src/readers/cpu-curve.ts';
import type { CpuCurve } from '../../../src/readers/cpu-curve.ts';

function curveOf(timesUs: number[], cpuUs: number[], waitUs?: number[], startTime = 0): CpuCurve {
  const curve = buildCpuCurve({ timesUs, cpuUs, waitUs }, startTime);
  assert.ok(curve);
  return curve;
}

const between = (curve: CpuCurve, ...starts: number[]): number[] => [...cpuBetween(curve, Float64Array.from(starts))];

describe('the CPU clock of a recording', () => {
  it('is unknown with fewer than two readings, or with readings that do not belong together', () => {
    assert.equal(buildCpuCurve(undefined, 0), undefined);
    assert.equal(buildCpuCurve({ timesUs: [5], cpuUs: [1] }, 0), undefined);
    assert.equal(buildCpuCurve({ timesUs: [5, 5], cpuUs: [1, 2] }, 0), undefined);
    assert.equal(buildCpuCurve({ timesUs: [5, 6, 7], cpuUs: [1, 2] }, 0), undefined);
  });

  it('counts from the start of the profile', () => {
    assert.deepEqual(between(curveOf([1_000, 1_100], [0, 50], undefined, 1_000), 0, 100), [50]);
  });

  it('spreads the time between two readings evenly over it', () => {
    const curve = curveOf([0, 100, 200], [0, 100, 100]);
    assert.deepEqual(between(curve, 0, 50, 150, 200), [50, 50, 0]);
  });

  it('goes on with the nearest rate outside of the readings', () => {
    assert.deepEqual(between(curveOf([100, 200, 300], [0, 100, 150]), 0, 100, 300, 400), [100, 150, 50]);
  });

  it('adds up over all samples, however they lie between the readings', () => {
    const curve = curveOf([0, 7, 20, 21, 90], [0, 5, 5, 6, 61]);
    const starts = Array.from({ length: 91 }, (_, i) => i);
    assert.ok(Math.abs(between(curve, ...starts).reduce((sum, time) => sum + time, 0) - 61) < 1e-9);
  });

  it('leaves out readings that go back', () => {
    assert.deepEqual(between(curveOf([0, 50, 40, 100], [0, 50, 20, 100]), 0, 100), [100]);
  });

  it('takes the time spent waiting for a core out of the time of samples, but not that spent blocked', () => {
    const busy = (curve: CpuCurve): number[] => [...busyBetween(curve, Float64Array.of(0, 100, 200))];
    assert.deepEqual(busy(curveOf([0, 100, 200], [0, 40, 50], [0, 30, 30])), [70, 100]);
    assert.deepEqual(busy(curveOf([0, 100, 200], [0, 40, 50])), [40, 10]);
  });

  it('lets a later reading correct one that was taken in the middle of a wait', () => {
    // Waiting from 50 to 200; Linux counts the 150 only afterwards.
    const busy = busyBetween(curveOf([0, 100, 200], [0, 50, 50], [0, 0, 150]), Float64Array.of(0, 100, 200));
    assert.deepEqual([...busy], [50, 0]);
  });

  it('takes what is missing of time in which the thread was runnable for waiting: another machine had the CPU', () => {
    const of = (runnableUs: number[]): { readonly busy: number[]; readonly waited: unknown } => {
      const curve = buildCpuCurve({ timesUs: [0, 100, 200], cpuUs: [0, 40, 50], waitUs: [0, 30, 30], runnableUs }, 0);
      assert.ok(curve);
      const busy = [...busyBetween(curve, Float64Array.of(0, 100, 200))];
      return { busy, waited: clockTotals(curve, 0, 200).waitingTime };
    };
    assert.deepEqual(of([0, 100, 100]), { busy: [40, 100], waited: 60 });
    assert.deepEqual(of([0, 100, 200]), { busy: [40, 10], waited: 150 });
    // Half of it, after readings were thinned.
    assert.deepEqual(of([0, 0, 50]), { busy: [70, 55], waited: 75 });
    // Not of these readings.
    assert.deepEqual(of([0, 100]), { busy: [70, 100], waited: 30 });
  });

  it('takes for waiting what samples waited for those of other threads, as far as the thread was off a CPU', () => {
    const busyOf = (offUs: number): readonly number[] => {
      const turns = { fromUs: [1050], toUs: [1150], offUs: [offUs] };
      const clock = { timesUs: [1000, 1100, 1200], cpuUs: [0, 40, 80], waitUs: [0, 30, 60] };
      const curve = buildCpuCurve({ ...clock, turns }, 1000);
      assert.ok(curve);
      return [...busyBetween(curve, Float64Array.of(0, 100, 200))];
    };
    assert.deepEqual(busyOf(0), [70, 70]);
    assert.deepEqual(busyOf(20), [60, 60]);
    assert.deepEqual(busyOf(500), [40, 40]);
  });

  it('passes over what is noted of the same time twice', () => {
    const turns = { fromUs: [0, 0, 50], toUs: [100, 100, 100], offUs: [10, 10, 10] };
    const curve = buildCpuCurve({ timesUs: [0, 100], cpuUs: [0, 40], waitUs: [0, 0], turns }, 0);
    assert.equal(clockTotals(curve, 0, 100).waitingTime, 10);
  });

  it('takes what a reading lags behind for no time of another machine', () => {
    // It computes all the time, which Linux adds at its ticks.
    const clock = { timesUs: [0, 100, 200, 300], cpuUs: [0, 60, 200, 300], waitUs: [0, 0, 0, 0] };
    const curve = buildCpuCurve({ ...clock, runnableUs: [0, 100, 200, 300] }, 0);
    assert.deepEqual(clockTotals(curve, 0, 300), { cpuTime: 300, waitingTime: 0 });
  });

  it('sums up the recording, within it only, and only what was read', () => {
    const curve = curveOf([0, 100], [0, 50], [10, 30]);
    assert.deepEqual(clockTotals(curve, 0, 100), { cpuTime: 50, waitingTime: 20 });
    assert.deepEqual(clockTotals(curve, -50, 50), { cpuTime: 25, waitingTime: 10 });
    assert.equal(clockTotals(curveOf([0, 100], [0, 50]), 0, 100).waitingTime, undefined);
    assert.deepEqual(clockTotals(undefined, 0, 100), {});
  });
});
