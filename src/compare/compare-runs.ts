import type { Category, Measured, Microseconds, OneBasedLine, Source, ValueType } from '../core/index.ts';
import { hasShare, judgeRows, LEAST_SHARE_JUDGED } from './judge-rows.ts';
import { type MatchedRow, matchSides, type TextOf } from './match-sides.ts';
import {
  activeTimesOf,
  buildSide,
  type ComparableRun,
  packageKey,
  type SidePackage,
  type SideTable,
} from './side-table.ts';
import { meanOf } from './spread.ts';
import type { RowChange, Sides, TimedRow } from './tell-rows-apart.ts';
import { judgeWhole } from './whole-change.ts';

/** Is a change beyond what runs differ by themselves? */
export type Verdict = 'slower' | 'faster' | 'unclear';

/** By how much something changed: after ÷ before, means over the runs of each side, as measured. */
export interface Change extends Measured, Sides<number> {
  /** Undefined where there was nothing before. Of rows the pace is taken out: by how fast the other lines went. */
  readonly ratio: number | undefined;
  /** Bounds of the ratio; undefined where the runs do not tell, `high` infinite where they do not bound it. */
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly verdict: Verdict;
}

/** A line, or a function (`line` is that of its definition). Lines are 1-based; undefined where it was not there. */
export interface ChangedRow extends Change {
  /** Undefined for what has none, such as garbage collection. As it is after, or was before where it is gone. */
  readonly source: Source | undefined;
  readonly line: OneBasedLine | undefined;
  readonly beforeLine: OneBasedLine | undefined;
  /** Row in the table of the first run after; undefined where it is not in that. */
  readonly row: number | undefined;
  readonly name: string;
  readonly category: Category;
  /** Runs on each side that would probably make a change of this size clear; undefined where that is not known or hopeless. */
  readonly runsToTell: number | undefined;
}

/** A package by its name; own code by the name of its package. */
export interface ChangedPackage extends Change, Pick<SidePackage, 'name' | 'isOwn'> {
  /** None where it was not there, or where they are not known. */
  readonly versions: Sides<readonly string[]>;
}

/** Anything that was noticed besides the verdicts. */
export type ComparisonFinding =
  /** `attached`: to a program that ran already, which cannot be run again. */
  | ({ readonly code: 'single-runs'; readonly attached: boolean } & Sides<number>)
  /**
   * One profile of a side may be of many processes, and only its samples are known, not how such profiles differ. `value`: as
   * in `Measured`.
   */
  | ({ readonly code: 'single-spans'; readonly samples: Sides<number>; readonly value?: ValueType } & Sides<number>)
  | { readonly code: 'ended-otherwise' }
  | { readonly code: 'work-unknown'; readonly value?: ValueType }
  | { readonly code: 'changed-alike' }
  | { readonly code: 'text-unknown'; readonly file: string };

/** The answer: what got slower or faster, the most certain time first. */
export interface RunComparison {
  readonly runs: Sides<number>;
  readonly whole: Change;
  /** Lines with at least 0.3 % of the time on a side. */
  readonly lines: readonly ChangedRow[];
  readonly functions: readonly ChangedRow[];
  readonly packages: readonly ChangedPackage[];
  readonly findings: readonly ComparisonFinding[];
}

/** What is known besides the runs themselves. */
export interface ComparisonContext {
  /** Active times of earlier recordings of the program, in microseconds: how much they differ by themselves. */
  readonly earlier?: readonly Microseconds[];
  readonly texts: Sides<TextOf>;
}

/** Two sides with their rows matched, how the whole changed, and what the runs say about rows of any kind. */
function matchRuns(
  before: readonly ComparableRun[],
  after: readonly ComparableRun[],
  { texts, earlier }: ComparisonContext,
) {
  const sides = { before: buildSide(before), after: buildSide(after) };
  const active = activeTimesOf(sides);
  const matched = matchSides(sides.before, sides.after, texts);
  const lines = timeRows(matched.lines, active);
  const change = judgeWhole(active, earlier);
  const isWork = didAllWork([...before, ...after]);
  const isSingle = Math.min(before.length, after.length) < 2;
  const { valueName, value } = sides.after;
  const whole: Change = {
    ...{ valueName, value },
    before: meanOf(active.before),
    after: meanOf(active.after),
    ratio: change.ratio,
    low: isWork ? change.interval?.low : undefined,
    high: isWork ? change.interval?.high : undefined,
    verdict: verdictOf(isWork && change.isClear, change.ratio),
  };
  // One run on a side says nothing of a single row.
  const judge = (rows: readonly TimedRow[]): readonly RowChange[] =>
    isSingle ? [] : judgeRows(rows, lines, active, change);
  return { sides, active, matched, lines, whole, judge, isWork, isSingle };
}

