import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Chart } from '../../../src/webview/model/chart.ts';
import type { Flame } from '../../../src/webview/model/flame.ts';
import { buildChartFlame, type LaneChart, openAtFirst } from '../../../src/webview/model/chart-flame.ts';
import { type DerivedTree, rowCount } from '../../../src/webview/model/merged-tree.ts';
import type { Box } from '../../../src/webview/model/spans.ts';
import { mergeTree } from '../../support/merge-tree.ts';
import { anyTree, boxesOfStacks, checkPixels, nodesTo, type TestTree } from './trees.ts';
import { holds } from '../../support/holds.ts';

/** Three threads that ran the same stacks: from the beginning, 40 µs later, and never. */
const offsets = [0, 40];

function chartsOf(tree: TestTree, merged: DerivedTree): LaneChart[] {
  const { nodeMap } = merged;
  const chart = (samples: TestTree['samples'], offset: number): Chart =>
    new Chart({ tree: merged, samples, nodeMap, topDepth: 0, origin: -offset });
  return [
    ...offsets.map((offset, i) => ({ thread: i + 1, chart: chart(tree.samples, offset) })),
    { thread: 3, chart: chart({ node: new Int32Array(), start: new Float64Array(1) }, 0) },
  ];
}

function lanesOf(tree: TestTree, isOpen: (thread: number) => boolean): Flame {
  const merged = mergeTree(tree);
  const charts = chartsOf(tree, merged);
  return buildChartFlame(merged, charts, Math.max(...charts.map(({ chart }) => chart.end)), isOpen);
}

/** All boxes, the simple way: of each thread those in its rows. */
function boxesOf(tree: TestTree, { lanes = [] }: Flame): Box[] {
  const { parent, nodeMap } = mergeTree(tree);
  const stacks = Array.from(tree.samples.node, (node) => nodesTo(parent, nodeMap[node]));
  return offsets.flatMap((offset, i) => {
    const { row: top, rows, thread } = lanes[i];
    const shown = stacks.map((stack) => stack.slice(0, rows));
    const boxes = boxesOfStacks(
      shown,
      tree.samples.start.map((time) => time + offset),
    );
    return boxes.map((box) => ({ ...box, row: top + box.row, thread }));
  });
}

const allBoxesOf = (tree: TestTree): Box[] =>
  boxesOf(
    tree,
    lanesOf(tree, () => true),
  );

const anyLanes = fc.record({ tree: anyTree, open: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }) });

describe('a flame chart of several threads', () => {
  holds(
    'shows each in its rows, on one axis, in every pixel the box under its middle',
    [anyLanes, fc.nat({ max: 5 })],
    ({ tree, open }, top) => {
      const flame = lanesOf(tree, (thread) => open[thread - 1]);
      checkPixels(flame, boxesOf(tree, flame), 0, 100, [top]);
    },
  );

  holds(
    'finds boxes by place, beside, above and below, and leads from thread to thread',
    [anyLanes],
    ({ tree, open }) => {
      const flame = lanesOf(tree, (thread) => open[thread - 1]);
      const boxes = boxesOf(tree, flame);
      for (const box of boxes) {
        const inRow = boxes.filter(({ row }) => row === box.row);
        assert.deepEqual(flame.boxAt(box.row, (box.start + box.end) / 2), box);
        assert.deepEqual(flame.boxOf(box.node, box)?.thread, box.thread);
        assert.deepEqual(flame.beside(box, 1), inRow[inRow.indexOf(box) + 1]);
        assert.deepEqual(flame.beside(box, -1), inRow[inRow.indexOf(box) - 1]);
        const above = flame.above(box);
        const [, second] = flame.lanes ?? [];
        assert.equal(above?.row, box.row === 0 ? undefined : box.row === second.row ? 0 : box.row - 1);
        const callee = boxes.find((one) => one.row === box.row + 1 && one.thread === box.thread && isInside(one, box));
        const next = box.thread === 1 ? second.row : undefined;
        assert.equal(flame.below(box)?.row, callee ? callee.row : next);
      }
    },
  );

  holds('takes the rows of its open threads, one for each that is closed', [anyLanes], ({ tree, open }) => {
    const flame = lanesOf(tree, (thread) => open[thread - 1]);
    assert.ok(flame.rows >= 3 && flame.rows <= 2 * rowCount(flame.tree) + 1, `${flame.rows}`);
    flame.lanes?.forEach(({ rows, isOpen }) => assert.ok(isOpen || rows === 1));
    assert.ok(boxesOf(tree, flame).every(({ row }) => row < flame.rows));
  });

  it('tells what was closed by its heading', () => {
    const insideOf = (tree: TestTree) => allBoxesOf(tree).find(({ row, thread }) => row > 0 && thread === 1);
    const [tree] = fc.sample(
      anyTree.filter((one) => insideOf(one) !== undefined),
      1,
    );
    const inside = insideOf(tree);
    assert.ok(inside);
    const heading = lanesOf(tree, (thread) => thread !== 1).boxOf(inside.node, inside);
    assert.equal(heading?.row, 0);
    assert.equal(heading.thread, 1);
  });
});

describe('threads that are open at first', () => {
  const lane = (thread: number, rows: number) => ({ thread, chart: { rows } });

  it('are the first one, and others while there is room', () => {
    assert.deepEqual([...openAtFirst([lane(1, 10), lane(2, 10), lane(3, 30), lane(4, 5)])], [1, 2]);
    assert.deepEqual([...openAtFirst([lane(1, 200), lane(2, 5)])], [1]);
  });
});

const isInside = (inner: Box, outer: Box): boolean => inner.start >= outer.start && inner.end <= outer.end;
