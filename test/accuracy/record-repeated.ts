import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Report, ResultTable } from '../docs/results.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import { LEAST_SHARE, percent, titleOf } from './goals.ts';
import { judgeRepeated, type RepeatedVerdict, type RunOfConstructs } from './judge-repeated.ts';
import { readConstructs } from './marked-lines.ts';
import { readAnalysis, readPeer } from './reading.ts';
import { phasesIn, record } from './record.ts';
import { repeatLines } from './repeat-lines.ts';
import { AUTO, type Run } from './runs.ts';

/** How many times a repeated statement stands on its line. */
const TIMES = 4;
/** CPU time of each construct in each of its runs, in milliseconds. */
const EACH = 300;
/**
 * Runs of each kind: the difference between the two kinds is wanted to some percent, and a gap without samples may be that of
 * a construct, or of the one that ran after it.
 */
const ROUNDS = 3;

type Kind = Pick<Run, 'major' | 'reading' | 'isBusy'>;

/** What was said of statements that stood on their line several times. */
interface JudgedRepeated extends Kind {
  readonly verdicts: readonly RepeatedVerdict[];
}

/**
 * How much of what a statement costs is on its line, as tables. Records the constructs whose loop holds their lines only, with
 * what the loop does once and several times on a line of its own, and compares what the line has more with what the construct
 * takes more. Takes minutes for each Node.
 */
export async function recordRepeatedReport(
  majors: readonly NodeMajor[],
  intervalUs: number,
  folder: string,
): Promise<Report> {
  const judged: JudgedRepeated[] = [];
  for (const major of majors) {
    for (const reading of [AUTO, 'cpu-prof'] as const) {
      const kind: Kind = { major, reading, isBusy: false };
      process.stderr.write(`Node ${major} · repeated · ${reading}\n`);
      const runs: RunOfConstructs[][] = [[], []];
      for (let round = 0; round < ROUNDS; round++)
        for (const [at, times] of [1, TIMES].entries()) {
          const place = path.join(folder, `repeated-${major}-${reading}`, `${times}-${round}`);
          runs[at].push(await runConstructs(kind, times, intervalUs, place));
        }
      const [once, repeated] = runs;
      judged.push({ ...kind, verdicts: judgeRepeated(once, repeated, await readConstructs()) });
    }
  }
  return {
    summary: [],
    tables: [readingsTable(judged), missedTable(judged.filter(({ reading }) => reading === AUTO))],
  };
}

async function runConstructs(
  { major, reading }: Kind,
  times: number,
  intervalUs: number,
  folder: string,
): Promise<RunOfConstructs> {
  const repeated = await repeatLines(folder, times);
  const args = [String(EACH), ...repeated.names];
  const program = { program: path.join(repeated.folder, 'main.mjs'), nodeArgs: [], args };
  const { recording, output } = await record({ node: await nodeBinary(major), program, intervalUs, folder }, reading);
  const phases = phasesIn(output, program);
  return { reading: reading === AUTO ? readAnalysis(await analyze(recording)) : await readPeer(recording), phases };
}

function readingsTable(judged: readonly JudgedRepeated[]): ResultTable {
  const rows = judged.map(({ verdicts, ...kind }) => {
    const shares = verdicts
      .map(({ share }) => share)
      .filter((share) => !Number.isNaN(share))
      .sort((a, b) => a - b);
    const right = shares.filter((share) => share >= LEAST_SHARE).length;
    return [
      ...[String(kind.major), titleOf(kind), `${right} of ${shares.length}`],
      ...[percent(shares[shares.length >> 1]), percent(shares[0]), String(verdicts.length - shares.length)],
    ];
  });
  return {
    title: 'What a statement costs, on its line',
    columns: ['Node', 'Reading', `${percent(LEAST_SHARE)} and more`, 'Median', 'Least', 'Not known'],
    rows,
    notes: [
      `Each construct whose loop holds nothing but its lines is run with what the loop does once and ${TIMES} times on one line, ${ROUNDS} runs of each: what the line has more, of what the thread took more in a call, without collection and Node’s own code. What the loop itself costs is in both. Not known: without collection and Node’s own code the repetition was less than a fifth of all that the construct took.`,
    ],
  };
}

function missedTable(judged: readonly JudgedRepeated[]): ResultTable {
  const shareOf = (one: JudgedRepeated, mark: string): number =>
    one.verdicts.find((verdict) => verdict.mark === mark)?.share ?? NaN;
  const marks = [...new Set(judged.flatMap(({ verdicts }) => verdicts.map(({ mark }) => mark)))];
  const missed = marks.filter((mark) => judged.some((one) => shareOf(one, mark) < LEAST_SHARE));
  return {
    title: `Statements of which less than ${percent(LEAST_SHARE)} is on their line on some Node (\`auto\`)`,
    columns: ['Construct', ...judged.map(({ major }) => `Node ${major}`)],
    rows: missed.map((mark) => [mark, ...judged.map((one) => percent(shareOf(one, mark)))]),
  };
}
