import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Category } from '../../../src/core/index.ts';
import { selfOf } from '../../../src/webview/model/function-times.ts';
import { invertTree } from '../../../src/webview/model/invert-tree.ts';
import {
  depthOf,
  isFolded,
  type MergedTree,
  nodeAt,
  pathTo,
  selfSamplesOf,
  selfTimeOf,
} from '../../../src/webview/model/merged-tree.ts';
import { mergeNodes } from '../../../src/webview/model/merger.ts';
import { prepareTree } from '../../../src/webview/model/prepare-tree.ts';
import { finish, shownBy } from '../../support/finish.ts';
import { mergeTree, sumFunctions } from '../../support/merge-tree.ts';
import { anyTree, stackOf, type TestTree, timesByStack } from './trees.ts';
import { holds } from '../../support/holds.ts';

type Stack = readonly number[];

/** Self time of every stack that is shown, the simple way: `visible` returns the stack as shown, or none. */
function plainTimes(tree: TestTree, visible: (stack: Stack) => Stack | undefined): Record<string, [number, number]> {
  const times: Record<string, [number, number]> = { '': [0, 0] };
  tree.function.forEach((_, node) => {
    const stack = visible(stackOf(tree, node));
    if (!stack) return;
    stack.forEach((_fn, depth) => {
      const entry = (times[stack.slice(1, depth + 1).join('>')] ??= [0, 0]);
      if (depth === stack.length - 1) entry[0] += tree.selfTime[node];
      entry[1] += tree.selfTime[node];
    });
  });
  return times;
}

const isIdle = (tree: TestTree, stack: Stack): boolean => stack.some((fn) => tree.category[fn] === Category.idle);
const folded = (tree: TestTree, stack: Stack): Stack => stack.filter((fn) => !isFolded(tree.category[fn]));

/** Rows go from left to right, the heaviest child first, and boxes lie inside their parents'. */
function checkOrder(merged: MergedTree): void {
  for (let node = 1; node < merged.function.length; node++) {
    const parent = merged.parent[node];
    const depth = depthOf(merged, node);
    assert.ok(parent < node);
    assert.ok(merged.firstChild[parent] <= node && node < merged.firstChild[parent + 1]);
    assert.equal(depth, depthOf(merged, parent) + 1);
    assert.ok(merged.start[node] >= merged.start[parent]);
    assert.ok(merged.start[node] + merged.totalTime[node] <= merged.start[parent] + merged.totalTime[parent]);
    if (depthOf(merged, node - 1) !== depth) continue;
    assert.ok(merged.start[node] >= merged.start[node - 1] + merged.totalTime[node - 1]);
    if (merged.parent[node - 1] === parent) assert.ok(merged.totalTime[node] <= merged.totalTime[node - 1]);
  }
  assert.equal(merged.rowStart.at(-1), merged.function.length);
  assert.equal(merged.firstChild.at(-1), merged.function.length);
}

