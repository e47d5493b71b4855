import { strict as assert } from 'node:assert';
import { buildCpuCurve, type CpuCurve } from '../../../src/readers/cpu-curve.ts';
import type { ThreadState } from '../../../src/readers/sample-states.ts';
import { useBetween } from '../../../src/readers/sample-use.ts';

function curveOf(timesUs: number[], cpuUs: number[], waitUs?: number[]): CpuCurve {
  const curve = buildCpuCurve({ timesUs, cpuUs, waitUs }, 0);
  assert.ok(curve);
  return curve;
}

describe('what samples were used for', () => {
  const use = (curve: CpuCurve, states: readonly ThreadState[] = []): (readonly number[] | undefined)[] => {
    const { cpu, blocked } = useBetween(curve, Float64Array.of(0, 100, 200, 300), (i) => states[i] ?? 'other', 100);
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
      const stateOf = (i: number): ThreadState => (kinds[i] === 'i' ? 'idle' : kinds[i] === 'j' ? 'running' : 'other');
      const { cpu, blocked = [], away = [] } = useBetween(curve, starts, stateOf, 100);
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
    assert.deepEqual(use(curve, ['other', 'idle']), [
      // Ten of the idle sample were on a CPU.
      [100, 80, 0],
      [0, 0, 0],
    ]);
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
  working: ThreadState = 'other',
): Record<'cpu' | 'blocked' | 'idle', { readonly told: number; readonly is: number }> {
  const STEP = 100;
  const [times, cpu] = [[0], [0]];
  const node: State[] = [];
  const starts: number[] = [];
  let used = 0;
  states.forEach((state, i) => {
    // The sampler sleeps between two samples, not always for as long.
    if (i * STEP >= (starts.at(-1) ?? -Infinity) + 1000 + ((i * 7919) % 60)) {
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
  const stateOf = (i: number): ThreadState => (node[i] === 'i' ? 'idle' : node[i] === 'w' ? working : 'other');
  const use = useBetween(curve, Float64Array.of(...starts, states.length * STEP), stateOf, 1000);
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

  it('is computing where the sampler found it running, and blocked in others of the same bursts', () => {
    const states = Array.from({ length: 60 }, () => [...bursts(20, 10, 60), ...bursts(20, 20, 60, 'b')]).flat();
    const { cpu, blocked } = told(states, 'running');
    isNear(cpu, 0.12 * cpu.is);
    isNear(blocked, 0.12 * blocked.is);
  });

  it('is either, each where it was, also where the sampler does not tell', () => {
    const part = (state: State, time: number): State[] => Array<State>(time).fill(state);
    const states = Array.from({ length: 60 }, () => [
      ...[...part('b', 100), ...part('i', 400), ...part('w', 100), ...part('i', 400)],
    ]).flat();
    const { cpu, blocked } = told(states);
    isNear(cpu, 0.1 * cpu.is);
    isNear(blocked, 0.1 * blocked.is);
  });

  it('adds up to the whole', () => {
    const states = [...bursts(300, 10, 30), ...bursts(300, 20, 10, 'b')];
    const { cpu, blocked, idle } = told(states);
    isNear({ told: cpu.told + blocked.told + idle.told, is: states.length / 10 }, 1);
  });
});

/**
 * What is told of a thread that ran `parts` of a burst one after the other, each `each` µs, every `period` µs, sampled by one
 * who sleeps for a millisecond and is held back while the thread idles; in milliseconds. `seen`: which samples he keeps.
 */
function burst(
  { parts, each, period }: { readonly parts: string; readonly each: number; readonly period: number },
  seen: (within: number) => boolean = () => true,
): Record<string, number> {
  const rounds = 2000;
  let seed = 42;
  const sleep = (): number => 1000 + (((seed = (seed * 1103515245 + 12345) % 2 ** 31) >> 8) % 150);
  const [nodes, starts]: [string[], number[]] = [[], []];
  const [times, cpu] = [[0], [0]];
  let next = 0;
  for (let round = 0; round < rounds; round++) {
    const wake = round * period;
    const idleFrom = wake + parts.length * each;
    if (next < wake) {
      nodes.push('i');
      starts.push(Math.min(wake, (starts.at(-1) ?? 0) + 500));
      while (next < wake) next += sleep();
    }
    for (; next < idleFrom; next += sleep())
      if (seen(next - wake)) {
        nodes.push(parts[Math.floor((next - wake) / each)]);
        starts.push(next);
      }
    while (times[times.length - 1] + 10_000 <= wake + period) {
      const at = times[times.length - 1] + 10_000;
      const worked = Math.min(parts.length * each, Math.max(0, at - wake));
      times.push(at);
      cpu.push(round * parts.length * each + worked);
    }
  }
  const stateOf = (i: number): ThreadState => (nodes[i] === 'i' ? 'idle' : 'running');
  const curve = curveOf(
    times,
    cpu,
    times.map(() => 0),
  );
  const use = useBetween(curve, Float64Array.of(...starts, rounds * period), stateOf, 1000);
  const told: Record<string, number> = { unseen: [...(use.unseen ?? [])].reduce((sum, time) => sum + time / 1000, 0) };
  nodes.forEach((node, i) => (told[node] = (told[node] ?? 0) + use.cpu[i] / 1000));
  return told;
}

describe('the parts of short bursts', () => {
  it('have their times, wherever in a burst they are', () => {
    for (const period of [2000, 3700, 5000, 11_300]) {
      const { a, b, c, unseen } = burst({ parts: 'abc', each: 270, period });
      const each = 2000 * 0.27;
      for (const part of [a, b, c]) assert.ok(Math.abs(part - each) < 0.12 * each, `${part} of ${each} ms (${period})`);
      assert.ok(unseen < 0.05 * each, `${unseen} ms`);
    }
  });

  it('have their times in bursts longer than an interval', () => {
    const { a, b, c } = burst({ parts: 'abc', each: 900, period: 5300 });
    for (const part of [a, b, c]) assert.ok(Math.abs(part - 1800) < 90, `${part} of 1800 ms`);
  });

  it('are unsampled where the sampler hardly finds them', () => {
    const { a, b, c, unseen } = burst({ parts: 'abc', each: 270, period: 5000 }, (within) => within < 100);
    const worked = 2000 * 0.81;
    assert.equal(b ?? c, undefined);
    assert.ok(a < 0.3 * worked && unseen > 0.7 * worked, `${a} ms told, ${unseen} ms unseen`);
  });

  it('have their times where the sampler is slower than was requested', () => {
    // It computes for 200 ms, and then for 2 of 6.
    const isWorking = (time: number): boolean => time < 200_000 || time % 6000 < 2000;
    const [times, cpu, starts, kinds]: [number[], number[], number[], ThreadState[]] = [[0], [0], [], []];
    let used = 0;
    for (let time = 0; time < 2_000_000; time += 100) {
      if (isWorking(time)) used += 100;
      if ((time + 100) % 10_000 === 0) {
        times.push(time + 100);
        cpu.push(used);
      }
      if (time % 400 !== 0) continue;
      starts.push(time);
      kinds.push(isWorking(time) ? 'running' : 'idle');
    }
    const none = times.map(() => 0);
    const use = useBetween(curveOf(times, cpu, none), Float64Array.of(...starts, 2_000_000), (i) => kinds[i], 100);
    const computed = kinds.reduce((sum, kind, i) => sum + (kind === 'running' ? use.cpu[i] : 0), 0);
    assert.ok(Math.abs(computed - used) < 0.03 * used, `${computed} µs of ${used}`);
  });
});
