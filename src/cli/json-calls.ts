import type { CallAnalysis } from '../analysis/analyze-calls.ts';
import { buildDefinition, buildDiagnostic, byMost } from '../export/json-report.ts';

/** Counted calls as plain values, the most called first; functions that never were are there as far as V8 knows them. */
export function buildJsonCalls(analysis: CallAnalysis) {
  const { calls, diagnostics } = analysis;
  return {
    schemaVersion: 1,
    calls: byMost(calls).map((row) => ({ ...buildDefinition(analysis, row), calls: calls[row] })),
    diagnostics: diagnostics.map(buildDiagnostic),
  };
}
