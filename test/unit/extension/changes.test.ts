import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/core/index.ts';
import { compareRuns, type RunComparison } from '../../../src/compare/index.ts';
import { indexChanges } from '../../../src/extension/changes/change-index.ts';
import { type ChangeNode, changeNodes, childNodes } from '../../../src/extension/changes/changes-model.ts';
import { hoverText } from '../../../src/extension/heat/hover-text.ts';
import { describeFinding } from '../../../src/present/comparisons.ts';
import { describeRow, describeWholeChange } from '../../../src/present/changes.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { rowOf, viewOfStacks } from './view-of-stacks.ts';

/** Runs of a program whose `slow` takes so many milliseconds, and whose twelve other lines take about 20 each. */
function runsOf(slow: readonly number[]) {
  return slow.map((time, run) =>
    viewOfStacks(
      [
        ...Array<string>(time).fill('main:1 > slow:5'),
        ...Array.from({ length: 12 }, (_, line) =>
          Array<string>(20 + ((line + run) % 3)).fill(`main:${10 + line}`),
        ).flat(),
      ],
      { facts: { program: '/app/main.js', ending: { kind: 'exit', code: 0 } } },
    ),
  );
}
const [started] = runsOf([300]);
const nobody = { before: (): undefined => undefined, after: (): undefined => undefined };
function compare(before: readonly number[], after: readonly number[], earlier: number[] = []): RunComparison {
  const [then, now] = [before, after].map((times) => runsOf(times).map(({ analysis }) => analysis));
  return compareRuns(then, now, { texts: nobody, earlier });
}
const kinds = (nodes: readonly ChangeNode[]): string[] => nodes.map(({ kind }) => kind);

const faster = compare([300, 303, 298, 301, 299], [150, 152, 149, 151, 148]);
const same = compare([300, 303, 298, 301, 299], [301, 299, 300, 302, 298]);

describe('what changed, as rows', () => {
  it('is the whole, then the clear changes of lines and functions, the biggest first', () => {
    const nodes = changeNodes({ comparison: faster, view: started });
    assert.deepEqual(kinds(nodes).slice(0, 3), ['whole', 'lines', 'functions']);
    const [first] = childNodes(nodes[1]);
    assert.ok(first.kind === 'line' && first.row.name === 'slow' && first.row.line === 5);
    assert.equal(first.row.verdict, 'faster');
    assert.ok(!kinds(nodes).includes('again'));
  });

  it('is no verdict for a program that did not change, with a button for more runs', () => {
    assert.deepEqual(kinds(changeNodes({ comparison: same, view: started })), ['whole', 'unclear', 'again']);
  });

  it('is only the whole where there is one run on a side, and says so', () => {
    const nodes = changeNodes({ comparison: compare([300], [150], [540e3, 542e3, 538e3]), view: started });
    assert.deepEqual(kinds(nodes), ['whole', 'again']);
  });

  it('offers no more runs of a program that Heatline attached to', () => {
    const view = viewOfStacks(['main:1'], { facts: { attached: true } });
    assert.deepEqual(kinds(changeNodes({ comparison: same, view })), ['whole', 'unclear']);
    const [single] = compareRuns([view.analysis], [view.analysis], { texts: nobody }).findings;
    assert.match(describeFinding(single).message, /attached to a program that it cannot run again; /);
    assert.doesNotMatch(describeFinding(single).message, /Profile Again/);
  });
});

describe('recordings of different hours', () => {
  /** Runs all of whose lines took so many times as long. */
  const paced = (times: readonly number[], pace: number): Analysis[] =>
    runsOf(times).map(({ analysis }) => ({
      ...analysis,
      lines: { ...analysis.lines, selfTime: analysis.lines.selfTime.map((time) => time * pace) },
      functions: { ...analysis.functions, selfTime: analysis.functions.selfTime.map((time) => time * pace) },
      quality: { ...analysis.quality, activeTime: analysis.quality.activeTime * pace },
    }));
  const five = [300, 303, 298, 301, 299];
  const compareAt = (then: Analysis[], now: Analysis[], earlier: number[] = []): RunComparison =>
    compareRuns(then, now, { texts: nobody, earlier });

  it('are not told apart where all lines changed alike: that was the machine', () => {
    const { whole, findings, lines } = compareAt(paced(five, 1), paced([299, 300, 302, 298, 301], 1.3));
    assert.equal(whole.verdict, 'unclear');
    assert.ok(lines.every(({ verdict }) => verdict === 'unclear'));
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['changed-alike'],
    );
  });

  it('are not told apart by how alike the runs of one of them are, where the other is a single run', () => {
    const series = paced(five, 1);
    assert.equal(compareAt(paced([300], 0.78), series).whole.verdict, 'unclear');
    const drifting = [480e3, 610e3, 550e3, 520e3, 590e3];
    assert.equal(compareAt(paced([300], 0.78), series, drifting).whole.verdict, 'unclear');
    assert.equal(compareAt(paced([300], 0.2), series, drifting).whole.verdict, 'slower');
  });
});

describe('what changed, in words', () => {
  it('has times, interval and runs where it is clear', () => {
    const row = faster.lines.find(({ line }) => line === 5) ?? assert.fail();
    assert.match(
      plainSpaces(describeRow(row, faster.runs)),
      /^Faster: −5\d % \(−5\d % … −4\d %\), 300 ms → 150 ms in each run \(5 against 5 runs, 95 % interval\)\.$/,
    );
  });

  it('says else that it is not clear, and what would tell', () => {
    const row = same.lines.find(({ line }) => line === 5) ?? assert.fail();
    assert.match(plainSpaces(describeRow(row, same.runs)), /^No clear change\. If /);
    const would = { ...row, ratio: 0.9, runsToTell: 9 };
    assert.match(
      plainSpaces(describeRow(would, same.runs)),
      /as much as it seems \(−10 %\), 9 runs on each side would probably tell\./,
    );
    assert.equal(
      describeRow(row, { before: 1, after: 5 }),
      'No verdict: one run on a side says nothing of a single line.',
    );
  });

  it('tells what the verdict on the whole rests on', () => {
    assert.match(plainSpaces(describeWholeChange(faster)), /^All active time: faster, .* With its interval: −\d+ %/);
    assert.match(
      plainSpaces(describeWholeChange(compare([300], [150]))),
      /Nothing tells yet how much recordings .* differ/,
    );
    assert.match(
      plainSpaces(describeWholeChange(compare([300], [150], [540e3, 542e3, 538e3]))),
      /faster, .*How much recordings differ by themselves is known from earlier ones\./,
    );
  });

  it('stands in the hover of the line and of its function', () => {
    const [view] = runsOf([150]);
    const row = rowOf(view, 'slow', 5);
    const index = indexChanges(view.analysis, faster);
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
