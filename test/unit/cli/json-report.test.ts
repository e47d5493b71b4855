import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { buildJsonReport } from '../../../src/export/json-report.ts';
import { Category, LineCause, Precision } from '../../../src/core/index.ts';
import { withBuiltins, wordsOf } from '../../support/told.ts';
import { makeAnalysis } from './analysis-fixture.ts';
import { jsonContract } from './json-contract.ts';

/** The report of these lines, which keeps its contract. */
function reportOf(...[rows, quality]: Parameters<typeof makeAnalysis>) {
  const report = buildJsonReport(makeAnalysis(rows, quality));
  v.parse(jsonContract, JSON.parse(JSON.stringify(report)));
  return report;
}
const two = [
  { line: 2, self: 100 },
  { line: 1, self: 300, total: 700 },
];

describe('the JSON report', () => {
  it('has the most time first', () => {
    const report = reportOf(two);
    assert.deepEqual(report.lines[0], {
      file: '/app/main.js',
      line: 1,
      function: 'work',
      selfMs: 300,
      selfShare: 0.3,
      selfShareLow: 0.3 - 0.02,
      selfShareHigh: 0.3 + 0.02,
      selfSamples: 300,
      totalMs: 700,
      totalShare: 0.7,
      blockedMs: null,
      totalBlockedMs: null,
      askedBy: null,
      precision: 'exact',
      reason: null,
      builtins: null,
      why: [],
    });
  });

  it('has the answer in the report’s words and as values', () => {
    const { answer } = reportOf([{ line: 1, self: 300, name: 'work' }]);
    assert.equal(answer?.text, '30.0 % of 1.00 s of active time is spent on /app/main.js:1, in work');
    assert.deepEqual(answer.first, {
      ...{ kind: 'line', ms: 300, share: 0.3, file: '/app/main.js', line: 1, function: 'work' },
      ...{ selfMs: 300, callee: null, calleeMs: null, unknown: null },
    });
    assert.deepEqual([answer.ownMs, answer.ownShare, answer.next], [300, 0.3, null]);
  });

  it('tells which of V8’s builtins a line’s time was in, where that is known, also that it was in none', () => {
    const analysis = makeAnalysis(two);
    const parts = [['LoadIC_Megamorphic', 1, 150_000] as const, ['StringAdd_CheckNone', 1, 30_000, 1] as const];
    const report = buildJsonReport(withBuiltins(analysis, parts));
    v.parse(jsonContract, JSON.parse(JSON.stringify(report)));
    assert.deepEqual(report.lines[0].builtins, [
      { name: 'LoadIC_Megamorphic', ms: 150, share: 0.5, below: false, probablyBelow: null },
      { name: 'StringAdd_CheckNone', ms: 30, share: 0.1, below: true, probablyBelow: analysis.functions.name[1] },
    ]);
    assert.deepEqual(report.lines[1].builtins, []);
  });

  it('says for each line why it is not exact', () => {
    const [line] = reportOf([{ line: 1, self: 1, precision: Precision.estimated, reason: LineCause.map }]).lines;
    assert.equal(line.precision, 'estimated');
    assert.match(line.reason ?? '', /^The text that ran is not that of the file/);
  });

  it('says null for what is not known, never zero', () => {
    const unknown = { requestedInterval: undefined, achievedInterval: undefined, lostSamples: undefined };
    const { quality, lines } = reportOf([{ line: 1, self: 1 }], unknown);
    assert.deepEqual([lines[0].totalMs, lines[0].totalShare], [null, null]);
    assert.deepEqual(
      [quality.requestedIntervalUs, quality.achievedIntervalUs, quality.lostSamples],
      [null, null, null],
    );
  });

  it('has no name for an anonymous function', () => {
    const { lines, functions } = reportOf([{ line: 1, self: 1, name: '' }]);
    assert.deepEqual([lines[0].function, functions[0].name], ['', '']);
  });

  it('leaves the root out and never lets a share pass 1', () => {
    const rows = [
      { line: 1, self: 1000.1, name: 'a' },
      { line: 1, self: 0, name: '(root)', category: Category.root },
      { line: 1, self: 5000, name: '(idle)', category: Category.idle },
    ];
    assert.deepEqual(wordsOf(buildJsonReport(makeAnalysis(rows)).functions, 'name', 'selfShare'), ['(idle) 0', 'a 1']);
  });

  it('is described field by field in docs/json-output.md, whose example keeps the contract', () => {
    const text = readFileSync(new URL('../../../docs/json-output.md', import.meta.url), 'utf8');
    const example = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    const { quality, lines, functions, packages, diagnostics } = v.parse(jsonContract, JSON.parse(example));
    for (const part of [quality, lines[0], functions[0], packages[0], diagnostics[0]])
      for (const name of Object.keys(part)) assert.match(text.replace(example, ''), new RegExp(`\`${name}\``), name);
  });
});
