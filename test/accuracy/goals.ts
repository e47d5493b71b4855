import { formatText, type Report, type ResultTable } from '../docs/results.ts';
import type { ConstructVerdict } from './judge-constructs.ts';
import type { Verdict } from './judge.ts';
import type { JudgedLines, JudgedOf } from './parts.ts';
import { AUTO, type ReadingName, type Run } from './runs.ts';
import { type Summary, summarize } from './summarize.ts';

const titles: Readonly<Record<ReadingName, string>> = {
  v8log: 'V8 log',
  inspector: 'inspector',
  'repair off': '`auto`, frame repair off',
  'cpu-prof': '`node --cpu-prof`',
};

/** What a reading is called in tables. */
export const titleOf = ({ reading, isBusy }: Pick<Run, 'reading' | 'isBusy'>): string =>
  `${titles[reading]}${reading === AUTO ? ' (`auto`)' : ''}${isBusy ? ', two hogs' : ''}`;

/** The goals, and the figures that stand for or against them. */
interface Goal {
  readonly name: string;
  /** The figure of one Node, from what `auto` said there; undefined where nothing was measured. */
  readonly measure: (judged: readonly JudgedLines[]) => { readonly text: string; readonly isMet: boolean } | undefined;
}

const points = (value: number): string => value.toFixed(2);
export const percent = (share: number, digits = 0): string =>
  Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)} %`;

/** A figure, marked where its goal is missed. */
export const withMark = (text: string, isMet: boolean): string => `${text}${isMet ? '' : ' (missed)'}`;

function summaryOf(judged: readonly JudgedLines[], isBusy: boolean): Summary | undefined {
  const verdicts = judged.filter((one) => one.isBusy === isBusy).flatMap((one) => one.verdicts);
  return verdicts.length === 0 ? undefined : summarize(verdicts);
}

/** The goal: so much of what is a line's own is on it. */
export const LEAST_SHARE = 0.9;

const constructsOf = (judged: readonly JudgedLines[]): ConstructVerdict[] =>
  judged
    .filter(({ part, isBusy }) => part === 'constructs' && !isBusy)
    .flatMap(({ verdicts }) => verdicts as readonly ConstructVerdict[]);

/** The shares of those constructs whose own time is known. */
const knownShares = (constructs: readonly ConstructVerdict[]): number[] =>
  constructs.map(({ ownShare }) => ownShare).filter((share) => !Number.isNaN(share));

const meanGoal = (name: string, isBusy: boolean, limit: number): Goal => ({
  name: `${name}: at most ${limit} points`,
  measure: (judged) => {
    const summary = summaryOf(judged, isBusy);
    return summary && { text: points(summary.meanError), isMet: summary.meanError <= limit };
  },
});

const intervalsGoal = (name: string, isBusy: boolean, [least, most]: readonly [number, number]): Goal => ({
  name,
  measure: (judged) => {
    const summary = summaryOf(judged, isBusy);
    if (summary === undefined || summary.intervals === 0) return undefined;
    const { coverage, intervals } = summary;
    return { text: `${percent(coverage)} of ${intervals}`, isMet: coverage >= least && coverage <= most };
  },
});

const goals: readonly Goal[] = [
  meanGoal('Mean error of a line', false, 0.5),
  {
    name: `Constructs with ${percent(LEAST_SHARE)} or more of their time on their line: all`,
    measure: (judged) => {
      const shares = knownShares(constructsOf(judged));
      if (shares.length === 0) return undefined;
      const right = shares.filter((share) => share >= LEAST_SHARE).length;
      return { text: `${right} of ${shares.length}`, isMet: right === shares.length };
    },
  },
  {
    name: 'Time that is exact on a line that did nothing: at most 1 %',
    measure: (judged) => {
      const shares = judged.filter(({ isBusy }) => !isBusy).flatMap(({ innocentExact }) => innocentExact ?? []);
      return shares.length === 0 ? undefined : { text: percent(shares[0], 2), isMet: shares[0] <= 0.01 };
    },
  },
  intervalsGoal('95 % intervals that hold: 93 to 98 %', false, [0.93, 0.98]),
  meanGoal('Mean error while two others take the cores', true, 0.8),
  intervalsGoal('Intervals that hold then: at least 90 %', true, [0.9, 1]),
];

/** Whether the goals are met, and the figures of every reading. */
export function buildGoalsReport(judged: readonly JudgedLines[], kinds: readonly JudgedOf<'kinds'>[]): Report {
  return {
    summary: [],
    tables: [
      goalsTable(judged),
      readingsTable('constructs', 'Everyday constructs', judged),
      readingsTable('real', 'Real programs with injected lines', judged),
      kindsTable(kinds),
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** Every mark of every run, as text. */
export function formatDetails(judged: readonly JudgedLines[]): string {
  const rows = judged.flatMap(({ major, name, reading, isBusy, verdicts, byFunction = [] }) =>
    [...verdicts, ...byFunction].map((verdict: Verdict | ConstructVerdict) => [
      ...[String(major), name, `${reading}${isBusy ? ', busy' : ''}`, verdict.mark, verdict.kind],
      ...[verdict.truth, verdict.said, verdict.low, verdict.high].map((share) => percent(share, 2)),
      'ownShare' in verdict ? percent(verdict.ownShare) : '–',
    ]),
  );
  const columns = ['Node', 'Program', 'Reading', 'Mark', 'Kind', 'Truth', 'Said', 'Low', 'High', 'Of its own'];
  const innocents = judged.flatMap(({ major, reading, isBusy, worstInnocents = [] }) =>
    worstInnocents.map(([place, share]) => [
      ...[String(major), `${reading}${isBusy ? ', busy' : ''}`, place, percent(share, 2)],
    ]),
  );
  return [
    formatText({ title: 'Every mark of every run', columns, rows }),
    formatText({
      title: 'Lines that did nothing, with the most time that is called exact',
      columns: ['Node', 'Reading', 'Line', 'Share'],
      rows: innocents,
    }),
  ].join('');
}

/** Whether each goal is met on each Node, by what `auto` says. */
function goalsTable(judged: readonly JudgedLines[]): ResultTable {
  const majors = majorsOf(judged);
  const rows = goals.map(({ name, measure }) => [
    name,
    ...majors.map((major) => {
      const measured = measure(judged.filter((one) => one.major === major && one.reading === AUTO));
      return measured === undefined ? '–' : withMark(measured.text, measured.isMet);
    }),
  ]);
  return {
    title: 'The goals, and what `auto` reaches',
    columns: ['Goal', ...majors.map((major) => `Node ${major}`)],
    rows,
    notes: [
      'A construct’s own time is what its thread took, without collection, Node’s own code, V8’s work below no function (compiling, the microtask queue), and what it does beside its line. Where that leaves less than a fifth, its share is not known (–) and not counted.',
    ],
  };
}

/** The same figures for every reading of a part. */
function readingsTable(part: JudgedLines['part'], title: string, judged: readonly JudgedLines[]): ResultTable {
  const own = judged.filter((one) => one.part === part);
  const rows = majorsOf(own).flatMap((major) => {
    const ofMajor = own.filter((one) => one.major === major);
    return [...new Set(ofMajor.map(titleOf))].map((name) => {
      const same = ofMajor.filter((one) => titleOf(one) === name);
      return [String(major), name, ...figuresOf(same, part)];
    });
  });
  const more =
    part === 'constructs' ? ['Median line', 'Worst line', `Below ${percent(LEAST_SHARE)}`, 'Exact, wrong'] : [];
  return { title, columns: ['Node', 'Reading', 'Mean / greatest error', 'Intervals hold', ...more], rows };
}

function figuresOf(judged: readonly JudgedLines[], part: JudgedLines['part']): string[] {
  const verdicts = judged.flatMap((one) => one.verdicts);
  const { meanError, maxError, coverage, intervals } = summarize(verdicts);
  const figures = [`${points(meanError)} / ${maxError.toFixed(1)}`, intervals === 0 ? '–' : percent(coverage)];
  if (part !== 'constructs') return figures;
  const shares = knownShares(verdicts as readonly ConstructVerdict[]).sort((a, b) => a - b);
  const below = shares.filter((share) => share < LEAST_SHARE).length;
  const median = percent(shares[shares.length >> 1]);
  return [...figures, median, percent(shares[0]), String(below), percent(judged[0].innocentExact ?? NaN, 1)];
}

/** How much of each kind of time is where it belongs; in brackets while two others take the cores. */
function kindsTable(judged: readonly JudgedOf<'kinds'>[]): ResultTable {
  const majors = [...new Set(judged.map(({ major }) => major))];
  const shareOf = (major: number, isBusy: boolean, at: number): string => {
    const own = judged.find((one) => one.major === major && one.isBusy === isBusy);
    return percent(own?.shares[at].share ?? NaN);
  };
  const kinds = judged[0]?.shares.map(({ kind }) => kind) ?? [];
  return {
    title: 'Kinds of time: how much is where it belongs, and while two others take the cores (`auto`)',
    columns: ['What', ...majors.map((major) => `Node ${major}`)],
    rows: kinds.map((kind, at) => [
      kind,
      ...majors.map((major) => `${shareOf(major, false, at)} (${shareOf(major, true, at)})`),
    ]),
  };
}

const majorsOf = (judged: readonly JudgedLines[]): number[] =>
  [...new Set(judged.map(({ major }) => major))].sort((a, b) => a - b);
