import { strict as assert } from 'node:assert';
import { buildCpuCurve } from '../../../src/readers/cpu-curve.ts';
import type { ThreadState } from '../../../src/readers/sample-states.ts';
import { useBetween } from '../../../src/readers/sample-use.ts';
import type { WaitReadings } from '../../../src/recording/index.ts';

/** What a thread does for how long, in microseconds, over and over: working, waiting in a system call, or idle. */
type Kind = 'work' | 'wait' | 'idle';
type Rhythm = readonly (readonly [Kind, number])[];

interface Sample {
  readonly time: number;
  readonly cpu: number;
  readonly kind: Kind;
}

const INTERVAL = 1000;
const CYCLES = 1500;

/** The thread's CPU time and what it does, at any time. */
function threadOf(rhythm: Rhythm): { readonly period: number; readonly at: (time: number) => Sample } {
  const period = rhythm.reduce((sum, [, time]) => sum + time, 0);
  const worked = rhythm.reduce((sum, [kind, time]) => sum + (kind === 'work' ? time : 0), 0);
  const at = (time: number): Sample => {
    let [cpu, left] = [Math.floor(time / period) * worked, time % period];
    for (const [kind, length] of rhythm) {
      if (kind === 'work') cpu += Math.min(left, length);
      if (left < length) return { time, cpu, kind };
      left -= length;
    }
    return { time, cpu, kind: 'idle' };
  };
  return { period, at };
}

/** Waits as the addon notes them: samples in a row that found the thread waiting, with the samples around them. */
function waitsIn(samples: readonly Sample[]): WaitReadings {
  const columns = [
    'fromUs',
    'toUs',
    'ranUs',
    'wakeUps',
    'wakingUs',
    'offBeforeUs',
    'offAfterUs',
    'cpuAfterUs',
    'isReturn',
  ];
  const waits = Object.fromEntries(columns.map((name) => [name, []])) as unknown as Record<
    keyof WaitReadings,
    number[]
  >;
  const off = (a: Sample | undefined, b: Sample | undefined): number =>
    a && b ? b.time - a.time - (b.cpu - a.cpu) : 0;
  for (let from = 0, to = 0; from < samples.length; from = to + 1) {
    to = from;
    if (samples[from].kind !== 'wait') continue;
    while (samples.at(to + 1)?.kind === 'wait') to++;
    const [before, first, last, after] = [
      from > 0 ? samples[from - 1] : undefined,
      samples[from],
      samples[to],
      samples.at(to + 1),
    ];
    waits.fromUs.push(first.time);
    waits.toUs.push(last.time);
    waits.ranUs.push(last.cpu - first.cpu);
    waits.wakeUps.push(0);
    waits.wakingUs.push(0);
    waits.offBeforeUs.push(off(before, first));
    waits.offAfterUs.push(off(last, after));
    waits.isReturn.push(0);
    waits.cpuAfterUs.push(after ? after.cpu - last.cpu : 0);
  }
  return waits;
}

/** Milliseconds told of each kind, and in truth; `isTaken`: whether the sampler takes a sample so long after the last one in a wait. */
function told(
  rhythm: Rhythm,
  isTaken: (kind: Kind, afterWait: number) => boolean = () => true,
): Record<Kind | 'unseen', number[]> {
  const { period, at } = threadOf(rhythm);
  const end = CYCLES * period;
  /** Signals as the addon sees them: one that is due while the thread idles comes when it wakes up. */
  const signals: Sample[] = [];
  let waitedAt = -Infinity;
  for (let time = 500, i = 0; time < end; time += INTERVAL + 60 + ((i++ * 7919) % 40)) {
    const isHeld = at(time).kind === 'idle';
    while (at(time).kind === 'idle') time += 10;
    const sample = isHeld ? { ...at(time), kind: 'idle' as const } : at(time);
    if (!isTaken(sample.kind, time - waitedAt)) continue;
    signals.push(sample);
    if (sample.kind === 'wait') waitedAt = time;
  }
  /** The recorder dates what found the thread idle from the sample before on. */
  const samples = signals.map((signal, i) =>
    signal.kind === 'idle' && i > 0 ? { ...signal, time: Math.min(signal.time, signals[i - 1].time + 500) } : signal,
  );
  const timesUs = Array.from({ length: Math.floor(end / 10_000) + 1 }, (_, i) => i * 10_000);
  const clock = { timesUs, cpuUs: timesUs.map((time) => at(time).cpu), waitUs: timesUs.map(() => 0) };
  const curve = buildCpuCurve({ ...clock, waits: waitsIn(signals) }, 0);
  assert.ok(curve);
  const stateOf = (i: number): ThreadState => (samples[i].kind === 'idle' ? 'idle' : 'running');
  const starts = Float64Array.from([...samples.map(({ time }) => time), end]);
  const use = useBetween(curve, starts, stateOf, INTERVAL);
  const sums = { work: 0, wait: 0, idle: 0, unseen: 0 };
  samples.forEach(({ kind }, i) => {
    sums[kind] += (kind === 'wait' ? (use.blocked?.[i] ?? 0) : use.cpu[i]) / 1000;
    sums.unseen += (use.unseen?.[i] ?? 0) / 1000;
  });
  const truth = (kind: Kind): number =>
    rhythm.reduce((sum, [one, time]) => sum + (one === kind ? (CYCLES * time) / 1000 : 0), 0);
  return {
    work: [sums.work, truth('work')],
    wait: [sums.wait, truth('wait')],
    idle: [sums.idle, truth('idle')],
    unseen: [sums.unseen, 0],
  };
}

