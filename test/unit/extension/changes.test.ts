import assert from 'node:assert/strict';
import { type ChangedRow, compareRuns, type RunComparison } from '../../../src/compare/index.ts';
import { findChanges, indexChanges } from '../../../src/extension/changes/changes-model.ts';
import { hoverText } from '../../../src/extension/heat/hover-text.ts';
import { describeFinding } from '../../../src/present/comparisons.ts';
import { describeRow, describeWholeChange } from '../../../src/present/changes.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import { changedRuns, noTexts } from '../../support/changed-runs.ts';
import { rowOf, viewOf, viewOfStacks } from './view-of-stacks.ts';

const runsOf = (slow: readonly number[]): AnalysisView[] => changedRuns(slow).map(viewOf);
const [started] = runsOf([300]);
const compare = (before: readonly number[], after: readonly number[], earlier: number[] = []): RunComparison =>
  compareRuns(changedRuns(before), changedRuns(after), { texts: noTexts, earlier });

const faster = compare([300, 303, 298, 301, 299], [150, 152, 149, 151, 148]);
const same = compare([300, 303, 298, 301, 299], [301, 299, 300, 302, 298]);

describe('what changed', () => {
  it('is the whole, then the clear changes of lines and functions, the biggest first', () => {
    const { lines, functions, isUnclear, wantsRuns } = findChanges({ comparison: faster, view: started });
    const [{ name, line, verdict }] = lines;
    assert.deepEqual({ name, line, verdict }, { name: 'slow', line: 5, verdict: 'faster' });
    assert.ok(functions.length > 0);
    assert.deepEqual([isUnclear, wantsRuns], [false, false]);
  });

  it('is no verdict for a program that did not change, with a button for more runs', () => {
    const { lines, functions, isUnclear, wantsRuns } = findChanges({ comparison: same, view: started });
    assert.deepEqual([lines, functions, isUnclear, wantsRuns], [[], [], true, true]);
  });

  it('is only the whole where there is one run on a side, and says so', () => {
    const comparison = compare([300], [150], [540e3, 542e3, 538e3]);
    const { lines, functions, isUnclear, wantsRuns } = findChanges({ comparison, view: started });
    assert.deepEqual([lines, functions, isUnclear, wantsRuns], [[], [], false, true]);
  });

  it('offers no more runs of a program that Heatline attached to', () => {
    const view = viewOfStacks(['main:1'], { facts: { attached: true } });
    assert.equal(findChanges({ comparison: same, view }).wantsRuns, false);
    const [single] = compareRuns([view.analysis], [view.analysis], { texts: noTexts }).findings;
    assert.match(describeFinding(single).message, /attached to a program that it cannot run again; /);
    assert.doesNotMatch(describeFinding(single).message, /Profile Again/);
  });
});

describe('what changed, in words', () => {
  const toldOf = (row: ChangedRow, { runs }: Pick<RunComparison, 'runs'>) => plainSpaces(describeRow(row, runs));

  it('has times, interval and runs where it is clear', () => {
    const row = faster.lines.find(({ line }) => line === 5) ?? assert.fail();
    assert.match(
      toldOf(row, faster),
      /^Faster: −5\d % \(−5\d % … −4\d %\), 300 ms → 150 ms in each run \(5 against 5 runs, 95 % interval\)\.$/,
    );
  });

  it('says else that it is not clear, and what would tell', () => {
    const row = same.lines.find(({ line }) => line === 5) ?? assert.fail();
    assert.match(toldOf(row, same), /^No clear change\. If /);
    const would = { ...row, ratio: 0.9, runsToTell: 9 };
    assert.match(toldOf(would, same), /as much as it seems \(−10 %\), 9 runs on each side would probably tell\./);
    const single = { ...same, runs: { before: 1, after: 5 } };
    assert.equal(toldOf(row, single), 'No verdict: one run on a side says nothing of a single line.');
  });

  it('tells what the verdict on the whole rests on', () => {
    const told = (comparison: RunComparison) => plainSpaces(describeWholeChange(comparison));
    assert.match(told(faster), /^All active time: faster, .* With its interval: −\d+ %/);
    assert.match(told(compare([300], [150])), /Nothing tells yet how much recordings .* differ/);
    const known = told(compare([300], [150], [540e3, 542e3, 538e3]));
    assert.match(known, /faster, .*How much recordings differ by themselves is known from earlier ones\./);
  });

  it('stands in the hover of the line and of its function', () => {
    const [view] = runsOf([150]);
    const row = rowOf(view, 'slow', 5);
    const index = indexChanges(faster);
    const changes = { before: { title: 'main [x](y)' }, comparison: faster, index };
    const state = { stale: false, differs: false, text: 'slow', showGc: false, isWhole: true };
    const text = plainSpaces(hoverText(view, row, { ...state, changes }));
    assert.match(text, /Since&#?.*\*\*Faster\*\*: −5\d %|\*\*Faster\*\*: −5\d %/);
    assert.equal(text.match(/Faster/g)?.length, 2);
    assert.doesNotMatch(text, /\[x\]\(y\)/);
    assert.doesNotMatch(hoverText(view, row, state), /Faster/);
    const single = { ...changes, comparison: { ...faster, runs: { before: 1, after: 5 } } };
    assert.doesNotMatch(hoverText(view, row, { ...state, changes: single }), /Since/);
  });
});
