import type { PanelChanges } from '../../panel/index.ts';

/** What the width of a box stands for: its time after or before, or how much time changed in it and below. */
export type WidthBy = 'after' | 'before' | 'change';

/** A box: columns are parts of the width, 0 to 1. */
export interface ChangeBox {
  /** Index of the node. */
  readonly node: number;
  readonly row: number;
  readonly left: number;
  readonly width: number;
}

type Nodes = PanelChanges['nodes'];

/** Narrower boxes are left out, in parts of the width. */
const NARROWEST = 0.001;

/**
 * Where the boxes of a differential flame graph stand: the stacks below `zoomed` fill the width, their callers stand above
 * them over all of it. The boxes of one caller are in the order of their width, the widest first.
 */
export function layoutChanges(nodes: Nodes, by: WidthBy, zoomed: number): ChangeBox[] {
  const weights = weightsOf(nodes, by);
  const children = childrenOf(nodes);
  const boxes: ChangeBox[] = [];
  for (let node = zoomed; node >= 0; node = nodes[node].parent) boxes.unshift({ node, row: 0, left: 0, width: 1 });
  boxes.forEach((box, row) => (boxes[row] = { ...box, row }));
  if (!(weights[zoomed] > 0)) return boxes;
  const waiting: ChangeBox[] = [boxes[boxes.length - 1]];
  for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
    let { left } = box;
    const below = [...children[box.node]].sort((a, b) => weights[b] - weights[a]);
    for (const node of below) {
      const width = weights[node] / weights[zoomed];
      if (width < NARROWEST) break;
      const child = { node, row: box.row + 1, left, width };
      boxes.push(child);
      waiting.push(child);
      left += width;
    }
  }
  return boxes;
}

/** The indices of each node's children. */
export function childrenOf(nodes: Nodes): number[][] {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, node) => parent >= 0 && children[parent].push(node));
  return children;
}

function weightsOf(nodes: Nodes, by: WidthBy): Float64Array {
  if (by !== 'change') return Float64Array.from(nodes, (node) => node[by]);
  // What a function itself changed, and all that it calls: changes that cancel out below are still seen.
  const self = nodes.map(({ before, after }) => after - before);
  nodes.forEach(({ parent, before, after }) => {
    if (parent >= 0) self[parent] -= after - before;
  });
  const weights = Float64Array.from(self, Math.abs);
  for (let node = nodes.length - 1; node > 0; node--) weights[nodes[node].parent] += weights[node];
  return weights;
}

/** How strongly a box is coloured, 0 to 3: not at all where nothing is clear, then by how much it changed. */
export function strengthOf({ verdict, ratio = Infinity }: Pick<Nodes[number], 'verdict' | 'ratio'>): 0 | 1 | 2 | 3 {
  if (verdict === 'unclear') return 0;
  const times = Math.max(ratio, 1 / Math.max(ratio, Number.MIN_VALUE));
  return times < 1.25 ? 1 : times < 2 ? 2 : 3;
}
