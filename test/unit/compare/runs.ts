import type { ComparableRun } from '../../../src/compare/side-table.ts';
import { type FixtureLine, makeAnalysis } from '../cli/analysis-fixture.ts';

/** A run whose lines took these milliseconds; its file `/app/main.js` had this text. */
export function makeRun(
  rows: readonly FixtureLine[],
  text = '',
  facts: Partial<ComparableRun['facts']> = {},
  quality: Partial<ComparableRun['quality']> = {},
): ComparableRun {
  const activeTime = rows.reduce((sum, row) => sum + row.self * 1000, 0);
  const run = makeAnalysis(rows, { activeTime, ...quality });
  return {
    ...run,
    sources: run.sources.map((source) => ({ ...source, content: text, contentHash: text })),
    facts: { ...run.facts, ending: { kind: 'exit', code: 0 }, ...facts },
  };
}
