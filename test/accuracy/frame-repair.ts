// What the frame repair gives: how much of a hot line's time is on it, without → with, for everyday constructs on each
// Node and with both samplers. `npm run accuracy:frame-repair` (some minutes on a machine that does nothing else);
// `--node 24,26`, `--sampler inspector`, `--only push,slice`, `--ms 300` run less or longer, `--details` shows where
// else the time is.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Analysis } from '../../src/core/index.ts';
import type { OwnSamplerName } from '../../src/recording/index.ts';
import { startRecording } from '../../src/recorder/index.ts';
import { constructs, prelude, type Construct } from '../frame-repair/constructs.cjs';
import { bundleBootloader } from '../support/bootloader.ts';
import { nodeBinary, nodeMajors, type NodeMajor } from '../support/nodes.ts';

const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    sampler: { type: 'string' },
    only: { type: 'string' },
    ms: { type: 'string', default: '200' },
    details: { type: 'boolean', default: false },
  },
});
const isWanted = (list: string | undefined, name: string): boolean =>
  list === undefined || list.split(',').includes(name);
const wanted = constructs.filter(({ name }) => isWanted(values.only, name));

/** Lines of one construct, from its first: the hot one, and those that call it and do next to nothing. */
const LINES = 10;
const HOT_LINE = 1;
const CALLER_LINES = [3, 4, 5, 6, 7, 8, 9];

/** Each construct has lines of its own up to the call that starts it, so that what is blamed wrongly can be told apart. */
function constructText({ line, setup }: Construct, index: number, ms: number): string {
  return `function hot${index}(state, i) {
  ${line}
}
function run${index}(state, from, to) {
  let s; for (let i = from; i < to; i++) s = hot${index}(state, i); return s;
}
function start${index}(state) {
  const end = cpu() + ${ms}; for (let i = 0; cpu() < end; i += 5000) run${index}(state, i, i + 5000);
}
start${index}(${setup});`;
}

interface Shares {
  /** Of the construct's time, on its hot line and on those that call it. */
  readonly hot: number;
  readonly callers: number;
  readonly exactCallers: number;
}

async function measure(major: NodeMajor, sampler: OwnSamplerName, frameRepair: boolean, folder: string) {
  const program = path.join(folder, 'constructs.js');
  const text = wanted.map((construct, index) => constructText(construct, index, Number(values.ms))).join('\n');
  // By the CPU's clock, since others may have the cores meanwhile. One line, so that construct k begins on line 2 + k · LINES.
  const clock = 'const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };';
  await writeFile(program, `${prelude.replaceAll('\n', ' ')} ${clock}\n${text}\n`);
  const session = await startRecording({
    program,
    args: [],
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '' },
    runtimeExecutable: await nodeBinary(major),
    interval: 500,
    sampler,
    frameRepair,
    output: path.join(folder, 'recording.cpuprofile'),
    stdio: 'pipe',
    bootloader: await bundleBootloader(path.join(folder, 'bundle')),
  });
  session.stdout?.resume();
  session.stderr?.pipe(process.stderr);
  const { recording, diagnostics } = await session.finished;
  if (recording === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '));
  return sharesOf(await analyze(recording), program);
}

function sharesOf({ lines, sources }: Analysis, program: string): Shares[] {
  const EXACT = 0;
  const source = sources.findIndex((candidate) => candidate.path === program);
  const time = new Map<number, number>();
  const exactTime = new Map<number, number>();
  for (const row of lines.line.keys()) {
    if (lines.source[row] !== source) continue;
    time.set(lines.line[row], (time.get(lines.line[row]) ?? 0) + lines.selfTime[row]);
    if (lines.precision[row] === EXACT) exactTime.set(lines.line[row], lines.selfTime[row]);
  }
  return wanted.map((_construct, index) => {
    const first = 2 + index * LINES;
    const sum = (times: Map<number, number>, offsets: readonly number[]): number =>
      offsets.reduce((total, offset) => total + (times.get(first + offset) ?? 0), 0);
    const hot = sum(time, [0, HOT_LINE, 2]);
    const callers = sum(time, CALLER_LINES);
    const all = hot + callers || Number.NaN;
    return { hot: hot / all, callers: callers / all, exactCallers: sum(exactTime, CALLER_LINES) / all };
  });
}

const percent = (share: number): string => (Number.isNaN(share) ? '–' : String(Math.round(share * 100)));
const mean = (numbers: readonly number[]): number => {
  const known = numbers.filter((number) => !Number.isNaN(number));
  return known.reduce((total, number) => total + number, 0) / known.length;
};

const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-frames-'));
const columns: { title: string; before: Shares[]; after: Shares[] }[] = [];
try {
  for (const major of nodeMajors.filter((candidate) => isWanted(values.node, String(candidate)))) {
    for (const sampler of (['v8log', 'inspector'] as const).filter((name) => isWanted(values.sampler, name))) {
      const before = await measure(major, sampler, false, folder);
      const after = await measure(major, sampler, true, folder);
      columns.push({ title: `${major} ${sampler}`, before, after });
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const row = (name: string, cells: readonly string[]): string => `| ${[name, ...cells].join(' | ')} |`;
console.log(
  [
    row(
      'hot line, % without → with',
      columns.map(({ title }) => title),
    ),
    row(
      '---',
      columns.map(() => '---'),
    ),
    ...wanted.map(({ name }, index) =>
      row(
        name,
        columns.map(({ before, after }) => {
          const shown = `${percent(before[index].hot)} → ${percent(after[index].hot)}`;
          return values.details
            ? `${shown} (exact on callers ${percent(before[index].exactCallers)} → ${percent(after[index].exactCallers)})`
            : shown;
        }),
      ),
    ),
    row(
      '**mean**',
      columns.map(
        ({ before, after }) =>
          `**${percent(mean(before.map(({ hot }) => hot)))} → ${percent(mean(after.map(({ hot }) => hot)))}**`,
      ),
    ),
  ].join('\n'),
);