describe('waits of which samples came', () => {
  const isNear = ([is, truth]: number[], part: number): void =>
    assert.ok(Math.abs(is - truth) <= part * truth, `${is} ms told, ${truth} ms in truth`);

  it('have their time, and the work between them has its own, however short they are', () => {
    for (const [work, wait] of [
      [3000, 2000],
      [330, 2300],
      [3300, 310],
      [700, 900],
      [23_000, 47_000],
    ]) {
      const sums = told([
        ['work', work],
        ['wait', wait],
      ]);
      isNear(sums.work, 0.06);
      isNear(sums.wait, 0.06);
    }
  });

  it('are told apart from idle time', () => {
    const sums = told([
      ['work', 900],
      ['idle', 5200],
      ['wait', 2100],
      ['work', 300],
      ['idle', 3300],
    ]);
    for (const kind of ['work', 'wait', 'idle'] as const) isNear(sums[kind], 0.1);
  });

  it('leave work its time where samples behind them come late', () => {
    const rhythm: Rhythm = [
      ['work', 3000],
      ['wait', 2000],
    ];
    const sums = told(rhythm, (kind, afterWait) => kind !== 'work' || afterWait > 2500);
    isNear(sums.wait, 0.06);
    isNear([sums.work[0] + sums.unseen[0], sums.work[1]], 0.02);
    assert.ok(sums.work[0] > 0.5 * sums.work[1], `${sums.work[0]} ms`);
  });

  it('have all their time where the sampler comes to each only once', () => {
    const { work, wait, unseen } = told(
      [
        ['work', 20_000],
        ['wait', 50_000],
      ],
      (kind, afterWait) => kind === 'work' || afterWait > 60_000,
    );
    isNear(wait, 0.03);
    isNear([work[0] + unseen[0], work[1]], 0.03);
  });

  it('keep what single readings cannot be: absurd ones move nothing out of bounds', () => {
    const curve = buildCpuCurve(
      {
        timesUs: [0, 10_000, 20_000],
        cpuUs: [0, 5000, 10_000],
        waitUs: [0, 0, 0],
        waits: {
          ...{ fromUs: [9000, 2000, 9e15], toUs: [1000, 2500, 9e15], ranUs: [9e15, 0, 0] },
          ...{ wakeUps: [0, 9e15, 0], wakingUs: [5, 9e15, 0], offBeforeUs: [9e15, 0, 0], offAfterUs: [0, 9e15, 0] },
          cpuAfterUs: [9e15, 9e15, 0],
          isReturn: [0, 5, 1],
        },
      },
      0,
    );
    assert.ok(curve);
    const starts = Float64Array.from({ length: 21 }, (_, i) => 1000 * i);
    const {
      cpu,
      blocked = new Float64Array(),
      unseen = new Float64Array(),
    } = useBetween(curve, starts, () => 'running', INTERVAL);
    const all = [...cpu, ...blocked, ...unseen];
    assert.ok(
      all.every((time) => time >= 0),
      String(all),
    );
    assert.ok(all.reduce((sum, time) => sum + time, 0) <= 20_001, String(all));
  });
});
