import type { ResultTable } from '../docs/results.ts';
import type { Verdict } from './judge.ts';
import type { JudgedLines } from './parts.ts';
import { AUTO } from './runs.ts';
import { summarize } from './summarize.ts';
import { variantOf } from './workloads.ts';

type ReadingOfPrograms = 'v8log' | 'inspector' | 'peer lines' | 'peer functions';
const titles: Readonly<Record<ReadingOfPrograms, string>> = {
  v8log: 'Heatline, V8 log',
  inspector: 'Heatline, inspector',
  'peer lines': '`node --cpu-prof`, raw lines',
  'peer functions': '`node --cpu-prof`, by function',
};
const readings = Object.keys(titles) as ReadingOfPrograms[];

/** Whether a program's lines take a few cycles each: see `Workload`. */
export const isTight = ({ part, name }: JudgedLines): boolean =>
  part === 'programs' && variantOf(name).workload.isTight === true;

/** How far each reading of the programs is from the truth: the README's table. The ledger has each run. */
export function buildProgramsTable(judged: readonly JudgedLines[]): ResultTable {
  const majors = [...new Set(judged.map(({ major }) => major))];
  const rows = majors.map((major) => {
    const own = judged.filter((one) => one.major === major);
    const errors = (reading: ReadingOfPrograms): string => formatErrors(own.flatMap((one) => verdictsOf(one, reading)));
    return [String(major), errors(AUTO), ...readings.map(errors)];
  });
  return {
    title:
      "Mean / greatest error of a line's share of the time, in percentage points, over all programs and variants whose lines take longer than a few cycles",
    columns: ['Node', 'Heatline (`auto`)', ...Object.values(titles)],
    rows,
  };
}

/** What a reading says of a run; of `--cpu-prof` there are two. */
function verdictsOf(
  { reading, verdicts, byFunction = [] }: JudgedLines,
  wanted: ReadingOfPrograms,
): readonly Verdict[] {
  if (wanted === 'peer functions') return byFunction;
  return (reading === 'cpu-prof' ? 'peer lines' : reading) === wanted ? verdicts : [];
}

function formatErrors(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return '–';
  const { meanError, maxError } = summarize(verdicts);
  return `${meanError.toFixed(2)} / ${maxError.toFixed(1)}`;
}
