import assert from 'node:assert/strict';
import { parseRecords } from '../../../../src/readers/time/signal-records.ts';
import { weighByRecords } from '../../../../src/readers/time/weigh-by-records.ts';
import type { NotedSamples } from '../../../../src/readers/time/weighed-samples.ts';
import type { SampleRecords } from '../../../../src/recording/sample-records.ts';

/** Microseconds that a character of a drawing stands for. */
const STEP = 100;
const IDLE = 0;
const ROW = 1;

/**
 * What a thread did, and its samples, drawn above each other: `#` on a CPU, `w` waiting in a call, `i` idle, `p` preempted.
 * Below stands a sample that found the thread so: `R` running, `W` waiting, `E` at the end of a call, `I` idle; `x` is a signal
 * of which V8 took no sample (in the state of the thread), `s` a sample without a signal, `i` an idle one. `-` is the time of a wake-up for a signal, 20 µs.
 */
function draw(
  thread: string,
  samples: string,
): { readonly noted: NotedSamples<number>; readonly records: SampleRecords } {
  const noted: { row: number[]; time: number[] } = { row: [], time: [] };
  const columns = {
    timeUs: [] as number[],
    cpuUs: [] as number[],
    switches: [] as number[],
    states: '',
  };
  let [cpu, switches] = [0, 0];
  let last = { time: 0, cpu: 0, switches: 0 };
  for (let i = 0; i < thread.length; i++) {
    const time = i * STEP;
    if (i > 0 && 'wi'.includes(thread[i]) && thread[i] !== thread[i - 1]) switches++;
    const sign = samples[i] ?? ' ';
    if (sign !== ' ') {
      if (sign !== 'x') {
        noted.row.push('Ii'.includes(sign) ? IDLE : ROW);
        noted.time.push(time + 3);
      }
      if (!'si'.includes(sign)) {
        const isOff = 'wi'.includes(thread[i]);
        if (isOff) cpu += WAKE_UP;
        columns.timeUs.push(time - last.time);
        columns.cpuUs.push(cpu - last.cpu);
        columns.switches.push(switches - last.switches);
        columns.states += sign === 'E' ? 'E' : isOff ? 'W' : 'R';
        last = { time, cpu, switches };
        // A wait goes on behind a signal: the thread gives the CPU up once more.
        if (isOff) switches++;
      }
    }
    if (thread[i] === '#') cpu += STEP;
  }
  return {
    noted: {
      row: Int32Array.from(noted.row),
      time: Float64Array.of(...noted.time, thread.length * STEP),
      ...{ idleRow: IDLE, isIdleSilent: false, isHeldUp: false, interval: 4 * STEP },
    },
    records: columns,
  };
}
const WAKE_UP = 20;

function weigh(thread: string, samples: string, options: Partial<NotedSamples<number>> = {}) {
  const { noted, records } = draw(thread, samples);
  return weighByRecords({ ...noted, ...options }, parseRecords(records, 0));
}

const round = (times: Iterable<number> = []): number[] => Array.from(times, Math.round);

