import { type Analysis, Category, type FunctionIndex } from '../core/index.ts';
import { functionLabel, functionPlace } from './frame-label.ts';

const PIECE = 64 * 1024;

/**
 * The stacks of an analysis in Brendan Gregg's collapsed form, one a line: `main (/a.ts:1);hot (/a.ts:9) 42`, where
 * the number counts samples. In pieces of whole lines, so that a large recording is never one string. Stacks are in the
 * tree's order; idle ones and those without samples of their own are left out. Format: https://github.com/brendangregg/FlameGraph#2-fold-stacks
 */
export function* formatCollapsed(analysis: Analysis): Generator<string, void> {
  const { tree, functions } = analysis;
  const labels = new Map<FunctionIndex, string>();
  const labelOf = (row: FunctionIndex): string => {
    const label = labels.get(row) ?? collapsedLabel(analysis, row);
    labels.set(row, label);
    return label;
  };
  let piece = '';
  for (let node = 0; node < tree.function.length; node++) {
    const count = tree.selfSamples[node];
    if (!(count > 0)) continue;
    if (functions.category[tree.function[node]] === Category.idle) continue;
    const stack: string[] = [];
    for (let at = node; at >= 0; at = tree.parent[at]) {
      if (functions.category[tree.function[at]] !== Category.root) stack.push(labelOf(tree.function[at]));
    }
    if (stack.length === 0) continue;
    piece += `${stack.reverse().join(';')} ${count}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Neither the form's own separators nor what controls a terminal that shows the file may stand in a name. */
function collapsedLabel(analysis: Analysis, row: FunctionIndex): string {
  const place = functionPlace(analysis, row);
  const label = functionLabel(analysis, row);
  const text = place === undefined ? label : `${label} (${place})`;
  return text
    .replaceAll(';', ':')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '·');
}
