import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Category, lastAtOrBelow } from '../../../src/core/index.ts';
import { Chart, type ChartInput } from '../../../src/webview/model/chart.ts';
import { buildChartFlame } from '../../../src/webview/model/chart-flame.ts';
import type { Flame } from '../../../src/webview/model/flame.ts';
import { ancestorAt, depthOf, type DerivedTree } from '../../../src/webview/model/merged-tree.ts';
import { buildMergedFlame } from '../../../src/webview/model/merged-flame.ts';
import { type Box, nextAtOrBelow } from '../../../src/webview/model/spans.ts';
import { mergeTree } from '../../support/merge-tree.ts';
import { anyTree, boxesOfStacks, checkPixels, nodesTo, type TestTree } from './trees.ts';
import { holds } from '../../support/holds.ts';

const anyWindow = fc.record({ left: fc.nat({ max: 99 }), span: fc.integer({ min: 1, max: 100 }) });

function flameOf(input: ChartInput): Flame {
  const chart = new Chart(input);
  return buildChartFlame(input.tree, [{ thread: 1, chart }], chart.end, () => false);
}

const chartOf = (tree: TestTree, collector = -1, merged: DerivedTree = mergeTree(tree)): Flame =>
  flameOf({ tree: merged, samples: tree.samples, nodeMap: merged.nodeMap, topDepth: 1, collector });

/** A leaf of category gc below the root; -1 if the tree has none. */
function collectorOf({ function: functions, parent }: DerivedTree, { category }: TestTree): number {
  const isLeaf = (node: number): boolean => !parent.includes(node);
  return functions.findIndex((fn, node) => parent[node] === 0 && category[fn] === Category.gc && isLeaf(node));
}

/** The boxes of a flame chart, the simple way. A collector stands on top of the stack before it. */
function chartBoxes(tree: TestTree, collector = -1): Box[] {
  const merged = mergeTree(tree);
  let before: number[] = [];
  const stacks = Array.from(tree.samples.node, (node) => {
    const isCollecting = collector >= 0 && merged.nodeMap[node] === collector;
    if (!isCollecting) before = nodesTo(merged.parent, merged.nodeMap[node]).slice(1);
    return isCollecting ? [...before, collector] : before;
  });
  return boxesOfStacks(stacks, tree.samples.start).map((box) => ({ ...box, thread: 1 }));
}

/** Boxes are found by place, by node, beside, above and below. */
function checkNeighbours(flame: Flame, boxes: readonly Box[]): void {
  const isInside = (inner: Box, outer: Box): boolean => inner.start >= outer.start && inner.end <= outer.end;
  for (const box of boxes) {
    const { node, row } = box;
    const inRow = boxes.filter((other) => other.row === row);
    assert.deepEqual(flame.boxAt(row, (box.start + box.end) / 2), box);
    assert.deepEqual(flame.boxOf(node), firstInTime(boxes, node));
    assert.deepEqual(flame.beside(box, 1), inRow[inRow.indexOf(box) + 1]);
    assert.deepEqual(flame.beside(box, -1), inRow[inRow.indexOf(box) - 1]);
    const callers = boxes.filter((other) => other.row === row - 1 && isInside(box, other));
    const callees = boxes.filter((other) => other.row === row + 1 && isInside(other, box));
    assert.deepEqual(flame.above(box), callers[0]);
    assert.deepEqual(flame.below(box), callees[0]);
  }
}

function firstInTime(boxes: readonly Box[], node: number): Box | undefined {
  return boxes.filter((box) => box.node === node).sort((a, b) => a.start - b.start)[0];
}

describe('a merged flame graph', () => {
  holds('shows in every pixel the box under its middle', [anyTree, anyWindow], (tree, { left, span }) => {
    const merged = mergeTree(tree);
    const boxes = Array.from(merged.function, (_, node) => ({
      node,
      row: depthOf(merged, node),
      start: merged.start[node],
      end: merged.start[node] + merged.totalTime[node],
    }));
    const drawn = boxes.filter(({ start, end }) => end > start);
    checkPixels(buildMergedFlame(merged), drawn, left, span);
    for (const box of drawn) {
      const flame = buildMergedFlame(merged);
      assert.deepEqual(flame.boxAt(box.row, (box.start + box.end) / 2), box);
      assert.deepEqual(flame.boxOf(box.node), box);
    }
  });
});

describe('a flame chart', () => {
  holds('shows in every pixel the box under its middle', [anyTree, anyWindow], (tree, { left, span }) => {
    checkPixels(chartOf(tree), chartBoxes(tree), left, span);
  });

  holds('finds boxes by place, by node, beside, above and below', [anyTree], (tree) =>
    checkNeighbours(chartOf(tree), chartBoxes(tree)),
  );

  const interrupted = anyTree.filter((tree) => collectorOf(mergeTree(tree), tree) >= 0);
  holds('shows the collector on top of what it interrupted', [interrupted, anyWindow], (tree, { left, span }) => {
    const collector = collectorOf(mergeTree(tree), tree);
    const flame = chartOf(tree, collector);
    const boxes = chartBoxes(tree, collector);
    checkPixels(flame, boxes, left, span);
    checkNeighbours(flame, boxes);
    for (const { row } of boxes) assert.ok(row < flame.rows);
  });

  holds(
    'finds boxes of stacks that took no CPU time',
    [anyTree, fc.array(fc.boolean(), { minLength: 41, maxLength: 41 })],
    (tree, hasTime) => {
      const partly = { ...tree, selfTime: tree.selfTime.map((time, node) => (hasTime[node] ? time : 0)) };
      const flame = chartOf(partly);
      for (const box of chartBoxes(partly)) {
        assert.deepEqual(flame.boxAt(box.row, (box.start + box.end) / 2), box);
        assert.deepEqual(flame.boxOf(box.node, box), box);
      }
      checkPixels(flame, chartBoxes(partly), 0, 100);
    },
  );

  it('has nothing to show without samples', () => {
    const tree = fc.sample(anyTree, 1)[0];
    const samples = { node: new Int32Array(0), start: new Float64Array(1) };
    const flame = flameOf({ tree: mergeTree(tree), samples, topDepth: 1 });
    assert.equal(flame.extent, 0);
    assert.equal(flame.boxAt(0, 0), undefined);
  });
});

describe('ancestors', () => {
  holds('are found at any depth, of nodes without time, too', [anyTree, fc.nat()], (tree, pick) => {
    const merged = mergeTree(tree);
    const stack = nodesTo(merged.parent, pick % merged.function.length);
    stack.forEach((node, depth) => assert.equal(ancestorAt(merged, stack[stack.length - 1], depth), node));
  });
});

describe('searching sorted columns', () => {
  holds(
    'gives the last value that is not above',
    [fc.array(fc.nat({ max: 50 }), { minLength: 1 }), fc.nat({ max: 60 }), fc.nat()],
    (values, value, pick) => {
      const sorted = Float64Array.from(values).sort();
      const expected = sorted.filter((v) => v <= value).length - 1;
      assert.equal(lastAtOrBelow(sorted, value), expected);
      if (expected >= 0) assert.equal(nextAtOrBelow(sorted, value, pick % (expected + 1), sorted.length), expected);
    },
  );
});
