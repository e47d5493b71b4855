import assert from 'node:assert/strict';
import { compareStacks } from '../../../src/compare/index.ts';
import {
  type ChangeBox,
  layoutChanges,
  strengthOf,
  type WidthBy,
} from '../../../src/webview/changes/layout-changes.ts';
import { changedRuns, noTexts } from '../../support/changed-runs.ts';
import { wordsOf } from '../../support/told.ts';

const { nodes, functions } = compareStacks(
  changedRuns([300, 303, 298, 301, 299], { gone: 60 }),
  changedRuns([150, 152, 149, 151, 148], { added: 60 }),
  { texts: noTexts },
);
const indexOf = (name: string): number => nodes.findIndex((node) => functions[node.function]?.name === name);
const boxes = (by: WidthBy, zoomed = 0): ChangeBox[] => layoutChanges(nodes, by, zoomed);
const widthOf = (name: string, by: WidthBy, zoomed = 0): number =>
  boxes(by, zoomed).find(({ node }) => node === indexOf(name))?.width ?? 0;

describe('a differential flame graph', () => {
  it('has boxes as wide as their time after or before', () => {
    const [root] = nodes;
    assert.ok(Math.abs(widthOf('slow', 'after') - 150 / (root.after / 1000)) < 0.01);
    assert.ok(Math.abs(widthOf('slow', 'before') - 300 / (root.before / 1000)) < 0.01);
    assert.equal(widthOf('gone', 'after'), 0);
    assert.ok(widthOf('gone', 'before') > 0.09);
  });

  it('has boxes as wide as the time that changed in them and below, also where that cancels out', () => {
    const [slow, gone, added, rest] = ['slow', 'gone', 'added', 'rest'].map((name) => widthOf(name, 'change'));
    assert.ok(Math.abs(slow - 150 / 270) < 0.01, `${slow}`);
    assert.ok(Math.abs(gone - 60 / 270) < 0.01 && Math.abs(added - 60 / 270) < 0.01);
    assert.ok(rest < 0.01);
  });

  it('keeps boxes inside of their callers, side by side', () => {
    for (const by of ['after', 'before', 'change'] as const) {
      const found = boxes(by);
      for (const box of found.slice(1)) {
        const caller = found.find(({ node }) => node === nodes[box.node].parent) ?? assert.fail();
        assert.equal(box.row, caller.row + 1);
        assert.ok(box.left >= caller.left - 1e-9 && box.left + box.width <= caller.left + caller.width + 1e-9);
      }
      for (const a of found)
        for (const b of found)
          if (a !== b && a.row === b.row)
            assert.ok(a.left + a.width <= b.left + 1e-9 || b.left + b.width <= a.left + 1e-9);
    }
  });

  it('shows what is below a box over the whole width, with its callers above', () => {
    const added = indexOf('added');
    const found = boxes('after', added);
    assert.deepEqual(wordsOf(found, 'row', 'width'), ['0 1', '1 1', '2 1', '3 1']);
    assert.equal(found[2].node, added);
  });

  it('is coloured the stronger, the more changed, and not at all where nothing is clear', () => {
    const of = (ratio: number | undefined, verdict: 'slower' | 'faster' | 'unclear' = 'slower'): number =>
      strengthOf({ ratio, verdict });
    assert.deepEqual([of(1.1), of(1.5), of(3), of(undefined)], [1, 2, 3, 3]);
    assert.deepEqual([of(0.9, 'faster'), of(0.6, 'faster'), of(0, 'faster')], [1, 2, 3]);
    assert.equal(of(3, 'unclear'), 0);
  });
});
