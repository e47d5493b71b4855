import assert from 'node:assert/strict';
import { compareStacks, type ComparedNode, pruneTree, type StackComparison } from '../../../src/compare/index.ts';
import { changedRuns, noTexts } from '../../support/changed-runs.ts';

const compare = (before: Parameters<typeof changedRuns>, after: Parameters<typeof changedRuns>): StackComparison =>
  compareStacks(changedRuns(...before), changedRuns(...after), { texts: noTexts });

/** A node by the names on its stack. */
function nodeOf({ nodes, functions }: StackComparison, ...names: readonly string[]): ComparedNode {
  const found = names.reduce(
    (parent, name) => nodes.findIndex((node) => node.parent === parent && functions[node.function]?.name === name),
    0,
  );
  return nodes[found] ?? assert.fail(`no stack ${names.join(' > ')}`);
}

describe('compareStacks', () => {
  const changed = compare([[300, 303, 298, 301, 299], { gone: 60 }], [[150, 152, 149, 151, 148], { added: 60 }]);

  it('puts both sides on one tree, callers first, with the means of their times', () => {
    assert.ok(changed.nodes.every(({ parent }, at) => parent < at));
    const slow = nodeOf(changed, 'main', 'slow');
    assert.deepEqual([slow.before, slow.after], [300_200, 150_000]);
    const [root] = changed.nodes;
    assert.equal(root.parent, -1);
    assert.ok(Math.abs(root.before - nodeOf(changed, 'main').before) < 1);
  });

  it('tells only what is beyond the noise', () => {
    assert.equal(nodeOf(changed, 'main', 'slow').verdict, 'faster');
    assert.equal(nodeOf(changed, 'main', 'rest').verdict, 'unclear');
    assert.equal(changed.nodes[0].verdict, 'faster');
  });

  it('has what is gone, and what is new with all that it calls', () => {
    const gone = nodeOf(changed, 'main', 'gone');
    assert.deepEqual([gone.after, gone.verdict], [0, 'faster']);
    assert.equal(changed.functions[gone.function].row, undefined);
    for (const names of [
      ['main', 'added'],
      ['main', 'added', 'deep'],
    ]) {
      const { before, verdict, ratio } = nodeOf(changed, ...names);
      assert.deepEqual([before, verdict, ratio], [0, 'slower', undefined]);
    }
  });

  it('tells nothing of equal runs, and of single ones', () => {
    const same = compare([[300, 303, 298, 301, 299]], [[301, 299, 300, 302, 298]]);
    assert.ok(same.nodes.every(({ verdict }) => verdict === 'unclear'));
    const single = compare([[300]], [[150]]);
    assert.ok(single.nodes.every(({ verdict }) => verdict === 'unclear'));
  });

  it('is the same of trees without their rare stacks', () => {
    const runs = changedRuns([9000, 9010, 8990], { gone: 1 });
    const pruned = runs.map((run) => ({ ...run, tree: pruneTree(run) }));
    assert.ok(pruned[0].tree.parent.length < runs[0].tree.parent.length);
    assert.deepEqual(compareStacks(runs, runs, { texts: noTexts }), compareStacks(pruned, pruned, { texts: noTexts }));
  });

  it('leaves out what nobody could see', () => {
    const { nodes, functions } = compare([[9000], { gone: 5 }], [[9000]]);
    assert.ok(!nodes.some((node) => functions[node.function]?.name === 'gone'));
  });
});
