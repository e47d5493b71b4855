import type { Judged, JudgedLines } from './parts.ts';
import { summarize } from './summarize.ts';

/**
 * The figures of which none may become worse, by name: the smaller, the better. Errors in percentage points, shares in per
 * cent off their truth.
 */
export type Figures = Readonly<Record<string, number>>;

export function figuresOf(judged: readonly Judged[]): Figures {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
  return Object.fromEntries(
    [...groups].flatMap(([name, group]) => measuresOf(group).map(([what, value]) => [`${name}: ${what}`, value])),
  );
}

/** Names of the figures that are worse than they were, with both values. */
export function worseFigures(before: Figures, now: Figures): string[] {
  return Object.entries(before).flatMap(([name, was]) => {
    const is = now[name] ?? NaN;
    return is <= was ? [] : [`${name}: ${was} → ${is}`];
  });
}

/** All programs of a part, one Node, one reading. */
const groupOf = ({ part, major, reading, isBusy }: Judged): string =>
  `Node ${major}, ${part}, ${reading}${isBusy ? ', two hogs' : ''}`;

type Measure = readonly [what: string, value: number];

function measuresOf(group: readonly Judged[]): Measure[] {
  const off = (what: string, share: (one: Judged) => number | undefined): Measure[] => {
    const shares = group.map(share).filter((value) => value !== undefined);
    return shares.length === 0 ? [] : [[what, mean(shares.map((value) => Math.abs(value - 1)))]];
  };
  const measures: Measure[] = [
    ...linesMeasures(group.filter((one): one is JudgedLines => 'verdicts' in one)),
    ...points('mean error of a line', group, (one) => ('lineError' in one ? one.lineError : undefined)),
    ...points('mean error of a thread', group, (one) => ('threadError' in one ? one.threadError : undefined)),
    ...off('told, % off', (one) => ('toldShare' in one ? one.toldShare : undefined)).map(inPercent),
    ...off('waited, % off', (one) => ('waitedShare' in one ? one.waitedShare : undefined)).map(inPercent),
    ...points('blocked elsewhere, %', group, (one) =>
      'strayShare' in one ? 100 * one.strayShare : 'blockedShare' in one ? 100 * one.blockedShare : undefined,
    ),
  ];
  return measures.map(([what, value]) => [what, Number(value.toFixed(3))]);
}

const inPercent = ([what, share]: Measure): Measure => [what, 100 * share];

function points(what: string, group: readonly Judged[], of: (one: Judged) => number | undefined): Measure[] {
  const values = group.map(of).filter((value) => value !== undefined);
  return values.length === 0 ? [] : [[what, mean(values)]];
}

function linesMeasures(group: readonly JudgedLines[]): Measure[] {
  const verdicts = group.flatMap((one) => one.verdicts);
  if (verdicts.length === 0) return [];
  const { meanError, maxError, coverage } = summarize(verdicts);
  const innocent = group.flatMap(({ innocentExact }) => innocentExact ?? []);
  return [
    ['mean error of a line', meanError],
    ['greatest error of a line', maxError],
    ...(Number.isNaN(coverage)
      ? []
      : [['intervals that hold, points off 95 %', 100 * Math.abs(coverage - 0.95)] as const]),
    ...(innocent.length === 0 ? [] : [['exact on innocent lines, %', 100 * mean(innocent)] as const]),
  ];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
