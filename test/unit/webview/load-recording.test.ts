import assert from 'node:assert/strict';
import { Category } from '../../../src/core/index.ts';
import { loadRecording, type Recording } from '../../../src/webview/model/load-recording.ts';
import { nodeAt, pathTo } from '../../../src/webview/model/merged-tree.ts';
import { finish, shownBy } from '../../support/finish.ts';
import { mergeTree } from '../../support/merge-tree.ts';
import { anyTree, type TestTree } from './trees.ts';
import { holds } from '../../support/holds.ts';

/** A copy whose buffers may be transferred. */
const columnsOf = (tree: Omit<TestTree, 'category'>) => ({
  'tree.function': tree.function.slice(),
  'tree.parent': tree.parent.slice(),
  'tree.selfTime': tree.selfTime.slice(),
  'tree.selfSamples': tree.selfSamples.slice(),
  'samples.node': tree.samples.node.slice(),
  'samples.start': tree.samples.start.slice(),
});

describe('loadRecording', () => {
  holds('merges the whole recording and puts the samples on what their nodes became', [anyTree], (tree) => {
    const { nodeMap, ...merged } = mergeTree(tree);
    assert.deepEqual(finish(loadRecording(columnsOf(tree), tree.category, false)), {
      tree: merged,
      samples: { node: tree.samples.node.map((node) => nodeMap[node]), start: tree.samples.start },
      isWhole: true,
    });
  });

  it('shows an outline of a big one first, with samples when they are needed', () => {
    const tree = manyStacks(50_000);
    for (const needsSamples of [true, false]) {
      const stages = [...shownBy(loadRecording(columnsOf(tree), tree.category, needsSamples))];
      const [outline, whole] = stages;
      assert.deepEqual([outline.isWhole, whole.isWhole, stages.length], [false, true, 2]);
      assert.ok(outline.tree.function.length < whole.tree.function.length);
      assert.equal(outline.samples !== undefined, needsSamples);
      const { nodeMap } = mergeTree(tree);
      tree.samples.node.forEach((node, i) => {
        assert.equal(whole.samples?.node[i], nodeMap[node]);
        const path = pathTo(whole.tree, nodeMap[node]);
        const found = outline.samples?.node[i];
        if (found !== undefined) assert.equal(found, deepest(outline, path));
      });
    }
  });
});

/** The node of an outline that a path leads to, or as far as it goes. */
function deepest({ tree }: Recording, path: readonly number[]): number {
  for (let length = path.length; ; length--) {
    const node = nodeAt(tree, path.slice(0, length));
    if (node >= 0) return node;
  }
}

/** Below one function so many stacks of two frames, and samples in some of them. */
function manyStacks(stacks: number): TestTree {
  const functions = 300;
  const node = Int32Array.from({ length: 500 }, (_, i) => ((i * 7919) % (2 * stacks)) + 1);
  const selfTime = new Float64Array(2 * stacks + 1);
  const selfSamples = new Uint32Array(2 * stacks + 1);
  for (const at of node) {
    selfTime[at] += 10;
    selfSamples[at]++;
  }
  return {
    function: Int32Array.from(selfTime, (_, i) =>
      i === 0 ? 0 : i % 2 === 1 ? 1 + (i % functions) : 1 + ((i * 31) % functions),
    ),
    parent: Int32Array.from(selfTime, (_, i) =>
      i === 0 ? -1 : i % 2 === 1 ? Math.max(0, i - 6 * (2 + 2 * (i % 11))) : i - 1,
    ),
    selfTime,
    selfSamples,
    category: Uint8Array.from({ length: functions + 1 }, (_, fn) => (fn === 0 ? Category.root : Category.own)),
    samples: { node, start: Float64Array.from({ length: node.length + 1 }, (_, i) => i * 10) },
  };
}