describe('mergeTree', () => {
  holds('gives every stack its self and total time, without idle', [anyTree], (tree) => {
    const merged = mergeTree(tree);
    const shown = (stack: Stack): Stack | undefined => (isIdle(tree, stack) ? undefined : stack);
    assert.deepEqual(timesByStack(merged), plainTimes(tree, shown));
  });

  holds('folds dependencies into their callers', [anyTree], (tree) => {
    const merged = mergeTree(tree, { hideDependencies: true });
    const shown = (stack: Stack): Stack | undefined => (isIdle(tree, stack) ? undefined : folded(tree, stack));
    assert.deepEqual(timesByStack(merged), plainTimes(tree, shown));
  });

  holds('narrows down to a stack', [anyTree, fc.nat(), fc.boolean()], (tree, pick, hideDependencies) => {
    const whole = mergeTree(tree, { hideDependencies });
    const node = pick % whole.function.length;
    if (node === 0) return;
    const path = pathTo(whole, node);
    assert.equal(nodeAt(whole, path), node);
    const part = mergeTree(tree, { hideDependencies, focus: { kind: 'path', path } });
    assert.equal(part.function[0], whole.function[node]);
    assert.equal(part.totalTime[0], whole.totalTime[node]);
    assert.equal(selfTimeOf(part, 0), selfTimeOf(whole, node));
    const below = Object.entries(timesByStack(whole)).filter(([stack]) => `${stack}>`.startsWith(`${path.join('>')}>`));
    assert.equal(part.function.length, below.length);
    checkOrder(part);
    part.nodeMap.forEach((to, from) => {
      const stack = whole.nodeMap[from] < 0 ? [] : pathTo(whole, whole.nodeMap[from]);
      if (to >= 0) assert.deepEqual(pathTo(part, to), stack.slice(path.length));
      else assert.ok(whole.nodeMap[from] < 0 || !`${stack.join('>')}>`.startsWith(`${path.join('>')}>`));
    });
  });

  holds(
    'narrows down to a function, whoever calls it, counting recursion once',
    [anyTree, fc.integer({ min: 1, max: 6 })],
    (tree, fn) => {
      const focus = { kind: 'everywhere', function: fn } as const;
      const merged = mergeTree(tree, { focus });
      const shown = (stack: Stack): Stack | undefined => {
        const at = stack.indexOf(fn);
        return at < 0 || isIdle(tree, stack.slice(at)) || isIdle(tree, stack) ? undefined : stack.slice(at);
      };
      assert.deepEqual(timesByStack(merged), plainTimes(tree, shown));
    },
  );

  holds(
    'orders rows from left to right, the heaviest child first, inside their parents',
    [anyTree, fc.boolean()],
    (tree, hideDependencies) => checkOrder(mergeTree(tree, { hideDependencies })),
  );

  holds(
    'keeps times that are not whole microseconds, or too long for four bytes',
    [anyTree, fc.constantFrom(0.125, 2 ** 31)],
    (tree, factor) => {
      const scaled = mergeTree({ ...tree, selfTime: tree.selfTime.map((time) => time * factor) });
      const plain = mergeTree(tree);
      for (const column of ['totalTime', 'start'] as const)
        assert.ok(scaled[column].every((time, node) => time === plain[column][node] * factor));
    },
  );

  holds('tells depth and self time of every node', [anyTree], (tree) => {
    const merged = mergeTree(tree);
    const time = new Float64Array(merged.function.length);
    const samples = new Uint32Array(merged.function.length);
    merged.nodeMap.forEach((to, from) => {
      if (to < 0) return;
      time[to] += tree.selfTime[from];
      samples[to] += tree.selfSamples[from];
    });
    merged.function.forEach((_, node) => {
      assert.equal(depthOf(merged, node), stackOf(merged, node).length - 1);
      assert.equal(selfTimeOf(merged, node), time[node]);
      assert.equal(selfSamplesOf(merged, node), samples[node]);
    });
  });

  it('takes a stack of 100,000 frames', () => {
    const count = 100_000;
    const tree = {
      function: Int32Array.from({ length: count }, (_, node) => (node === 0 ? 0 : 1)),
      parent: Int32Array.from({ length: count }, (_, node) => node - 1),
      selfTime: new Float64Array(count).fill(1),
      selfSamples: new Uint32Array(count).fill(1),
      category: Uint8Array.of(Category.root, Category.own),
    };
    const merged = mergeTree(tree);
    assert.equal(merged.rowStart.length - 1, count);
    assert.equal(sumFunctions(merged, new Uint8Array(2)).totalTime[1], count - 1);
  });
});

