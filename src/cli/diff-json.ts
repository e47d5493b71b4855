import type { Change, ChangedRow, RunComparison } from '../compare/index.ts';
import { type CategoryName, categoryNames } from '../core/index.ts';
import { describeFinding } from '../present/comparisons.ts';

/**
 * What `heatline diff --json` writes: clear changes first, then by how much time they are. A stable contract, described in
 * docs/json-output.md: fields may be added. Lines are 1-based; unknown is null.
 */
export function buildDiffJson({ runs, whole, lines, functions, packages, findings }: RunComparison) {
  return {
    schemaVersion: 1,
    kind: 'diff',
    clock: whole.valueName,
    /** If another tool measured something other than time, what it was; fields in milliseconds then hold thousands of its unit. */
    value: whole.value ?? null,
    whole: { ...buildChange(whole), beforeRuns: runs.before, afterRuns: runs.after },
    lines: lines.map((row) => ({ ...buildPlace(row), function: row.name, ...buildChange(row), ...buildRuns(row) })),
    functions: functions.map((row) => ({
      name: row.name,
      ...buildPlace(row),
      kind: categoryNames[row.category] as Exclude<CategoryName, 'root' | 'idle'>,
      ...buildChange(row),
      ...buildRuns(row),
    })),
    packages: packages.map(({ name, isOwn, versions, ...change }) => ({
      name: name ?? null,
      kind: isOwn ? ('own' as const) : ('dependency' as const),
      beforeVersions: versions.before,
      afterVersions: versions.after,
      ...buildChange(change),
    })),
    diagnostics: findings.map((finding) => {
      const { code, severity, message, file } = describeFinding(finding);
      return { code, severity, message, file: file ?? null };
    }),
  };
}

function buildPlace({ source, line, beforeLine }: ChangedRow) {
  return { file: source?.path ?? null, line: line ?? null, beforeLine: beforeLine ?? null };
}

/** By how much a time changed: 0.1 for 10 % more. Unknown, and without a bound, is null. */
function buildChange({ before, after, ratio, low, high, verdict }: Change) {
  return {
    beforeMs: before / 1000,
    afterMs: after / 1000,
    change: relative(ratio),
    changeLow: ratio === undefined ? null : relative(low),
    changeHigh: ratio === undefined ? null : relative(high),
    verdict,
  };
}

/** Runs on each side that would probably make a change of this size clear. */
const buildRuns = ({ runsToTell }: ChangedRow): { runsToTell: number | null } => ({ runsToTell: runsToTell ?? null });

const relative = (ratio: number | undefined): number | null =>
  ratio === undefined || !Number.isFinite(ratio) ? null : ratio - 1;
