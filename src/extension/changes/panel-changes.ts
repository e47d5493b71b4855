import { type ChangedRow, compareStacks } from '../../compare/index.ts';
import type { PanelChange, PanelChanges } from '../../panel/index.ts';
import { functionLabel } from '../../present/names.ts';
import { placeOfLine } from '../analysis/source-uris.ts';
import { clearRows } from './changes-model.ts';
import type { Compared } from './changes-store.ts';

/** What the panel shows of a comparison. */
export function buildPanelChanges(compared: Compared): PanelChanges {
  const { runs, comparison, context, before, view } = compared;
  const { functions, nodes } = compareStacks(runs.before, runs.after, context);
  const { source: sources } = view.analysis.functions;
  const { ratio, low, high, verdict } = comparison.whole;
  return {
    since: before.title,
    runs: comparison.runs,
    canRunAgain: !view.analysis.facts.attached,
    functions: functions.map(({ name, source, line, row }) => ({
      name: functionLabel(name),
      place: placeOfLine(source, line),
      // Only what has a source can be shown.
      row: row !== undefined && sources[row] >= 0 ? row : undefined,
    })),
    // The whole is judged once for all.
    nodes: nodes.map((node) => (node.parent < 0 ? { ...node, ratio, low, high, verdict } : node)),
    rows: [
      ...clearRows(comparison.lines).map((row) => rowOf('line', row, compared)),
      ...clearRows(comparison.functions).map((row) => rowOf('function', row, compared)),
    ],
  };
}

function rowOf(kind: 'line' | 'function', row: ChangedRow, { index, view }: Compared): PanelChange {
  const { name, source, line: now, beforeLine, category: _, runsToTell: __, ...change } = row;
  const at = index.rowOf.get(row);
  const line = kind === 'line' ? at : undefined;
  const fn = kind === 'function' ? at : line === undefined ? undefined : view.analysis.lines.function[line];
  const place = placeOfLine(source, now ?? beforeLine ?? 0);
  return { kind, name: functionLabel(name), place, ...change, function: fn, line };
}
