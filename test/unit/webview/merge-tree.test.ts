import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Category } from '../../../src/profile/index.ts';
import { selfOf, sumFunctions } from '../../../src/webview/model/function-times.ts';
import { invertTree, TreeInversion } from '../../../src/webview/model/invert-tree.ts';
import { mergeTree, TreeMerge } from '../../../src/webview/model/merge-tree.ts';
import { isFolded, nodeAt, pathTo } from '../../../src/webview/model/merged-tree.ts';
import { anyTree, stackOf, type TestTree, timesByStack } from './trees.ts';

type Stack = readonly number[];

/** Self time of every stack that is shown, the plain way: `visible` gives the stack as shown, or none. */
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

describe('mergeTree', () => {
  it('gives every stack its self and total time, without idle', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false });
        assert.deepEqual(
          timesByStack(merged),
          plainTimes(tree, (stack) => (isIdle(tree, stack) ? undefined : stack)),
        );
      }),
    );
  });

  it('folds dependencies into their callers', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: true });
        const shown = (stack: Stack): Stack | undefined => (isIdle(tree, stack) ? undefined : folded(tree, stack));
        assert.deepEqual(timesByStack(merged), plainTimes(tree, shown));
      }),
    );
  });

  it('narrows down to a stack', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.boolean(), (tree, pick, hideDependencies) => {
        const whole = mergeTree(tree, { category: tree.category, hideDependencies });
        const node = pick % whole.function.length;
        if (node === 0) return;
        const path = pathTo(whole, node);
        assert.equal(nodeAt(whole, path), node);
        const part = mergeTree(tree, { category: tree.category, hideDependencies, focus: { kind: 'path', path } });
        assert.equal(part.function[0], whole.function[node]);
        assert.equal(part.totalTime[0], whole.totalTime[node]);
        assert.equal(part.selfTime[0], whole.selfTime[node]);
        const below = Object.entries(timesByStack(whole)).filter(([stack]) =>
          `${stack}>`.startsWith(`${path.join('>')}>`),
        );
        assert.equal(part.function.length, below.length);
      }),
    );
  });

  it('narrows down to a function, whoever calls it, counting recursion once', () => {
    fc.assert(
      fc.property(anyTree, fc.integer({ min: 1, max: 6 }), (tree, fn) => {
        const focus = { kind: 'everywhere', function: fn } as const;
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false, focus });
        const shown = (stack: Stack): Stack | undefined => {
          const at = stack.indexOf(fn);
          return at < 0 || isIdle(tree, stack.slice(at)) || isIdle(tree, stack) ? undefined : stack.slice(at);
        };
        assert.deepEqual(timesByStack(merged), plainTimes(tree, shown));
      }),
    );
  });

  it('orders rows from left to right, the heaviest child first, inside their parents', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false });
        for (let node = 1; node < merged.function.length; node++) {
          const parent = merged.parent[node];
          assert.ok(parent < node);
          assert.equal(merged.depth[node], merged.depth[parent] + 1);
          assert.ok(merged.start[node] >= merged.start[parent]);
          assert.ok(merged.start[node] + merged.totalTime[node] <= merged.start[parent] + merged.totalTime[parent]);
          if (merged.depth[node - 1] !== merged.depth[node]) continue;
          assert.ok(merged.start[node] >= merged.start[node - 1] + merged.totalTime[node - 1]);
          if (merged.parent[node - 1] === parent) assert.ok(merged.totalTime[node] <= merged.totalTime[node - 1]);
        }
      }),
    );
  });

  it('takes a stack of 100,000 frames', () => {
    const count = 100_000;
    const tree = {
      function: Int32Array.from({ length: count }, (_, node) => (node === 0 ? 0 : 1)),
      parent: Int32Array.from({ length: count }, (_, node) => node - 1),
      selfTime: new Float64Array(count).fill(1),
      selfSamples: new Uint32Array(count).fill(1),
    };
    const merged = mergeTree(tree, { category: Uint8Array.of(Category.root, Category.own), hideDependencies: false });
    assert.equal(merged.rowStart.length - 1, count);
    assert.equal(sumFunctions(merged, new Uint8Array(2)).totalTime[1], count - 1);
  });
});