/** Compares runs of before with runs of after. Ask `findRefusal` first whether they may be compared. */
export function compareRuns(
  before: readonly ComparableRun[],
  after: readonly ComparableRun[],
  context: ComparisonContext,
): RunComparison {
  const { sides, active, matched, lines, whole, judge, isWork, isSingle } = matchRuns(before, after, context);
  const runs = { before: before.length, after: after.length };
  const of = whole.value && { value: whole.value };
  const samples = { before: samplesOf(before), after: samplesOf(after) };
  const isMerged = [...before, ...after].some(({ facts }) => facts.merged);
  const functions = timeRows(matched.functions, active);
  const packages = matchPackages(sides).filter((row) => hasShare(row, active, LEAST_SHARE_JUDGED));
  const changesOfPackages = judge(packages);
  const judged = {
    lines: buildRows(lines, sides, judge(lines)),
    functions: buildRows(functions, sides, judge(functions)),
    packages: sortChanges(
      packages.map(({ name, isOwn, versions, ...times }, at) => ({
        ...changeOfRow(sides.after, times, changesOfPackages.at(at)),
        ...{ name, isOwn, versions },
      })),
    ),
  };
  // Where all lines changed alike, it was the machine, or there was more of the same work: the runs do not tell which.
  const isAlike = whole.verdict !== 'unclear' && ![...judged.lines, ...judged.functions].some(isClear);
  return {
    runs,
    whole: isAlike && !isSingle ? { ...whole, verdict: 'unclear' } : whole,
    ...judged,
    findings: [
      ...(isSingle && isMerged ? [{ code: 'single-spans' as const, ...runs, samples, ...of }] : []),
      ...(isSingle && !isMerged
        ? [{ code: 'single-runs' as const, ...runs, attached: [...before, ...after].some(wasAttached) }]
        : []),
      ...(isWork ? [] : [isMerged ? { code: 'work-unknown' as const, ...of } : { code: 'ended-otherwise' as const }]),
      ...(isAlike && !isSingle ? [{ code: 'changed-alike' as const }] : []),
      ...matched.unknownTexts.map(({ path }) => ({ code: 'text-unknown' as const, file: path })),
    ],
  };
}

const samplesOf = (runs: readonly ComparableRun[]): number =>
  runs.reduce((sum, { quality }) => sum + quality.samples, 0);
const wasAttached = ({ facts }: ComparableRun): boolean => facts.attached === true;
/** Whether it got slower or faster beyond what runs differ by themselves. */
export const isClear = ({ verdict }: Change): boolean => verdict !== 'unclear';

/**
 * Did every run do all of its work? Only such runs tell how long it takes: none was stopped, all ended in the same way, and none
 * is merged of several.
 */
export function didAllWork(runs: readonly ComparableRun[]): boolean {
  if (runs.some(({ facts }) => facts.merged)) return false;
  const endings = runs.map(({ facts }) => facts.ending);
  // Other tools' recordings do not say.
  if (endings.every((ending) => ending === undefined)) return true;
  const [first] = endings;
  return (
    first?.kind === 'exit' && endings.every((end) => end?.kind === 'exit' && end.code === first.code && !end.error)
  );
}

interface Timed extends TimedRow {
  readonly row: MatchedRow;
}

/** The rows with enough time to be judged, with their times in each run. */
function timeRows(rows: readonly MatchedRow[], active: TimedRow): Timed[] {
  const none = { before: active.before.map(() => 0), after: active.after.map(() => 0) };
  return rows
    .map((row) => ({ row, before: row.before?.times ?? none.before, after: row.after?.times ?? none.after }))
    .filter((row) => hasShare(row, active, LEAST_SHARE_JUDGED));
}

function buildRows(rows: readonly Timed[], sides: Sides<SideTable>, changes: readonly RowChange[]): ChangedRow[] {
  const all = rows.map(({ row, before, after }, at): ChangedRow => {
    const known = row.after ?? row.before;
    const side = row.after ? sides.after : sides.before;
    return {
      ...changeOfRow(side, { before, after }, changes.at(at)),
      source: side.sources.get(known?.source ?? ''),
      line: row.after?.line || undefined,
      beforeLine: row.before?.line || undefined,
      row: row.after?.row,
      name: known?.name ?? '',
      category: known?.category as Category,
      runsToTell: changes.at(at)?.runsToTell,
    };
  });
  return sortChanges(all);
}

/** Clear changes first, then by how much time they are. */
const sortChanges = <Row extends Change>(rows: Row[]): Row[] =>
  rows.sort((a, b) => Number(isClear(b)) - Number(isClear(a)) || distance(b) - distance(a));

/** The packages of both sides, by name: a new version is the same package. */
function matchPackages({ before, after }: Sides<SideTable>) {
  const [then, now] = [before, after].map(({ packages }) => new Map(packages.map((row) => [packageKey(row), row])));
  const none = ({ active }: SideTable): number[] => active.map(() => 0);
  return [...new Map([...then, ...now])].map(([key, { name, isOwn }]) => ({
    ...{ name, isOwn },
    before: then.get(key)?.times ?? none(before),
    after: now.get(key)?.times ?? none(after),
    versions: { before: versionsOf(then.get(key)), after: versionsOf(now.get(key)) },
  }));
}

const versionsOf = (row: SidePackage | undefined): string[] => [...(row?.versions ?? [])].sort();

/** How did a row's times change? `change`: what the runs say about it, if there are enough of them. */
function changeOfRow({ valueName, value }: Measured, times: TimedRow, change: RowChange | undefined): Change {
  const [before, after] = [meanOf(times.before), meanOf(times.after)];
  const ratio = change ? change.ratio : before > 0 ? after / before : undefined;
  const verdict = verdictOf(change?.isClear ?? false, ratio ?? Infinity);
  return { valueName, value, before, after, ratio, low: change?.low, high: change?.high, verdict };
}

const distance = ({ before, after }: Change): number => Math.abs(after - before);

/** The verdict on a ratio, which the runs tell clearly or do not. */
function verdictOf(isClearly: boolean, ratio: number): Verdict {
  if (!isClearly || ratio === 1) return 'unclear';
  return ratio > 1 ? 'slower' : 'faster';
}
