import { type ComparableRun, compareRuns, type RunComparison } from '../../../src/compare/index.ts';
import { intervalsOfMeans } from '../../../src/compare/mean-intervals.ts';
import { sourceKey } from '../../../src/compare/side-table.ts';
import { Random } from '../../support/random.ts';
import { linesOfShare, mean, meanShares, sharesOfLines, slowDown, withoutRareRows } from './slow-down.ts';

export const factors = [1.2, 1.5, 2] as const;
export const shares = [0.02, 0.05, 0.2] as const;

/** What comparing equal runs, and runs with a slowed line, gave. All are counts. */
export interface Calibration {
  readonly comparisons: number;
  /** Comparisons of equal runs in which a line or a function, or the whole, was called different. */
  readonly falseRows: number;
  readonly falseWholes: number;
  /** Either of these. */
  readonly falseAny: number;
  /** Pairs of means of one line (of 1 % and more) from equal runs, and those whose intervals together hold their difference. */
  readonly pairs: number;
  readonly heldPairs: number;
  /** By factor and share. */
  readonly slowed: ReadonlyMap<string, Slowed>;
}

/** How often the slowed line was found, of how many; and how often another line was blamed. */
interface Slowed {
  readonly tried: number;
  found: number;
  others: number;
}

const texts = { before: () => undefined, after: () => undefined };
const compare = (before: readonly ComparableRun[], after: readonly ComparableRun[]): RunComparison =>
  compareRuns(before, after, { texts });

/** Compares equal runs in many divisions into two sides, and again with a line slowed down on one side. */
export function calibrate(
  recorded: readonly ComparableRun[],
  side: number,
  { equalRounds, slowedRounds }: { equalRounds: number; slowedRounds: number },
): Calibration {
  const runs = withoutRareRows(recorded);
  const random = new Random(side);
  const counts = { comparisons: 0, falseRows: 0, falseWholes: 0, falseAny: 0, pairs: 0, heldPairs: 0 };
  for (let round = 0; round < equalRounds; round++) {
    // The first division is as runs are really made: one side after the other.
    const [before, after] = round === 0 ? split(runs, side) : divide(runs, side, random);
    const { whole, lines, functions } = compare(before, after);
    counts.comparisons++;
    const isRow = [...lines, ...functions].some(({ verdict }) => verdict !== 'unclear');
    const isWhole = whole.verdict !== 'unclear';
    if (isRow) counts.falseRows++;
    if (isWhole) counts.falseWholes++;
    if (isRow || isWhole) counts.falseAny++;
    const pairs = pairsHeld(before, after);
    counts.pairs += pairs.all;
    counts.heldPairs += pairs.held;
  }
  const slowed = new Map<string, Slowed>();
  const known = meanShares(runs);
  for (const share of shares) {
    const keys = linesOfShare(known, share);
    for (const factor of factors) {
      const result: Slowed = { tried: slowedRounds, found: 0, others: 0 };
      for (let round = 0; round < slowedRounds; round++) {
        const [before, after] = divide(runs, side, random);
        const { lines } = compare(
          before.map((run) => slowDown(run, keys, 1)),
          after.map((run) => slowDown(run, keys, factor)),
        );
        const [key] = keys;
        const clear = lines.filter(({ verdict }) => verdict !== 'unclear');
        const isIt = ({ source, line }: (typeof lines)[number]): boolean =>
          source !== undefined && `${sourceKey(source, runs[0])}:${line}` === key;
        if (clear.some((row) => isIt(row) && row.verdict === 'slower')) result.found++;
        if (clear.some((row) => !isIt(row))) result.others++;
      }
      slowed.set(`${factor} ${share}`, result);
    }
  }
  return { ...counts, slowed };
}

/** Two sides of so many runs each, drawn without putting back. */
function divide(
  runs: readonly ComparableRun[],
  side: number,
  random: Random,
): [before: readonly ComparableRun[], after: readonly ComparableRun[]] {
  const drawn = [...runs];
  for (let i = drawn.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [drawn[i], drawn[other]] = [drawn[other], drawn[i]];
  }
  return split(drawn, side);
}

const split = (runs: readonly ComparableRun[], side: number): [before: ComparableRun[], after: ComparableRun[]] => [
  runs.slice(0, side),
  runs.slice(side, 2 * side),
];

function pairsHeld(before: readonly ComparableRun[], after: readonly ComparableRun[]): { all: number; held: number } {
  const [a, b] = [sharesOfLines(before), sharesOfLines(after)];
  const keys = [...a.keys()].filter((key) => b.has(key));
  const [of, and] = [a, b].map((side) => intervalsOfMeans(keys.map((key) => side.get(key) ?? [])));
  let [all, held] = [0, 0];
  keys.forEach((key, row) => {
    const [x, y] = [mean(a.get(key)), mean(b.get(key))];
    if ((x + y) / 2 < 0.01) return;
    all++;
    const [left, right] = x < y ? [of.high[row] - x, y - and.low[row]] : [and.high[row] - y, x - of.low[row]];
    if (Math.abs(x - y) <= Math.hypot(left, right)) held++;
  });
  return { all, held };
}
