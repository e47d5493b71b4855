import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Category } from '../../../src/core/index.ts';
import type { Flame } from '../../../src/webview/model/flame.ts';
import { type MergedTree, selfTimeOf, type TreeColumns } from '../../../src/webview/model/merged-tree.ts';
import { type Box, SpanBuffer } from '../../../src/webview/model/spans.ts';

/** A call tree, its functions' categories, and samples on it. */
export interface TestTree extends TreeColumns {
  readonly category: Uint8Array;
  readonly samples: { readonly node: Int32Array; readonly start: Float64Array };
}

/** Functions of the random trees by category; function 0 is the root. */
const { root, own, dependency, node: ofNode, native, gc, idle } = Category;
const categories = [root, own, own, dependency, ofNode, native, gc, idle];

/** Trees of up to 40 nodes with recursion, several children of one function, and samples of whole microseconds. */
export const anyTree: fc.Arbitrary<TestTree> = fc
  .record({
    nodes: fc.array(fc.record({ above: fc.nat(), fn: fc.integer({ min: 1, max: 7 }) }), { maxLength: 40 }),
    samples: fc.array(fc.record({ at: fc.nat(), duration: fc.integer({ min: 1, max: 50 }) }), { maxLength: 60 }),
  })
  .map(({ nodes, samples }) => {
    const count = nodes.length + 1;
    const parent = Int32Array.from([-1, ...nodes.map(({ above }, i) => above % (i + 1))]);
    const node = Int32Array.from(samples, ({ at }) => at % count);
    const start = new Float64Array(samples.length + 1);
    const selfTime = new Float64Array(count);
    const selfSamples = new Uint32Array(count);
    samples.forEach(({ duration }, i) => {
      start[i + 1] = start[i] + duration;
      selfTime[node[i]] += duration;
      selfSamples[node[i]]++;
    });
    return {
      function: Int32Array.from([0, ...nodes.map(({ fn }) => fn)]),
      parent,
      selfTime,
      selfSamples,
      category: Uint8Array.from(categories),
      samples: { node, start },
    };
  });

/** The functions from the root down to a node, the simple way. */
export function stackOf(tree: Pick<TreeColumns, 'function' | 'parent'>, node: number): number[] {
  return node < 0 ? [] : [...stackOf(tree, tree.parent[node]), tree.function[node]];
}

/** The nodes from the root down to a node, the simple way; none of what is not shown. */
export const nodesTo = (parent: Int32Array, node: number): number[] =>
  node < 0 ? [] : [...nodesTo(parent, parent[node]), node];

/** The boxes of a flame chart, the simple way: neighbouring samples with the same stack down to a row. */
export const boxesOfStacks = (stacks: readonly (readonly number[])[], start: Float64Array): Box[] =>
  stacks.flatMap((stack, i) =>
    stack.flatMap((node, row): Box[] => {
      if (i > 0 && stacks[i - 1][row] === node) return [];
      let end = i + 1;
      while (end < stacks.length && stacks[end][row] === node) end++;
      return [{ node, row, start: start[i], end: start[end] }];
    }),
  );

/** `{ 'main>f': [self, total] }` of a merged tree, the root left out of the names. */
export function timesByStack(tree: MergedTree): Record<string, [number, number]> {
  return Object.fromEntries(
    Array.from(tree.function, (_, node) => [
      stackOf(tree, node).slice(1).join('>'),
      [selfTimeOf(tree, node), tree.totalTime[node]],
    ]),
  );
}

/** Every pixel shows the box under its middle, for each row of a window: shares of the width, and rows at its top. */
export function checkPixels(flame: Flame, boxes: readonly Box[], leftShare = 0, spanShare = 100, tops = [0, 1]): void {
  const left = (flame.extent * leftShare) / 100;
  const right = left + Math.max(1, (flame.extent * spanShare) / 100);
  for (const top of tops) {
    const spans = new SpanBuffer(37, 6);
    flame.fill(spans, { left, right, top });
    for (let row = 0; row < spans.rows; row++) {
      const drawn = new Int32Array(spans.width).fill(-1);
      for (let k = row * spans.width; k < row * spans.width + spans.count[row]; k++)
        drawn.fill(spans.node[k], spans.left[k], spans.right[k]);
      drawn.forEach((node, x) => {
        const time = left + ((x + 0.5) * (right - left)) / spans.width;
        const isNearEdge = boxes.some(({ start, end }) => Math.abs(start - time) < 1e-9 || Math.abs(end - time) < 1e-9);
        if (isNearEdge) return; // either neighbour is right
        const box = boxes.find((b) => b.row === top + row && b.start <= time && time < b.end);
        assert.equal(node, box?.node ?? -1, `row ${top + row}, time ${time}`);
      });
    }
  }
}
