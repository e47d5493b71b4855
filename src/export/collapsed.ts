import { type Analysis, Category, type FunctionIndex } from '../core/index.ts';
import { functionLabel, placeLabel } from '../present/names.ts';

/**
 * The stacks of an analysis in Brendan Gregg's collapsed form, one a line: `main (/a.ts:1);hot (/a.ts:9) 42`, where
 * the number counts samples. Stacks are in the tree's order; idle ones and those without samples of their own are left out. Format: https://github.com/brendangregg/FlameGraph#2-fold-stacks
 */
export function* formatCollapsed(analysis: Analysis): Generator<string, void> {
  const { tree, functions } = analysis;
  const labels = functions.name.map((_, row) => collapsedLabel(analysis, row));
  for (let node = 0; node < tree.function.length; node++) {
    const count = tree.selfSamples[node];
    if (!(count > 0) || functions.category[tree.function[node]] === Category.idle) continue;
    const stack: string[] = [];
    for (let at = node; at >= 0; at = tree.parent[at]) {
      if (functions.category[tree.function[at]] !== Category.root) stack.push(labels[tree.function[at]]);
    }
    if (stack.length > 0) yield `${stack.reverse().join(';')} ${count}\n`;
  }
}

/** Neither the form's own separators nor what controls a terminal that shows the file may stand in a name. */
function collapsedLabel(analysis: Analysis, row: FunctionIndex): string {
  const { functions, sources } = analysis;
  const label = functionLabel(functions.name[row]);
  const path = sources[functions.source[row]]?.path as string | undefined;
  const text = path === undefined ? label : `${label} (${placeLabel(path, functions.line[row])})`;
  return text
    .replaceAll(';', ':')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '·');
}