describe('an outline', () => {
  holds('has the wide stacks with their times, and a place for every node that is shown', [anyTree], (tree) => {
    const whole = mergeTree(tree);
    const input = finish(prepareTree(structuredClone(tree), tree.category));
    const plan = { category: tree.category, leastShare: 0.2 };
    const outline = finish(mergeNodes(input, { ...plan, mapsNodes: true }));
    const { nodeMap, ...withoutNodes } = finish(mergeNodes(input, { ...plan, mapsNodes: false }));
    assert.deepEqual({ ...withoutNodes, nodeMap: outline.nodeMap }, outline);
    assert.equal(nodeMap.length, 0);
    const least = whole.totalTime[0] * 0.2;
    for (let node = 0; node < whole.function.length; node++) {
      const found = nodeAt(outline, pathTo(whole, node));
      const isWide = node === 0 || whole.totalTime[whole.parent[node]] >= least;
      assert.equal(found >= 0, isWide);
      if (isWide) assert.equal(outline.totalTime[found], whole.totalTime[node]);
      if (isWide) assert.equal(outline.start[found], whole.start[node]);
    }
    whole.nodeMap.forEach((node, i) => {
      const path = node < 0 ? [] : pathTo(whole, node);
      const at = outline.nodeMap[i];
      assert.equal(at < 0, node < 0);
      if (at >= 0) assert.deepEqual(pathTo(outline, at), path.slice(0, depthOf(outline, at)));
    });
  });
});

describe('sumFunctions', () => {
  holds('counts a function once per stack', [anyTree], (tree) => {
    const merged = mergeTree(tree);
    const expected = new Float64Array(8);
    tree.function.forEach((_, node) => {
      const stack = stackOf(tree, node);
      if (!isIdle(tree, stack)) for (const fn of new Set(stack)) expected[fn] += tree.selfTime[node];
    });
    assert.deepEqual(sumFunctions(merged, tree.category).totalTime, expected);
  });
});

describe('invertTree', () => {
  holds('gives every function its self time, split by callers', [anyTree], (tree) => {
    const merged = mergeTree(tree);
    const { tree: inverted, cut } = finish(invertTree(merged, false));
    assert.equal(cut, undefined);
    const expected: Record<string, number> = { '': merged.totalTime[0] };
    merged.function.forEach((_, node) => {
      const time = selfTimeOf(merged, node);
      if (time === 0) return;
      const stack = node === 0 ? [0] : stackOf(merged, node).slice(1).reverse();
      stack.forEach((_fn, depth) => {
        const key = stack.slice(0, depth + 1).join('>');
        expected[key] = (expected[key] ?? 0) + time;
      });
    });
    const actual = Object.entries(timesByStack(inverted)).map(([stack, [, total]]) => [stack, total]);
    assert.deepEqual(Object.fromEntries(actual), expected);
  });

  holds('shows the first callers of a big tree first, with the same times', [anyTree], (tree) => {
    const merged = mergeTree(tree);
    const stages = [...shownBy(invertTree(merged, false, 0))];
    const [outline] = stages;
    const whole = stages[stages.length - 1];
    assert.deepEqual(whole, finish(invertTree(merged, false)));
    whole.tree.function.forEach((_, node) => {
      const found = nodeAt(outline.tree, pathTo(whole.tree, node));
      assert.equal(found >= 0, stages.length === 1 || depthOf(whole.tree, node) <= 2);
      if (found >= 0) assert.equal(outline.tree.totalTime[found], whole.tree.totalTime[node]);
    });
  });
});

describe('selfOf', () => {
  holds('gives the boxes of a function the self time that the table gives the function', [anyTree], (tree) => {
    const merged = mergeTree(tree);
    const time = new Float64Array(8);
    const samples = new Uint32Array(8);
    merged.function.forEach((fn, node) => {
      const self = selfOf(merged, tree.category, node);
      time[fn] += self?.time ?? 0;
      samples[fn] += self?.samples ?? 0;
    });
    const expected = sumFunctions(merged, tree.category);
    assert.deepEqual([time, samples], [expected.selfTime, expected.selfSamples]);
  });
});
