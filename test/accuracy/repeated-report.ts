import type { Report, ResultTable } from '../docs/results.ts';
import { LEAST_SHARE, percent, titleOf } from './goals.ts';
import { AUTO } from './runs.ts';
import type { NodeMajor } from '../support/nodes.ts';
import { type JudgedRepeated, ROUNDS_OF_REPEATED, runRepeated } from './record-repeated.ts';
import { TIMES } from './repeat-lines.ts';

/** How much of what a statement costs is on its line, as tables. Takes minutes for each Node. */
export async function recordRepeatedReport(
  majors: readonly NodeMajor[],
  intervalUs: number,
  folder: string,
): Promise<Report> {
  const judged = await runRepeated(majors, intervalUs, folder);
  return {
    summary: [],
    tables: [readingsTable(judged), missedTable(judged.filter(({ reading }) => reading === AUTO))],
  };
}

function readingsTable(judged: readonly JudgedRepeated[]): ResultTable {
  const rows = judged.map(({ major, reading, verdicts }) => {
    const shares = verdicts
      .map(({ share }) => share)
      .filter((share) => !Number.isNaN(share))
      .sort((a, b) => a - b);
    const right = shares.filter((share) => share >= LEAST_SHARE).length;
    return [
      ...[String(major), titleOf(reading), `${right} of ${shares.length}`],
      ...[percent(shares[shares.length >> 1]), percent(shares[0]), String(verdicts.length - shares.length)],
    ];
  });
  return {
    title: 'What a statement costs, on its line',
    columns: ['Node', 'Reading', `${percent(LEAST_SHARE)} and more`, 'Median', 'Least', 'Not known'],
    rows,
    notes: [
      `Each construct whose loop holds nothing but its lines is run with what the loop does once and ${TIMES} times on one line, ${ROUNDS_OF_REPEATED} runs of each: what the line has more, of what the thread took more in a call, without collection and Node’s own code. What the loop itself costs is in both. Not known: without collection and Node’s own code the repetition was less than a fifth of all that the construct took.`,
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
