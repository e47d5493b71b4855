import assert from 'node:assert/strict';
import { type HeatMeasure, shownLine, slots } from '../../../src/extension/heat/shown-line.ts';
import { rowOf, viewOfStacks } from './view-of-stacks.ts';

/** `main` for all of 100 ms: 1 ms on line 2 itself, 49 ms in f called there, 30 ms itself and 20 ms in g on line 3. */
const stacks = ['main:2', '49× main:2 > f:5', '30× main:3', '20× main:3 > g:7'];
const view = viewOfStacks(stacks, { callSites: true });
const both: HeatMeasure = { measure: 'both', minimumShare: 0.001 };
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00a0', ' ');
const textOf = (heat: HeatMeasure, name: string, line: number, of = view): string | undefined =>
  plain(shownLine(of, rowOf(of, name, line), heat, false)?.text);

describe('a line as it is drawn', () => {
  it('has its own time, and the quieter mark of a caller where the time is in what it calls', () => {
    assert.equal(textOf(both, 'f', 5), '49.0 % · 49.0 ms');
    assert.equal(textOf(both, 'main', 3), '30.0 % · 30.0 ms');
    assert.equal(textOf(both, 'main', 2), 'total 50.0 % · 50.0 ms');
    assert.equal(shownLine(view, rowOf(view, 'main', 2), both, false)?.slot, slots.caller);
    assert.equal(shownLine(view, rowOf(view, 'f', 5), both, false)?.slot, 8);
  });

  it('has both where both are sure', () => {
    const mixed = viewOfStacks(['30× main:2', '70× main:2 > f:5'], {
      callSites: true,
    });
    assert.equal(textOf(both, 'main', 2, mixed), '30.0 % · 30.0 ms · total 100 %');
  });

  it('is a caller where it does next to nothing itself, however sure that is', () => {
    const caller = viewOfStacks(['8× main:2', '992× main:2 > f:5'], {
      callSites: true,
    });
    assert.equal(shownLine(caller, rowOf(caller, 'main', 2), both, false)?.slot, slots.caller);
  });

  it('goes by its own time, or by total time, if that is wanted', () => {
    assert.equal(textOf({ ...both, measure: 'self' }, 'main', 2), '≈ 1.0 % · 1.00 ms · too few samples');
    assert.equal(textOf({ ...both, measure: 'total' }, 'main', 3), 'total 50.0 % · 50.0 ms');
    assert.equal(shownLine(view, rowOf(view, 'main', 3), { ...both, measure: 'total' }, false)?.slot, 8);
  });

  it('goes by its own time where total time is not known', () => {
    const unknown = viewOfStacks(stacks);
    for (const measure of ['total', 'both'] as const)
      assert.equal(textOf({ ...both, measure }, 'main', 3, unknown), '30.0 % · 30.0 ms');
  });

  it('is told as it was where it was edited since, and not drawn where it is cold', () => {
    const stale = shownLine(view, rowOf(view, 'main', 2), both, true);
    assert.deepEqual([stale?.slot, plain(stale?.text)], [slots.stale, 'was total 50.0 % · 50.0 ms']);
    assert.equal(textOf({ ...both, minimumShare: 0.6 }, 'f', 5), undefined);
  });
});

describe('a line of own code that tests ran, as it is drawn', () => {
  const runner = 'node_modules/mocha/lib/runner:1';
  const tests = viewOfStacks([`80× ${runner}`, `15× ${runner} > search:7`, `5× ${runner} > search:8`]);
  it('has its share of the time in or below own code, in figures and colour; the runner’s has that of all', () => {
    assert.equal(textOf(both, 'search', 7, tests), '75.0 % of own code · 15.0 ms');
    assert.equal(shownLine(tests, rowOf(tests, 'search', 7), both, false)?.slot, 8);
    assert.equal(textOf(both, 'search', 8, tests), '25.0 % of own code · 5.00 ms');
    assert.equal(textOf(both, 'node_modules/mocha/lib/runner', 1, tests), '80.0 % · 80.0 ms');
  });
});

describe('a line that was blocked, as it is drawn', () => {
  const use = { durations: [100_000, 310_000], cpu: [100_000, 10_000], blocked: [0, 300_000] };
  const blocked = viewOfStacks(['main:2', 'main:3'], use);
  it('has a mark of its own and says for how long', () => {
    const line = shownLine(blocked, rowOf(blocked, 'main', 3), both, false);
    assert.deepEqual([line?.slot, plain(line?.text)], [slots.blocked, 'blocked 300 ms']);
  });

  it('says it beside its heat, and nothing where it was not', () => {
    const many = viewOfStacks(
      Array.from({ length: 200 }, (_, i) => (i < 100 ? 'main:2' : 'f:5')),
      { cpu: Array<number>(200).fill(900), blocked: Array.from({ length: 200 }, (_, i) => (i < 100 ? 100 : 0)) },
    );
    assert.equal(textOf(both, 'main', 2, many), '50.0 % · 90.0 ms · blocked 10.0 ms');
    assert.equal(textOf(both, 'f', 5, many), '50.0 % · 90.0 ms');
  });
});
