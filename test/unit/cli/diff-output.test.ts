import assert from 'node:assert/strict';
import * as v from 'valibot';
import { buildDiffJson } from '../../../src/cli/diff-json.ts';
import { formatDiffMarkdown } from '../../../src/cli/diff-markdown.ts';
import { formatDiff } from '../../../src/cli/format-diff.ts';
import { parsePercent } from '../../../src/cli/options.ts';
import { webAddress } from '../../../src/cli/repository.ts';
import { type ChangedRow, judgeGate, type RunComparison } from '../../../src/compare/index.ts';
import { Category } from '../../../src/core/index.ts';
import { describeWholeChange } from '../../../src/present/changes.ts';
import { describeRefusal } from '../../../src/present/comparisons.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { diffContract } from './json-contract.ts';
import { wordsOf } from '../../support/told.ts';

const valueName = 'cpu' as const;
const same = { valueName, before: 1e6, after: 1e6, ratio: 1, low: 0.97, high: 1.03, verdict: 'unclear' as const };

function row(change: Partial<ChangedRow> = {}): ChangedRow {
  return {
    ...same,
    source: { path: '/app/src/a.ts', isFile: true, isGenerated: false },
    line: 7,
    beforeLine: 5,
    row: undefined,
    name: 'parse',
    category: Category.own,
    runsToTell: undefined,
    ...change,
  };
}

const slower = { valueName, before: 1e5, after: 1.5e5, ratio: 1.5, low: 1.3, high: 1.7, verdict: 'slower' as const };

const comparisonOf = (change: Partial<RunComparison> = {}): RunComparison => ({
  runs: { before: 5, after: 5 },
  whole: same,
  lines: [],
  functions: [],
  packages: [],
  findings: [],
  ...change,
});

const view = { width: 160, top: 15, isShown: () => true, cwd: '/app', lineOf: () => 'text.split(`|`) // <b>' };
const resultOf = (comparison: RunComparison) => ({
  comparison,
  title: 'main.ts',
  gate: judgeGate(comparison, 0.1),
  allowed: 0.1,
});

const textOf = (comparison: RunComparison): string =>
  plainSpaces(formatDiff(resultOf(comparison), { ...view, paint: (_, one) => one }));

describe('the gate of a comparison', () => {
  const gateOf = (change: Partial<RunComparison>): string => judgeGate(comparisonOf(change), 0.1);

  it('passes what is not slower, or not by more than allowed', () => {
    assert.equal(gateOf({}), 'pass');
    assert.equal(gateOf({ lines: [row({ ...slower, ratio: 1.08 })] }), 'pass');
    assert.equal(gateOf({ lines: [row({ ...slower, verdict: 'unclear' })] }), 'pass');
    assert.equal(gateOf({ whole: { ...same, ratio: 0.5, low: 0.4, high: 1.2, verdict: 'faster' } }), 'pass');
  });

  it('fails for the whole, a function or a line, but not for code that is new', () => {
    assert.equal(gateOf({ whole: slower }), 'fail');
    assert.equal(gateOf({ functions: [row(slower)] }), 'fail');
    assert.equal(gateOf({ lines: [row(slower)] }), 'fail');
    assert.equal(gateOf({ lines: [row({ ...slower, ratio: undefined, beforeLine: undefined })] }), 'pass');
  });

  it('is open where runs are too few, or differ too much', () => {
    assert.equal(gateOf({ runs: { before: 5, after: 1 } }), 'unclear');
    assert.equal(gateOf({ whole: { ...same, low: undefined, high: undefined } }), 'unclear');
    assert.equal(gateOf({ whole: { ...same, low: 0.8, high: 1.25 } }), 'unclear');
  });
});

describe('a comparison as text', () => {
  it('begins with the answer, and shows clear changes only', () => {
    const comparison = comparisonOf({
      whole: { ...slower, before: 1e6, after: 1.5e6 },
      lines: [row(slower), row({ line: 9, runsToTell: 8, ratio: 1.2 })],
    });
    const text = textOf(comparison);
    assert.match(
      text,
      /^main\.ts: slower: \+50 % \(\+30 % … \+70 %\), 1\.00 s → 1\.50 s of active time, 5 runs against 5\.\n/,
    );
    assert.match(text, /slower {2}\+50 % \(\+30 % … \+70 %\) {2}100 ms → 150 ms {2}src\/a\.ts:7 {2}text\.split/);
    assert.match(text, /No clear change in 1 other line\. If src\/a\.ts:9 .* \(\+20 %\), 8 runs on each side/);
    assert.match(text, /exit code 1\.\n$/);
    assert.doesNotMatch(text, /src\/a\.ts:9 {2}/);
  });

  it('says so when nothing is clear', () => {
    const told = 'main.ts: no clear change: +0 % (−3 % … +3 %), 1.00 s → 1.00 s of active time, 5 runs against 5.\n';
    assert.equal(textOf(comparisonOf()), told);
  });
});

