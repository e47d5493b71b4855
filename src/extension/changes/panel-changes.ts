import { isClear } from '../../compare/index.ts';
import type { PanelChanges } from '../../panel/index.ts';
import { describeRow } from '../../present/changes.ts';
import type { Compared } from './changes-store.ts';

/** What the panel shows of a comparison. */
export function buildPanelChanges({ index, comparison, before }: Compared): PanelChanges {
  const changed = [...index.ofFunction].filter(([, row]) => isClear(row));
  return {
    since: before.title,
    functions: changed.map(([fn, row]) => ({
      ...{ function: fn, ratio: row.ratio, verdict: row.verdict },
      text: describeRow(row, comparison.runs),
    })),
  };
}
