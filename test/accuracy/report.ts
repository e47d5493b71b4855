import type { Verdict } from './judge.ts';
import { summarize } from './summarize.ts';

/** One reading of one run. */
export interface Row {
  readonly major: number;
  readonly workload: string;
  readonly variant: string;
  readonly reading: 'v8log' | 'inspector' | 'peer lines' | 'peer functions';
  readonly verdicts: readonly Verdict[];
  /** CPU time of the phases against a run without any sampler. */
  readonly slowdown: number;
  readonly elapsedMs: number;
}

const readings = ['v8log', 'inspector', 'peer lines', 'peer functions'] as const;
const titles: Readonly<Record<Row['reading'], string>> = {
  v8log: 'Heatline, V8 log',
  inspector: 'Heatline, inspector',
  'peer lines': 'cpu-prof, raw lines',
  'peer functions': 'cpu-prof, functions',
};

/** Mean and greatest error in points, for each program and reading, then for each reading of each Node version. */
export function formatTable(rows: readonly Row[], markdown: boolean): string {
  const keys = [...new Set(rows.map(({ major, workload, variant }) => `${major}|${workload}|${variant}`))];
  const head = ['Node', 'Program', 'Variant', ...readings.map((reading) => titles[reading])];
  const body = keys.map((key) => {
    const own = rows.filter(({ major, workload, variant }) => `${major}|${workload}|${variant}` === key);
    return [
      ...key.split('|'),
      ...readings.map((reading) => formatErrors(own.filter((row) => row.reading === reading))),
    ];
  });
  const majors = [...new Set(rows.map(({ major }) => major))];
  const sums = majors.map((major) => {
    const own = rows.filter((row) => row.major === major);
    return [
      String(major),
      'all',
      'all',
      ...readings.map((reading) => formatErrors(own.filter((row) => row.reading === reading))),
    ];
  });
  const coverage = majors.map((major) => `Node ${major}: ${formatCoverage(rows.filter((row) => row.major === major))}`);
  const misses = rows
    .filter(({ reading }) => reading === 'v8log' || reading === 'inspector')
    .flatMap((row) =>
      summarize(row.verdicts).misses.map(
        (miss) => `Node ${row.major}, ${row.workload} (${row.variant}), ${row.reading}: ${miss}`,
      ),
    );
  const table = markdown ? formatMarkdown(head, [...body, ...sums]) : formatColumns(head, [...body, ...sums]);
  return [
    "Mean / greatest error of a line's share, in points of a hundred.",
    '',
    table,
    '',
    `Stated 95 % intervals that hold the truth. ${coverage.join('; ')}.`,
    '',
    misses.length === 0
      ? 'No line is off by more than 3 points plus its interval.'
      : 'Off by more than 3 points plus their interval:',
    ...misses.map((miss) => `- ${miss}`),
    '',
  ].join('\n');
}

/** Every mark of every run. */
export function formatDetails(rows: readonly Row[]): string {
  const points = (share: number): string => (Number.isNaN(share) ? '–' : (100 * share).toFixed(2));
  const body = rows.flatMap((row) =>
    row.verdicts.map(({ mark, kind, truth, said, low, high }) => [
      ...[String(row.major), row.workload, row.variant, row.reading, mark, kind],
      ...[truth, said, low, high].map(points),
      row.slowdown.toFixed(2),
    ]),
  );
  const head = ['Node', 'Program', 'Variant', 'Reading', 'Mark', 'Kind', 'Truth', 'Said', 'Low', 'High', 'Slowdown'];
  return `${formatColumns(head, body)}\n`;
}

function formatErrors(rows: readonly Row[]): string {
  const verdicts = rows.flatMap((row) => row.verdicts);
  if (verdicts.length === 0) return '–';
  const { meanError, maxError } = summarize(verdicts);
  return `${meanError.toFixed(2)} / ${maxError.toFixed(1)}`;
}

function formatCoverage(rows: readonly Row[]): string {
  return (['v8log', 'inspector'] as const)
    .map((reading) => {
      const { coverage, intervals } = summarize(
        rows.filter((row) => row.reading === reading).flatMap((row) => row.verdicts),
      );
      return `${reading} ${Number.isNaN(coverage) ? '–' : `${(100 * coverage).toFixed(0)} % of ${intervals}`}`;
    })
    .join(', ');
}

const formatMarkdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function formatColumns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
