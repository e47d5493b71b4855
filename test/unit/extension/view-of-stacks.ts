import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { buildIndex } from '../../../src/extension/analysis/analysis-index.ts';
import { analysisOf, type StackOptions } from '../../support/profile-from-stacks.ts';

/** An analysis drawn as stacks (see `profileFromStacks`), as the editor shows it. */
export function viewOfStacks(
  stacks: readonly string[],
  options: StackOptions & { ambiguous?: string[] } = {},
): AnalysisView {
  return viewOf(analysisOf(stacks, options));
}

/** An analysis as the editor shows it. */
export function viewOf(analysis: Analysis): AnalysisView {
  const recording = { fsPath: '/recordings/test.cpuprofile' } as unknown as AnalysisView['recording'];
  return { id: 7, analysis, index: buildIndex(analysis), recording, title: 'test', writtenAt: 0 };
}

/** Row of the line table for `name:line`. */
export function rowOf({ analysis }: AnalysisView, name: string, line: number): number {
  const { lines, sources } = analysis;
  return lines.line.findIndex((at, row) => at === line && sources[lines.source[row]].path === `/app/${name}.js`);
}
