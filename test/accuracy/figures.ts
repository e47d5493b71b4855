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

const off = (share: number): number => 100 * Math.abs(share - 1);
const inPercent = (share: number): number => 100 * share;

/** What is the mean of a part's runs, by the name that its judge gives it. */
const means: readonly (readonly [what: string, name: string, convert: (value: number) => number])[] = [
  ['mean error of a line', 'lineError', Number],
  ['mean error of a thread', 'threadError', Number],
  ['told, % off', 'toldShare', off],
  ['waited, % off', 'waitedShare', off],
  ['blocked elsewhere, %', 'strayShare', inPercent],
  ['blocked elsewhere, %', 'blockedShare', inPercent],
];

function measuresOf(group: readonly Judged[]): Measure[] {
  const measures = linesMeasures(group.filter((one) => 'verdicts' in one));
  for (const [what, name, convert] of means) {
    const values = group.map((one) => (one as unknown as Record<string, number | undefined>)[name]);
    const known = values.filter((value) => value !== undefined);
    if (known.length > 0) measures.push([what, mean(known.map(convert))]);
  }
  return measures.map(([what, value]) => [what, Number(value.toFixed(3))]);
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
