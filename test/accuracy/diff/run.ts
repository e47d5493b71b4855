import path from 'node:path';
import type { ComparableRun } from '../../../src/compare/index.ts';
import { STEADY_FLAGS } from '../../../src/target/index.ts';
import { writeDocuments } from '../../docs/documents.ts';
import { formatText, type ResultTable, root, storeReport } from '../../docs/results.ts';
import { sharedBootloader } from '../../support/bootloader.ts';
import { nodeBinary } from '../../support/nodes.ts';
import { record } from '../../support/recording.ts';
import { withScratch } from '../../support/scratch.ts';
import { calibrate, type Calibration, factors, shares } from './calibrate.ts';

const RUNS = 12;
/** Runs on each side of a comparison. */
const sides = [3, 5] as const;
const rounds = { equalRounds: 100, slowedRounds: 40 };
const MAJOR = 24;

/** Real programs with a fixed input: paths below the root, and arguments. */
const programs: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  prettier: ['test/golden/programs/format.mjs'],
  tsc: ['node_modules/typescript/lib/tsc.js', '--noEmit', '--project', 'test/golden/programs/small-project'],
  eslint: ['test/accuracy/diff/lint.mjs'],
};

/** What was found of one program, so many runs against as many. */
interface Found extends Calibration {
  readonly name: string;
  readonly isSteady: boolean;
  readonly side: number;
}

/** How often are equal runs of real programs called different, and how often is a slowed line found? */
export async function runDiffAccuracy(): Promise<void> {
  const all: Found[] = [];
  for (const isSteady of [false, true]) {
    for (const name of Object.keys(programs)) {
      const runs: ComparableRun[] = [];
      for (let at = 1; at <= RUNS; at++) runs.push(await recordRun(name, isSteady));
      for (const side of sides) {
        process.stderr.write(`${titleOf({ name, isSteady })}, ${side} against ${side}\n`);
        all.push({ name, isSteady, side, ...calibrate(runs, side, rounds) });
      }
    }
  }
  const tables = [equalTable(all), powerTable(all)];
  for (const table of tables) console.log(formatText(table));
  const missed = all.filter((found) => !meetsGoals(found));
  if (missed.length > 0) {
    console.log(`Goals missed by:\n${missed.map((found) => equalRow(found).join(' · ')).join('\n')}`);
    process.exitCode = 1;
  }
  const note = `${all.length * (RUNS / sides.length)} recordings on Node ${MAJOR}`;
  await storeReport('test/accuracy/results.json', 'diff', { summary: [['comparisons', note]], tables });
  await writeDocuments();
}

/** One equal run of a program. Only what a comparison needs is kept of it. */
function recordRun(name: string, isSteady: boolean): Promise<ComparableRun> {
  const [program, ...args] = programs[name];
  return withScratch(async (folder) => {
    const recorded = await record({
      ...{ program: path.join(root, program), args, cwd: root, env: { ...process.env, NODE_OPTIONS: '' } },
      ...{ runtimeExecutable: await nodeBinary(MAJOR), runtimeArgs: isSteady ? STEADY_FLAGS : [], interval: 1000 },
      ...{ output: path.join(folder, 'run.cpuprofile'), stdio: 'pipe', bootloader: await sharedBootloader() },
      sampler: 'auto',
    });
    const { sources, lines, functions, quality, facts } = await recorded.analyze();
    return { sources, lines, functions, quality, facts };
  });
}

/** Of comparisons of equal runs that may call something different, and of intervals that have to hold. */
const MOST_FALSE = 0.05;
const LEAST_HELD = 0.9;

const meetsGoals = ({ comparisons, falseAny, pairs, heldPairs }: Calibration): boolean =>
  falseAny <= MOST_FALSE * comparisons && heldPairs >= LEAST_HELD * pairs;

const percent = (part: number, whole: number): string => (whole > 0 ? `${((100 * part) / whole).toFixed(0)} %` : '–');

const titleOf = ({ name, isSteady }: Pick<Found, 'name' | 'isSteady'>): string =>
  `${name}${isSteady ? ', `--steady`' : ''}`;

function equalRow(found: Found): string[] {
  return [
    titleOf(found),
    String(found.side),
    percent(found.falseRows, found.comparisons),
    percent(found.falseWholes, found.comparisons),
    percent(found.falseAny, found.comparisons),
    percent(found.heldPairs, found.pairs),
  ];
}

function equalTable(all: readonly Found[]): ResultTable {
  return {
    title: 'Equal runs',
    columns: [
      'Program',
      'Runs a side',
      'A line or function called different',
      'The whole called different',
      'Either',
      'Intervals hold',
    ],
    rows: all.map(equalRow),
    notes: [
      `${RUNS} runs of each, divided into two sides in ${rounds.equalRounds} ways. The intervals are those of the mean over the runs of a side, for lines of 1 % and more: how often those of both sides together hold the difference of the means. The suite fails above ${MOST_FALSE * 100} % of false findings, and below ${LEAST_HELD * 100} % of intervals that hold.`,
    ],
  };
}

function powerTable(all: readonly Found[]): ResultTable {
  const groups = [false, true].flatMap((isSteady) =>
    sides.map((side) => all.filter((found) => found.isSteady === isSteady && found.side === side)),
  );
  const rows = shares.flatMap((share) =>
    factors.map((factor) => [
      `${share * 100} % of the time, × ${factor}`,
      ...groups.map((group) => {
        const results = group.flatMap(({ slowed }) => slowed.get(`${factor} ${share}`) ?? []);
        const sum = (key: 'tried' | 'found' | 'others'): number => results.reduce((all, one) => all + one[key], 0);
        return `${percent(sum('found'), sum('tried'))} (${percent(sum('others'), sum('tried'))})`;
      }),
    ]),
  );
  return {
    title: 'A line slowed down on one side',
    columns: [
      'The line',
      ...groups.map(([{ side, isSteady }]) => `${side} runs a side${isSteady ? ', `--steady`' : ''}`),
    ],
    rows,
    notes: [
      'How often the line was found, over all three programs; in brackets, how often another line was called different. The times of one line were multiplied in the recordings of one side; where a program has no line of such a share, those of several lines put together.',
    ],
  };
}
