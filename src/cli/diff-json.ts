import type { Change, ChangedRow, RunComparison, Verdict } from '../compare/index.ts';
import { type CategoryName, categoryNames } from '../core/index.ts';
import { describeFinding } from '../present/comparisons.ts';
import type { JsonDiagnostic } from './json-report.ts';

/** What `heatline diff --json` writes. A stable contract, described in docs/json-output.md: fields may be added. */
export interface JsonDiff {
  readonly schemaVersion: 1;
  readonly kind: 'diff';
  readonly whole: JsonWholeChange;
  readonly lines: readonly JsonLineChange[];
  readonly functions: readonly JsonFunctionChange[];
  readonly diagnostics: readonly JsonDiagnostic[];
}

/** By how much a time changed: 0.1 for 10 % more. Unknown, and without a bound, is null. */
export interface JsonChange {
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly change: number | null;
  readonly changeLow: number | null;
  readonly changeHigh: number | null;
  readonly verdict: Verdict;
}

/** The change of active time. */
export interface JsonWholeChange extends JsonChange {
  readonly beforeRuns: number;
  readonly afterRuns: number;
}

/** A line; `line` and `beforeLine` are 1-based, null where it was not there. */
export interface JsonLineChange extends JsonChange {
  readonly file: string | null;
  readonly line: number | null;
  readonly beforeLine: number | null;
  readonly function: string | null;
  /** Runs on each side that would probably make a change of this size clear. */
  readonly runsToTell: number | null;
}

/** A function, and where it is defined. */
export interface JsonFunctionChange extends JsonChange {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly beforeLine: number | null;
  readonly kind: Exclude<CategoryName, 'root' | 'idle'>;
  readonly runsToTell: number | null;
}

/** The comparison as plain values: clear changes first, then by how much time they are. */
export function buildDiffJson({ runs, whole, lines, functions, findings }: RunComparison): JsonDiff {
  return {
    schemaVersion: 1,
    kind: 'diff',
    whole: { ...buildChange(whole), beforeRuns: runs.before, afterRuns: runs.after },
    lines: lines.map((row) => ({ ...buildPlace(row), function: row.name, ...buildChange(row), ...buildRuns(row) })),
    functions: functions.map((row) => ({
      name: row.name,
      ...buildPlace(row),
      kind: categoryNames[row.category] as JsonFunctionChange['kind'],
      ...buildChange(row),
      ...buildRuns(row),
    })),
    diagnostics: findings.map((finding) => {
      const { code, severity, message, file } = describeFinding(finding);
      return { code, severity, message, file: file ?? null };
    }),
  };
}

function buildPlace({ source, line, beforeLine }: ChangedRow): Pick<JsonLineChange, 'file' | 'line' | 'beforeLine'> {
  return { file: source?.path ?? null, line: line ?? null, beforeLine: beforeLine ?? null };
}

function buildChange({ before, after, ratio, low, high, verdict }: Change): JsonChange {
  return {
    beforeMs: before / 1000,
    afterMs: after / 1000,
    change: relative(ratio),
    changeLow: ratio === undefined ? null : relative(low),
    changeHigh: ratio === undefined ? null : relative(high),
    verdict,
  };
}

const buildRuns = ({ runsToTell }: ChangedRow): { runsToTell: number | null } => ({ runsToTell: runsToTell ?? null });

const relative = (ratio: number | undefined): number | null =>
  ratio === undefined || !Number.isFinite(ratio) ? null : ratio - 1;