describe('TreeMerge', () => {
  const options = fc.record({ hideDependencies: fc.boolean() });

  it('gives the same tree bit by bit as at once', () => {
    fc.assert(
      fc.property(anyTree, options, fc.integer({ min: 1, max: 5 }), (tree, { hideDependencies }, nodes) => {
        const all = { category: tree.category, hideDependencies };
        const merge = new TreeMerge(tree, all);
        merge.outline(0.2);
        while (!merge.advance(nodes)) continue;
        assert.deepEqual(merge.finish(), mergeTree(tree, all));
      }),
    );
  });

  it('outlines the wide stacks with their times, and finds a place for every node that is shown', () => {
    fc.assert(
      fc.property(anyTree, options, (tree, { hideDependencies }) => {
        const all = { category: tree.category, hideDependencies };
        const whole = mergeTree(tree, all);
        const outline = new TreeMerge(tree, all).outline(0.2);
        const least = whole.totalTime[0] * 0.2;
        for (let node = 0; node < whole.function.length; node++) {
          const found = nodeAt(outline, pathTo(whole, node));
          const isWide = node === 0 || whole.totalTime[whole.parent[node]] >= least;
          assert.equal(found >= 0, isWide);
          if (isWide) assert.equal(outline.totalTime[found], whole.totalTime[node]);
          if (isWide) assert.equal(outline.start[found], whole.start[node]);
        }
        whole.ofNode.forEach((node, i) => {
          const path = node < 0 ? [] : pathTo(whole, node);
          const at = outline.ofNode[i];
          assert.equal(at < 0, node < 0);
          if (at >= 0) assert.deepEqual(pathTo(outline, at), path.slice(0, outline.depth[at]));
        });
      }),
    );
  });
});

describe('sumFunctions', () => {
  it('counts a function once per stack', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false });
        const expected = new Float64Array(8);
        tree.function.forEach((_, node) => {
          const stack = stackOf(tree, node);
          if (!isIdle(tree, stack)) for (const fn of new Set(stack)) expected[fn] += tree.selfTime[node];
        });
        assert.deepEqual(sumFunctions(merged, tree.category).totalTime, expected);
      }),
    );
  });
});

describe('invertTree', () => {
  it('gives every function its self time, split by callers', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false });
        const { tree: inverted, cut } = invertTree(merged, false);
        assert.equal(cut, undefined);
        const expected: Record<string, number> = { '': merged.totalTime[0] };
        merged.selfTime.forEach((time, node) => {
          if (time === 0) return;
          const stack = node === 0 ? [0] : stackOf(merged, node).slice(1).reverse();
          stack.forEach((_, depth) => {
            const key = stack.slice(0, depth + 1).join('>');
            expected[key] = (expected[key] ?? 0) + time;
          });
        });
        const actual = Object.entries(timesByStack(inverted)).map(([stack, [, total]]) => [stack, total]);
        assert.deepEqual(Object.fromEntries(actual), expected);
      }),
    );
  });
});

describe('TreeInversion', () => {
  it('gives the same tree bit by bit as at once, after an outline with the same times', () => {
    fc.assert(
      fc.property(anyTree, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 }), (tree, callers, levels) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false });
        const inversion = new TreeInversion(merged, false);
        const outline = inversion.outline(levels).tree;
        while (!inversion.advance(callers)) continue;
        const whole = inversion.finish();
        assert.deepEqual(whole, invertTree(merged, false));
        whole.tree.function.forEach((_, node) => {
          const found = nodeAt(outline, pathTo(whole.tree, node));
          assert.equal(found >= 0, whole.tree.depth[node] <= levels);
          if (found >= 0) assert.equal(outline.totalTime[found], whole.tree.totalTime[node]);
        });
      }),
    );
  });
});

describe('selfOf', () => {
  it('gives the boxes of a function the self time that the table gives the function', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false });
        const time = new Float64Array(8);
        const samples = new Uint32Array(8);
        merged.function.forEach((fn, node) => {
          const self = selfOf(merged, tree.category, node);
          time[fn] += self?.time ?? 0;
          samples[fn] += self?.samples ?? 0;
        });
        const expected = sumFunctions(merged, tree.category);
        assert.deepEqual([time, samples], [expected.selfTime, expected.selfSamples]);
      }),
    );
  });
});