describe('a comparison of something else than time', () => {
  const measured = { valueName: 'wall', value: { name: 'alloc_space', unit: 'bytes' } } as const;
  const { value } = measured;
  const more = { ...slower, ...measured };
  const comparison = comparisonOf({
    whole: { ...more, before: 1e6, after: 1.5e6 },
    lines: [row(more)],
    findings: [{ code: 'work-unknown', value }],
  });

  it('names it, with its unit', () => {
    const text = textOf(comparison);
    assert.match(text, /^main\.ts: slower: .*, 1\.00 MB → 1\.50 MB of alloc_space, 5 runs against 5\.\n/);
    assert.match(text, /change of self alloc_space with its 95 % interval, alloc_space of a run before → after/);
    assert.match(text, /so how much alloc_space there was in all says nothing; .* how the alloc_space is divided/);
    assert.doesNotMatch(text, /\btimes?\b/);
    const sentence = plainSpaces(describeWholeChange(comparison));
    assert.match(sentence, /^All alloc_space: slower, 1\.00 MB → 1\.50 MB \(5 against 5 runs\)\./);
    const unchanged = plainSpaces(describeWholeChange(comparisonOf()));
    assert.match(unchanged, /^All active time: no clear change, 1\.00 s → 1\.00 s/);
  });

  it('names it in the table of shares of single profiles', () => {
    const samples = { before: 500, after: 500 };
    const single = comparisonOf({
      ...comparison,
      findings: [{ code: 'single-spans', before: 1, after: 1, samples, value }],
    });
    const text = textOf(single);
    assert.match(text, /share of the alloc_space before → after/);
    assert.match(text, /says how the alloc_space was divided in that span/);
  });

  it('has it in the JSON too', () => {
    const json = buildDiffJson(comparison);
    v.parse(diffContract, json);
    assert.deepEqual([json.clock, json.value, json.whole.beforeMs], ['wall', value, 1000]);
    assert.deepEqual([buildDiffJson(comparisonOf()).clock, buildDiffJson(comparisonOf()).value], ['cpu', null]);
  });

  it('is refused where the sides measured different things, or nothing', () => {
    const refusal = { code: 'other-value', where: 'between', a: 'alloc_space', b: 'cpu' } as const;
    for (const [given, told] of [
      [
        refusal,
        /^Before and after measured different things \(alloc_space and cpu\); compare profiles that measured the same\.$/,
      ],
      [{ ...refusal, a: 'wall' }, /were measured by different clocks \(wall and cpu\), which changes/],
      [{ code: 'nothing-active', where: 'before', value }, /of "before" has no alloc_space, so/],
    ] as const)
      assert.match(describeRefusal(given), told);
  });
});

describe('a comparison as Markdown', () => {
  const comparison = comparisonOf({ lines: [row(slower)], functions: [row({ ...slower, name: 'a|b`c<script>' })] });
  const repository = {
    root: '/app',
    changed: new Set<string>(),
    linkTo: (file: string, line: number) => `https://github.com/me/app/blob/abc/${file}#L${line}`,
  };

  it('links to lines, and lets nothing of the program be markup', () => {
    const text = formatDiffMarkdown(resultOf(comparison), { ...view, repository });
    assert.match(text, /\[`src\/a\.ts:7`\]\(https:\/\/github\.com\/me\/app\/blob\/abc\/src\/a\.ts#L7\)/);
    assert.ok(text.includes('<br>`` text.split(`\\|`) // <b> ``'), text);
    assert.ok(text.includes('`` a\\|b`c<script> ``'), text);
  });

  it('links to no file that is not as committed', () => {
    const changed = { ...repository, changed: new Set(['src/a.ts']) };
    assert.doesNotMatch(formatDiffMarkdown(resultOf(comparison), { ...view, repository: changed }), /https:/);
  });

  it('knows the pages of GitHub and GitLab', () => {
    assert.equal(webAddress('git@github.com:me/app.git'), 'https://github.com/me/app');
    assert.equal(webAddress('https://token@github.com/me/app.git'), 'https://github.com/me/app');
    assert.equal(webAddress('ssh://git@gitlab.example.org:2222/team/app.git'), 'https://gitlab.example.org/team/app');
    assert.equal(webAddress('https://example.org/me/app.git'), undefined);
    assert.equal(webAddress('/srv/app.git'), undefined);
  });
});

describe('a comparison as JSON', () => {
  it('keeps the contract, unknown is null', () => {
    const gone = row({ line: undefined, ratio: 0, low: 0, high: 0.2, after: 0, verdict: 'faster' });
    const added = row({ beforeLine: undefined, ratio: undefined, low: 3, high: Infinity, verdict: 'slower' });
    const json = buildDiffJson(
      comparisonOf({ lines: [row(slower), gone, added], functions: [row()], findings: [{ code: 'changed-alike' }] }),
    );
    v.parse(diffContract, json);
    assert.deepEqual(wordsOf(json.lines, 'line', 'beforeLine', 'change', 'changeHigh'), [
      '7 5 0.5 0.7',
      'null 5 -1 -0.8',
      '7 null null null',
    ]);
  });
});

describe('--fail-above', () => {
  it('takes per cents', () => {
    assert.equal(parsePercent('10%'), 0.1);
    assert.equal(parsePercent('2.5 %'), 0.025);
    assert.equal(parsePercent('0'), 0);
    assert.throws(() => parsePercent('-1'), /Write it as 10%/);
  });
});
