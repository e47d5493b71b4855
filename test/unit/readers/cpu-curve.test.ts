import assert from 'node:assert/strict';
import { buildCpuCurve, busyBetween, clockTotals, cpuBetween, useBetween } from '../../../src/readers/cpu-curve.ts';
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

  it('sums up the recording, within it only, and only what was read', () => {
    const curve = curveOf([0, 100], [0, 50], [10, 30]);
    assert.deepEqual(clockTotals(curve, 0, 100), { cpuTime: 50, waitingTime: 20 });
    assert.deepEqual(clockTotals(curve, -50, 50), { cpuTime: 25, waitingTime: 10 });
    assert.equal(clockTotals(curveOf([0, 100], [0, 50]), 0, 100).waitingTime, undefined);
    assert.deepEqual(clockTotals(undefined, 0, 100), {});
  });
});

describe('what samples were used for', () => {
  const use = (curve: CpuCurve, isIdle = (_: number): boolean => false): (readonly number[] | undefined)[] => {
    const { cpu, blocked } = useBetween(curve, Float64Array.of(0, 100, 200, 300), isIdle);
    return [[...cpu], blocked && [...blocked]];
  };

  it('is computing and being blocked, and waiting for a CPU is neither', () => {
    assert.deepEqual(use(curveOf([0, 100, 200, 300], [0, 100, 110, 110], [0, 0, 10, 110])), [
      [100, 10, 0],
      [0, 80, 0],
    ]);
  });

  it('is blocked in samples of native code only, and idle where those of JavaScript cannot explain it and it idled nearby', () => {
    const curve = curveOf([0, 100, 200, 300, 400], [0, 100, 130, 130, 160], [0, 0, 0, 0, 0]);
    const starts = Float64Array.of(0, 100, 150, 200, 300, 400);
    const useOf = (kinds: string): Record<string, number[]> => {
      const {
        cpu,
        blocked = [],
        away = [],
      } = useBetween(
        curve,
        starts,
        (i) => kinds[i] === 'i',
        (i) => kinds[i] === 'j',
      );
      return { cpu: [...cpu], blocked: [...blocked], away: [...away] };
    };
    // JavaScript, JavaScript, native, idle, JavaScript: in the second span 70 are off the CPU, of which 50 may be blocked.
    assert.deepEqual(useOf('jjnij'), {
      cpu: [100, 30, 0, 100, 30],
      blocked: [0, 0, 50, 0, 0],
      away: [0, 20, 0, 0, 70],
    });
    // Without idle time all is blocked.
    assert.deepEqual(useOf('jjjjj').blocked, [0, 35, 35, 100, 70]);
    assert.deepEqual(useOf('nnnnn').blocked, [0, 35, 35, 100, 70]);
  });

  it('is not told apart without readings of the waiting', () => {
    assert.deepEqual(use(curveOf([0, 100, 200, 300], [0, 100, 110, 110])), [[100, 10, 0], undefined]);
  });

  it('is not told apart where the thread was idle', () => {
    const curve = curveOf([0, 100, 200, 300], [0, 100, 110, 110], [0, 0, 10, 110]);
    assert.deepEqual(
      use(curve, (sample) => sample === 1),
      [
        [100, 90, 0],
        [0, 0, 0],
      ],
    );
  });

  it('is no blocked time that only comes of a CPU reading that lags', () => {
    assert.deepEqual(use(curveOf([0, 100, 200, 300], [0, 96, 200, 298], [0, 0, 0, 0])), [
      [100, 100, 98],
      [0, 0, 2],
    ]);
  });
});

/** What a thread did, one state for each tenth of a millisecond: working, blocked in a call, or idle. */
type State = 'w' | 'b' | 'i';

/** What is told of such a thread, sampled each millisecond, its clock read each ten, beside what it did. In milliseconds. */
function told(
  states: readonly State[],
): Record<'cpu' | 'blocked' | 'idle', { readonly told: number; readonly is: number }> {
  const STEP = 100;
  const [times, cpu] = [[0], [0]];
  const node: State[] = [];
  const starts: number[] = [];
  let used = 0;
  states.forEach((state, i) => {
    // The sampler sleeps between two samples, not always for as long.
    if (i * STEP >= (starts.at(-1) ?? -Infinity) + 1000 + ((i * 7919) % 200)) {
      starts.push(i * STEP);
      node.push(state);
    }
    if (state === 'w') used += STEP;
    if ((i + 1) % 100 === 0) {
      times.push((i + 1) * STEP);
      cpu.push(used);
    }
  });
  const curve = curveOf(
    times,
    cpu,
    times.map(() => 0),
  );
  const use = useBetween(curve, Float64Array.of(...starts, states.length * STEP), (i) => node[i] === 'i');
  const sumOf = (values: Float64Array | undefined, isIdle: boolean): number =>
    (values ?? new Float64Array()).reduce(
      (sum, value, i) => sum + ((node[i] === 'i') === isIdle ? value / 1000 : 0),
      0,
    );
  const lasted = (state: State): number => (states.filter((one) => one === state).length * STEP) / 1000;
  return {
    cpu: { told: sumOf(use.cpu, false), is: lasted('w') },
    blocked: { told: sumOf(use.blocked, false), is: lasted('b') },
    idle: { told: sumOf(use.cpu, true), is: lasted('i') },
  };
}

/** Bursts of work, or of what else, with idle time between them; lengths in tenths of milliseconds, random. */
function bursts(count: number, mostWork: number, mostIdle: number, work: State = 'w'): State[] {
  let seed = 42;
  const random = (most: number): number => 1 + (((seed = (seed * 1103515245 + 12345) % 2 ** 31) >> 8) % most);
  return Array.from({ length: count }, () => [
    ...Array<State>(random(mostWork)).fill(work),
    ...Array<State>(random(mostIdle)).fill('i'),
  ]).flat();
}

describe('what a thread did that works in bursts', () => {
  const isNear = ({ told, is }: { readonly told: number; readonly is: number }, most: number): void =>
    assert.ok(Math.abs(told - is) <= most, `${told} ms told, ${is} ms in truth`);

  it('is computing and idling, however short the bursts are', () => {
    for (const [work, idle] of [
      [5, 40],
      [10, 10],
      [30, 30],
      [4, 4],
    ]) {
      const { cpu, blocked, idle: idled } = told(bursts(4000, work, idle));
      isNear(cpu, 0.08 * cpu.is);
      isNear(blocked, 0.05 * cpu.is);
      isNear(idled, 0.08 * idled.is);
    }
  });

  it('is being blocked where it was in a call, before and after bursts', () => {
    const { cpu, blocked } = told([...bursts(1000, 10, 20), ...Array<State>(5000).fill('b'), ...bursts(1000, 10, 20)]);
    isNear(blocked, 25);
    isNear(cpu, 0.05 * cpu.is);
  });

  it('is being blocked where all of its bursts are such calls', () => {
    const { cpu, blocked } = told(bursts(2000, 40, 40, 'b'));
    isNear(blocked, 0.05 * blocked.is);
    assert.ok(cpu.told < 0.05 * blocked.is, `${cpu.told} ms told`);
  });

  it('adds up to the whole', () => {
    const states = [...bursts(300, 10, 30), ...bursts(300, 20, 10, 'b')];
    const { cpu, blocked, idle } = told(states);
    isNear({ told: cpu.told + blocked.told + idle.told, is: states.length / 10 }, 1);
  });
});
