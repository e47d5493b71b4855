import { basename } from 'node:path';
import { type BenchFigures, median } from './figures.ts';
import type { HostTimes } from './host-watch.ts';

/** One figure: what it is, its value, and the goal, if there is one. */
type Row = readonly [what: string, value: string, goal: string];

/** The figures of all parts as rows of a table. */
export function rowsOf(figures: readonly BenchFigures[]): Row[] {
  const activations = figures.flatMap((one) => (one.part === 'activation' ? [one.activation] : []));
  return [
    ...(activations.length > 0 ? activationRows(activations) : []),
    ...figures.flatMap((one) => {
      switch (one.part) {
        case 'activation':
          return [];
        case 'recordings':
          return recordingRows(one);
        case 'run':
          return [...runRows(one), ...openRows(one)];
        case 'retention':
          return retentionRows(one);
      }
    }),
  ];
}

/** For the README: the activation, and the time from a recording on disk to heat in the editor. */
export function summaryOf(figures: readonly BenchFigures[]): (readonly [what: string, measured: string])[] {
  const activations = figures.flatMap((one) => (one.part === 'activation' ? [one.activation.wall] : []));
  const painted = figures.flatMap((one) =>
    one.part === 'run' ? [`${ms(median(one.runs.map((run) => run.painted)))} (${samplerNames[one.sampler]})`] : [],
  );
  return [
    ...(activations.length > 0 ? [['VS Code: activation of the extension', ms(median(activations))] as const] : []),
    ...(painted.length > 0
      ? [['VS Code: recording on disk → heat in the editor, tsc', painted.join(', ')] as const]
      : []),
  ];
}

const samplerNames = { v8log: 'V8 log', inspector: 'inspector' } as const;

function activationRows(times: readonly HostTimes[]): Row[] {
  const [wall, cpu] = [median(times.map((one) => one.wall)), median(times.map((one) => one.longestCpu))];
  return [[`activation, median of ${times.length} starts`, `${ms(wall)} (CPU ${ms(cpu)})`, '≤ 50 ms']];
}

function recordingRows({ recordings }: Extract<BenchFigures, { part: 'recordings' }>): Row[] {
  const task = (times: HostTimes): string =>
    `${ms(times.longest)} (CPU ${ms(times.longestCpu)}), all ${ms(times.wall)}`;
  return recordings.flatMap(({ megabytes, reading, publishing, panel }): Row[] => [
    [`longest task while a recording of ${megabytes} MB is read`, task(reading), '≤ 50 ms'],
    [`… is shown in editors, views and status bar`, task(publishing), '≤ 50 ms'],
    [`… is sent to the flame graph`, task(panel), '≤ 50 ms'],
  ]);
}

function runRows({ sampler, runs }: Extract<BenchFigures, { part: 'run' }>): Row[] {
  const of = (key: keyof (typeof runs)[number]): string => ms(median(runs.map((run) => run[key])));
  const seconds = (median(runs.map(({ recorded }) => recorded)) / 1000).toFixed(1);
  const all = runs.map(({ painted }) => ms(painted)).join(', ');
  return [
    [`tsc, ${seconds} s recorded (${sampler}): program's end → recording on disk`, of('saved'), ''],
    ['… recording on disk → analysed, shown', `${of('analysed')}, ${of('shown')}`, ''],
    [
      `… recording on disk → heat in the editor, median of ${runs.length}`,
      `${of('painted')} (CPU ${of('cpu')}; ${all})`,
      '< 300 ms',
    ],
  ];
}

function openRows({ opened }: Extract<BenchFigures, { part: 'run' }>): Row[] {
  return opened.map(({ file, kilobytes, lines, own, cold, hot, added }) => [
    `opening ${basename(file)} (${kilobytes} kB, ${lines} hot lines): heat adds`,
    `${ms(own)} (host in all ${ms(cold)} → ${ms(hot)}, in pairs ${added < 0 ? '−' : '+'}${ms(Math.abs(added))})`,
    '≤ 5 ms',
  ]);
}

function retentionRows({
  retention: { before, closed, cleared },
}: Extract<BenchFigures, { part: 'retention' }>): Row[] {
  const grown = [...closed, cleared].map(
    (held) => `${held - before >= 0 ? '+' : '−'}${Math.abs(held - before).toFixed(0)}`,
  );
  return [
    [
      `host's memory after ${closed.length} recordings were opened and closed, then cleared`,
      `${grown.join(', ')} MB`,
      '',
    ],
  ];
}

const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
