import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { ComparableRun } from '../../../src/compare/index.ts';
import { writeDocuments } from '../../docs/documents.ts';
import { formatText, type ResultTable, storeReport } from '../../docs/results.ts';
import { nodeBinary } from '../../support/nodes.ts';
import { calibrate, type Calibration, factors, shares } from './calibrate.ts';
import { realPrograms, recordRun } from './record-runs.ts';

/** How much is recorded and compared. */
interface Size {
  readonly runs: number;
  readonly sides: readonly number[];
  readonly rounds: { readonly equalRounds: number; readonly slowedRounds: number };
}

const sizes = {
  whole: { runs: 12, sides: [3, 5], rounds: { equalRounds: 100, slowedRounds: 40 } },
  short: { runs: 10, sides: [3, 5], rounds: { equalRounds: 40, slowedRounds: 12 } },
} as const satisfies Record<string, Size>;

const MAJOR = 24;

/**
 * How often are equal runs of real programs called different, and how often is a slowed line found? `short`: fewer runs
 * and divisions. `keep`: a folder in which analysed runs are kept, and taken from when they are there.
 */
export async function runDiffAccuracy({ short, keep }: { short: boolean; keep?: string | undefined }): Promise<void> {
  const size: Size = short ? sizes.short : sizes.whole;
  const folder = path.resolve(keep ?? (await mkdtemp(path.join(os.tmpdir(), 'heatline-diff-accuracy-'))));
  const rows: string[][] = [];
  const missed: string[] = [];
  const power = new Map<string, number[]>();
  let recorded = 0;
  try {
    for (const isSteady of [false, true]) {
      for (const program of realPrograms) {
        const runs: ComparableRun[] = [];
        for (let at = 1; at <= size.runs; at++) {
          const place = path.join(folder, `${program.name}${isSteady ? '-steady' : ''}`);
          runs.push(await keptRun(place, at, () => record(program, isSteady, place, at)));
          recorded++;
        }
        for (const side of size.sides) {
          const found = calibrate(runs, side, size.rounds);
          process.stderr.write(`${program.name}${isSteady ? ' --steady' : ''}, ${side} against ${side}\n`);
          const row = equalRow(program.name, isSteady, side, found);
          rows.push(row);
          if (!meetsGoals(found)) missed.push(row.join(' · '));
          addPower(power, isSteady, side, found);
        }
      }
    }
  } finally {
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
  const tables = [equalTable(rows, size), powerTable(power, size)];
  for (const table of tables) console.log(formatText(table));
  if (missed.length > 0) {
    console.log(`Goals missed by:\n${missed.join('\n')}`);
    process.exitCode = 1;
  }
  const note = `${recorded} recordings on Node ${MAJOR}${short ? ' (--short)' : ''}`;
  await storeReport('test/accuracy/results.json', 'diff', { summary: [['comparisons', note]], tables });
  await writeDocuments();
}

async function record(
  program: (typeof realPrograms)[number],
  isSteady: boolean,
  folder: string,
  at: number,
): Promise<ComparableRun> {
  const place = path.join(folder, 'recordings', String(at));
  await mkdir(place, { recursive: true });
  const run = await recordRun(program, { node: await nodeBinary(MAJOR), isSteady, folder: place, at });
  await rm(place, { recursive: true });
  return run;
}

async function keptRun(folder: string, at: number, make: () => Promise<ComparableRun>): Promise<ComparableRun> {
  const file = path.join(folder, `${at}.bin`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return deserialize(kept) as ComparableRun;
  const run = await make();
  await writeFile(file, serialize(run));
  return run;
}

/** Of comparisons of equal runs that may call something different, and of intervals that have to hold. */
const MOST_FALSE = 0.05;
const LEAST_HELD = 0.9;

const meetsGoals = ({ comparisons, falseAny, pairs, heldPairs }: Calibration): boolean =>
  falseAny <= MOST_FALSE * comparisons && heldPairs >= LEAST_HELD * pairs;

const percent = (part: number, whole: number): string => (whole > 0 ? `${((100 * part) / whole).toFixed(0)} %` : '–');

function equalRow(name: string, isSteady: boolean, side: number, found: Calibration): string[] {
  return [
    `${name}${isSteady ? ', `--steady`' : ''}`,
    String(side),
    percent(found.falseRows, found.comparisons),
    percent(found.falseWholes, found.comparisons),
    percent(found.falseAny, found.comparisons),
    percent(found.heldPairs, found.pairs),
  ];
}

function equalTable(rows: readonly (readonly string[])[], { runs, rounds }: Size): ResultTable {
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
    rows,
    notes: [
      `${runs} runs of each, divided into two sides in ${rounds.equalRounds} ways. The intervals are those of the mean over the runs of a side, for lines of 1 % and more: how often those of both sides together hold the difference of the means. The suite fails above ${MOST_FALSE * 100} % of false findings, and below ${LEAST_HELD * 100} % of intervals that hold.`,
    ],
  };
}

function addPower(power: Map<string, number[]>, isSteady: boolean, side: number, { slowed }: Calibration): void {
  for (const [key, { tried, found, others }] of slowed) {
    const name = `${isSteady} ${side} ${key}`;
    const sum = power.get(name) ?? [0, 0, 0];
    power.set(name, [sum[0] + tried, sum[1] + found, sum[2] + others]);
  }
}

function powerTable(power: ReadonlyMap<string, readonly number[]>, { sides }: Size): ResultTable {
  const columns = [false, true].flatMap((isSteady) => sides.map((side) => ({ isSteady, side })));
  const rows = shares.flatMap((share) =>
    factors.map((factor) => [
      `${share * 100} % of the time, × ${factor}`,
      ...columns.map(({ isSteady, side }) => {
        const [tried = 0, found = 0, others = 0] = power.get(`${isSteady} ${side} ${factor} ${share}`) ?? [];
        return `${percent(found, tried)} (${percent(others, tried)})`;
      }),
    ]),
  );
  return {
    title: 'A line slowed down on one side',
    columns: [
      'The line',
      ...columns.map(({ isSteady, side }) => `${side} runs a side${isSteady ? ', `--steady`' : ''}`),
    ],
    rows,
    notes: [
      'How often the line was found, over all three programs; in brackets, how often another line was called different. The times of one line were multiplied in the recordings of one side; where a program has no line of such a share, those of several lines put together.',
    ],
  };
}
