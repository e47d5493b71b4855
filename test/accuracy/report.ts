import { formatText, type Report, type ResultTable } from '../docs/results.ts';
import type { NodeMajor } from '../support/nodes.ts';
import type { Verdict } from './judge.ts';
import { type JudgedLines, variantOf } from './parts.ts';
import { AUTO } from './runs.ts';
import { summarize } from './summarize.ts';

/** One reading of one run. */
export interface Row {
  readonly major: NodeMajor;
  readonly workload: string;
  readonly variant: string;
  /** See `Workload`. */
  readonly isTight: boolean;
  readonly reading: 'v8log' | 'inspector' | 'peer lines' | 'peer functions';
  readonly verdicts: readonly Verdict[];
}

const readings = ['v8log', 'inspector', 'peer lines', 'peer functions'] as const;
const titles: Readonly<Record<Row['reading'], string>> = {
  v8log: 'Heatline, V8 log',
  inspector: 'Heatline, inspector',
  'peer lines': '`node --cpu-prof`, raw lines',
  'peer functions': '`node --cpu-prof`, by function',
};
const BY_AUTO = 'Heatline (`auto`)';
const TIGHT = 'where a line takes a few cycles';

/** The readings of the programs: of `--cpu-prof` there are two. */
export function rowsOf(judged: readonly JudgedLines[]): Row[] {
  return judged.flatMap(({ major, name, reading, verdicts, byFunction = [] }): Row[] => {
    const { workload, variant } = variantOf(name);
    const base = { major, workload: workload.name, variant, isTight: workload.isTight === true };
    const rows: Row[] =
      reading === 'v8log' || reading === 'inspector'
        ? [{ ...base, reading, verdicts }]
        : [
            { ...base, reading: 'peer lines', verdicts },
            { ...base, reading: 'peer functions', verdicts: byFunction },
          ];
    return rows.filter((row) => row.verdicts.length > 0);
  });
}

/** How far each reading is from the truth. */
export function buildReport(rows: readonly Row[]): Report {
  const loose = rows.filter(({ isTight }) => !isTight);
  const tight = rows.filter(({ isTight }) => isTight);
  return {
    summary: [],
    tables: [
      errorsByNode(loose, 'over all programs and variants whose lines take longer than a few cycles'),
      coverageByNode(loose, ''),
      missedLines(rows),
      errorsByProgram(loose, ''),
      errorsByNode(tight, TIGHT),
      coverageByNode(tight, `, ${TIGHT}`),
      errorsByProgram(tight, `, ${TIGHT}`),
    ],
  };
}

/** The first table, which the README shows too. */
function errorsByNode(rows: readonly Row[], of: string): ResultTable {
  return {
    title: `Mean / greatest error of a line's share of the time, in percentage points, ${of}`,
    columns: ['Node', BY_AUTO, ...readings.map((reading) => titles[reading])],
    rows: majorsOf(rows).map((major) => {
      const errors = (reading: Row['reading']): string =>
        formatErrors(rows.filter((row) => row.major === major && row.reading === reading));
      return [String(major), errors(AUTO), ...readings.map(errors)];
    }),
  };
}

function coverageByNode(rows: readonly Row[], of: string): ResultTable {
  return {
    title: `Stated 95 % intervals that hold the truth${of}`,
    columns: ['Node', BY_AUTO, titles.v8log, titles.inspector],
    rows: majorsOf(rows).map((major) => {
      const coverage = (reading: Row['reading']): string =>
        formatCoverage(rows.filter((row) => row.major === major && row.reading === reading));
      return [String(major), ...([AUTO, 'v8log', 'inspector'] as const).map(coverage)];
    }),
  };
}

function missedLines(rows: readonly Row[]): ResultTable {
  const names: Readonly<Partial<Record<Row['reading'], string>>> = { v8log: 'V8 log', inspector: 'inspector' };
  return {
    title: 'Lines off by more than 3 points plus their interval',
    columns: ['Node', 'Program', 'Variant', 'Sampler', 'Mark', 'Said', 'Truth'],
    rows: rows.flatMap(({ major, workload, variant, reading, verdicts }) => {
      const name = names[reading];
      if (name === undefined) return [];
      return summarize(verdicts).misses.map(({ mark, said, truth }) => [
        ...[String(major), workload, variant, name, mark, percent(said), percent(truth)],
      ]);
    }),
  };
}

function errorsByProgram(rows: readonly Row[], of: string): ResultTable {
  const keys = [...new Set(rows.map(({ major, workload, variant }) => `${major}|${workload}|${variant}`))];
  return {
    title: `Mean / greatest error by program, in percentage points${of}`,
    columns: ['Node', 'Program', 'Variant', ...readings.map((reading) => titles[reading])],
    rows: keys.map((key) => {
      const own = rows.filter(({ major, workload, variant }) => `${major}|${workload}|${variant}` === key);
      return [
        ...key.split('|'),
        ...readings.map((reading) => formatErrors(own.filter((row) => row.reading === reading))),
      ];
    }),
  };
}

const majorsOf = (rows: readonly Row[]): number[] => [...new Set(rows.map(({ major }) => major))];

const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`);

/** Every mark of every run. */
export function formatDetails(rows: readonly Row[]): string {
  const points = (share: number): string => (Number.isNaN(share) ? '–' : (100 * share).toFixed(2));
  const body = rows.flatMap((row) =>
    row.verdicts.map(({ mark, kind, truth, said, low, high }) => [
      ...[String(row.major), row.workload, row.variant, row.reading, mark, kind],
      ...[truth, said, low, high].map(points),
    ]),
  );
  const head = ['Node', 'Program', 'Variant', 'Reading', 'Mark', 'Kind', 'Truth', 'Said', 'Low', 'High'];
  return formatText({ title: 'Every mark of every run', columns: head, rows: body });
}

function formatErrors(rows: readonly Row[]): string {
  const verdicts = rows.flatMap((row) => row.verdicts);
  if (verdicts.length === 0) return '–';
  const { meanError, maxError } = summarize(verdicts);
  return `${meanError.toFixed(2)} / ${maxError.toFixed(1)}`;
}

function formatCoverage(rows: readonly Row[]): string {
  const { coverage, intervals } = summarize(rows.flatMap((row) => row.verdicts));
  return Number.isNaN(coverage) ? '–' : `${(100 * coverage).toFixed(0)} % of ${intervals}`;
}