describe('what a sample stands for, by the records of its thread', () => {
  it('is an equal share of the time on a CPU, however far apart the samples are, and nothing of what others had', () => {
    const alone = weigh(
      '#####################', //
      'R   R   R       R   R',
    );
    const preempted = weigh(
      '#########ppppppp#####', //
      'R   R   R       R   R',
    );
    for (const [{ cpu, blocked }, share] of [
      [alone, 400],
      [preempted, 1300 / 5],
    ] as const)
      assert.deepEqual([cpu, blocked], [new Float64Array(5).fill(share), new Float64Array(5)]);
    assert.equal(alone.lost, 1);
  });

  it('is blocked time where a call waits, and waking up for the sample', () => {
    const { cpu, blocked } = weigh(
      '#####wwwwwwwwwwwww####', //
      'R   R   W   W   W   R ',
    );
    // Each of the three wake-ups is the sample's, and so is the one at the end of the wait.
    const waking = WAKE_UP + WAKE_UP / 3;
    const running = (700 + 3 * WAKE_UP - 3 * waking) / 3;
    assert.deepEqual(round(cpu), round([running, running, waking, waking, waking, running]));
    assert.deepEqual(round(blocked), round([0, 0, 1240 / 3, 1240 / 3, 1240 / 3, 0]));
  });

  it('is idle time from when the thread gave up the CPU until it ran again', () => {
    const { node, start, cpu } = weigh(
      '######iiiiiiiiii######', //
      'R   R           I R   ',
    );
    assert.deepEqual([...node], [ROW, ROW, IDLE, ROW]);
    assert.deepEqual([...start], [0, 400, 600, 1600, 2200]);
    assert.equal(cpu?.[2], 1000);
  });

  it('is blocked time behind a wait of which only the end was seen', () => {
    const { cpu, blocked } = weigh(
      '#####wwwwwwww#######', //
      'R   R        E   R  ',
    );
    assert.deepEqual(round(blocked), [0, 0, 800, 0]);
    assert.equal(round(cpu)[2], 0);
  });

  it('is running, though in a call, where the thread did not wait', () => {
    const { cpu, blocked } = weigh(
      '####################', //
      'R   E   R   E   R   ',
    );
    assert.deepEqual(round(cpu), new Array(5).fill(320));
    assert.deepEqual(round(blocked), new Array(5).fill(0));
  });

  it('is one share for a sample and those that V8 adds behind it, where it throws code away', () => {
    const { cpu } = weigh(
      '#############', //
      'R   Rsss    R',
    );
    assert.deepEqual(round(cpu), [400, 0, 0, 0, 400, 400]);
  });

  it('is idle time before a signal of which a silent sampler took no sample', () => {
    const drawn = ['######iiiiiiiiii######', 'R   R          x R    '] as const;
    assert.deepEqual([...weigh(...drawn, { isIdleSilent: true }).node], [ROW, ROW, IDLE, ROW]);
    assert.deepEqual([...weigh(...drawn).node], [ROW, ROW, ROW]);
  });

  it('is idle time also where the first sample behind it has no record', () => {
    const { blocked } = weigh(
      '######iiiiiiiiiiii####', //
      'R   R     i     xss R ',
    );
    assert.deepEqual(round(blocked), new Array(7).fill(0));
  });

  it('is idle time from the first idle sample on, where the thread is idle at the end', () => {
    const { node, start } = weigh(
      '######iiiiiiiiiiiiii', //
      'R   R   i   i   i   ',
    );
    assert.deepEqual([...node], [ROW, ROW, IDLE, IDLE, IDLE]);
    assert.deepEqual([...start], [0, 400, 803, 1203, 1603, 2000]);
  });

  it('is told by the samples alone behind the last record', () => {
    // Later than a sample may come behind its signal.
    const idle = 2100;
    const drawn = [`#########${'i'.repeat(idle)}#####`, `R   R   R${' '.repeat(idle)}s   s`] as const;
    const { node, start, cpu } = weigh(...drawn, { isIdleSilent: true });
    assert.deepEqual([...node], [ROW, ROW, ROW, IDLE, ROW, ROW]);
    assert.deepEqual([...start], [0, 400, 800, 1203, 210_903, 211_303, 211_400]);
    assert.deepEqual(round(cpu), [267, 267, 267, 209_700, 267, 267]);
  });

  it('is wall time behind the last record, where none that has one ran', () => {
    const idle = 2100;
    const drawn = [`#${'i'.repeat(idle)}#####`, `R${' '.repeat(idle)}s   s`] as const;
    const { node, cpu } = weigh(...drawn, { isIdleSilent: true });
    assert.deepEqual([...node], [ROW, IDLE, ROW, ROW]);
    assert.deepEqual(round(cpu).slice(2), [400, 97]);
  });

  it('is wall time where no sample has a record', () => {
    const { noted, records } = draw('#########', 'R   R   R');
    const { cpu, start } = weighByRecords(noted, parseRecords(records, 1e9));
    assert.deepEqual([cpu, [...start]], [undefined, [3, 403, 803, 900]]);
  });

  it('is as independent as the times between the samples are alike', () => {
    const { clumping } = weigh(
      '#############################', //
      'R   R   R   R               R',
    );
    // Three times 400 µs and once 1600: n Σw² / (Σw)².
    assert.equal(clumping, (4 * (3 * 400 ** 2 + 1600 ** 2)) / 2800 ** 2);
  });
});
