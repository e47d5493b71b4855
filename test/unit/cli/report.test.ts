import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { formatReport } from '../../../src/cli/format-report.ts';
import { type ReportView, sourceLines } from '../../../src/cli/report-view.ts';
import { displayWidth, painter, wantsColor } from '../../../src/cli/text.ts';
import { type Analysis, Category, doubtFrames, MICROTASKS, LineCause, Precision } from '../../../src/core/index.ts';
import type { RecordedFacts } from '../../../src/recording/index.ts';
import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { withBuiltins } from '../../support/told.ts';
import { type FixtureLine, makeAnalysis } from './analysis-fixture.ts';

const view = (changes: Partial<ReportView> = {}): ReportView => ({
  width: 120,
  paint: painter(false),
  top: 15,
  all: false,
  cwd: '/app',
  lineOf: sourceLines(),
  ...changes,
});
const two = [
  { line: 3, self: 312, text: '  hot();', name: 'hot' },
  { path: '/app/lib/warm.js', line: 8, self: 55, text: 'warm();', name: 'warm' },
];

const told = (
  rows: readonly FixtureLine[],
  changes: Partial<ReportView> = {},
  quality: Partial<Analysis['quality']> = {},
): string => formatReport(makeAnalysis(rows, quality), view(changes));

describe('the report', () => {
  it('begins with the answer, then shows lines with their text, functions and quality', () => {
    const report = told(two);
    const rows = report.split('\n');
    assert.equal(rows[0], 'main.js: 31.2 % of 1.00 s of active time is spent on main.js:3, in hot.');
    assert.equal(rows[3], '  31.2 % ±2.0    312 ms   main.js:3      hot();');
    assert.equal(rows[4], '   5.5 % ±2.0   55.0 ms   lib/warm.js:8  warm();');
    assert.match(report, /^Functions.*\n +31\.2 % +31\.2 % +312 ms +312 hot +main\.js:3$/m);
    assert.match(report, /^ {2}time +1\.20 s recorded, 1\.00 s active, idle 200 ms$/m);
    assert.match(report, /^ {2}interval +1\.00 ms requested, 1\.0[78] ms achieved$/m);
    assert.match(report, /^ {2}samples +1,200 taken, 1,000 of them active, 2 lost$/m);
    assert.match(
      report,
      /100 % of the time in scripts is on an exact line; 3\.00 s more of active time would give ±1 point/,
    );
  });

  it('names what was measured in place of time, with its unit', () => {
    const callee = { path: 'node:fs', line: 3, self: 400, name: 'readFileSync', category: Category.node };
    const report = told([...two, callee], {}, { value: { name: 'alloc_space', unit: 'bytes' } });
    assert.match(report, /^main\.js: .* of 1\.00 MB of alloc_space is spent/);
    assert.match(report, /^Hot lines +\(?self alloc_space, of 1\.00 MB alloc_space\)?$/m);
    assert.match(told(two), /^Hot lines +\(?self time, of 1\.00 s active\)?$/m);
  });

  it('says below a hot line which of V8’s builtins most of its time was in', () => {
    const analysis = withBuiltins(makeAnalysis(two), [
      ['LoadIC_Megamorphic', 0, 134_000],
      ['CEntry_Return1', 1, 5000],
    ]);
    const rows = formatReport(analysis, view()).split('\n');
    assert.equal(rows[4], '         42.9 % in LoadIC_Megamorphic (property reads of objects of many shapes)');
    assert.match(rows[5], /warm\(\);$/, 'a tenth of the line is not worth telling');
    assert.match(rows[6], /^$/);
  });

  it('says what V8 compiled where that took longer than any line', () => {
    const compiled = { line: 0, self: 400, name: 'compiling big.js', category: Category.compiling };
    const [answer] = told([compiled, ...two]).split('\n');
    assert.equal(
      answer,
      'main.js: 40.0 % of 1.00 s of active time is spent by V8 compiling; big.js took 40.0 %. Next: 31.2 % is spent on main.js:3, in hot.',
    );
  });

  it("says that V8's microtask queue took longer than any line, and what it does", () => {
    const queue = { path: '', line: 0, self: 400, name: MICROTASKS, category: Category.program };
    const report = told([...two, queue]);
    assert.match(report, /^main\.js: 40\.0 % of 1\.00 s of active time is V8's microtask queue/);
    assert.match(report, /\(microtasks\) +V8 settling promises and resuming async functions\n/);
  });

  it('names functions and files of any length, and reads no devices', () => {
    const name = 'long'.repeat(100_000);
    const report = told([{ path: `/app/${name}.js`, line: 3, self: 312, name }]);
    assert.ok(report.length < 20_000, `${report.length} characters`);
    const device = { path: '/dev/null', isFile: true, isGenerated: false };
    assert.equal(sourceLines()(device, 1), undefined);
  });

  it('shows own code only, as many lines as --top says, and what more there is', () => {
    const rows = [...two, { path: '/app/node_modules/x/y.js', line: 1, self: 400, category: Category.dependency }];
    const own = told(rows);
    assert.doesNotMatch(own, /y\.js/);
    assert.match(own, /not shown: dependencies 40\.0 % \(--all\)/);
    assert.match(told(rows, { all: true }), /40\.0 % .*node_modules\/x\/y\.js:1/);
    assert.match(told(two, { top: 1 }), /… 1 more line \(--top 2\)/);
  });

  it('shows work of the runtime where it is notable', () => {
    const compiling = (file: string, self: number) => ({
      ...{ path: '', line: 0, name: `compiling ${file}`, category: Category.compiling, self },
    });
    const rows = [...two, compiling('big.js', 5), compiling('small.js', 4)];
    assert.match(told(rows), /0\.5 % .*compiling big\.js/);
    assert.doesNotMatch(told(rows), /small\.js/);
    assert.match(told(rows, { all: true }), /0\.4 % .*compiling small\.js/);
  });

  it('marks uncertain lines and explains the marks, only where there are any; the answer claims no more than is known', () => {
    const report = told([
      { line: 1, self: 300, precision: Precision.function },
      { line: 2, self: 200, precision: Precision.estimated, reason: LineCause.repaired },
    ]);
    assert.match(report, /300 ms ƒ main\.js:1/);
    assert.match(report, /200 ms ~ main\.js:2/);
    assert.match(report, /~ estimated: This version of Node blames inlined code on its caller/);
    assert.match(report, /ƒ only the function is known/);
    assert.doesNotMatch(told(two), /[ƒ~]/);
    const answer = /^main\.js: 30\.0 % of 1\.00 s of active time is spent in work at main\.js:1\.\n/;
    assert.match(told([{ line: 1, self: 300, precision: Precision.function }]), answer);
  });

  it('says once for a recording without frame repair why its lines are not exact', () => {
    const stacks = Array.from({ length: 40 }, (_, i) => `main:${2 + (i % 4)}`);
    const reportOf = (frameRepair: RecordedFacts['frameRepair']): string => {
      const profile = doubtFrames(profileFromStacks(stacks, { facts: { frameRepair } }));
      return formatReport(analysisOfProfile(profile), view({ width: 400 }));
    };
    for (const frameRepair of [undefined, { state: 'off', reason: 'platform' } as const]) {
      const report = reportOf(frameRepair);
      assert.equal([...report.matchAll(/ ~ main\.js:/g)].length, 4);
      assert.equal([...report.matchAll(/~ estimated: Recorded without frame repair: /g)].length, 1);
      assert.equal(
        [...report.matchAll(/^info: Recorded without frame repair: .* 100 % of the active time/gm)].length,
        1,
      );
      assert.match(report, /0\.0 % of the time in scripts is on an exact line/);
      assert.match(report, /frames .*; time in builtins may be on the line of a caller, in 100 % of the active time/);
    }
    assert.doesNotMatch(reportOf({ state: 'on', samples: 40, mended: 8 }), /~|without frame repair/);
  });

  it('shows totals where they are known, and a dash where not', () => {
    const totals = [
      { line: 1, self: 100, total: 900 },
      { line: 2, self: 50 },
    ] as const;
    const report = told(totals);
    assert.match(report, /10\.0 % .*Σ 90\.0 %/);
    assert.match(report, /5\.0 % .* – .*main\.js:2/);
    assert.doesNotMatch(told(two), /Σ/);
  });

  it('says all of why, and how to know more, in rows that fit', () => {
    const vague = [{ line: 1, self: 300, precision: Precision.function, reason: LineCause.sharedLine }];
    const report = told(vague, { width: 60 }, { sampler: 'inspector' });
    assert.match(
      report.replace(/\s+/g, ' '),
      /ƒ only the function is known, not its line: The line .* shown on the function\. V8’s log tells lines .* --sampler v8log FILE\./,
    );
    for (const row of report.split('\n\n')[1].split('\n')) assert.ok(displayWidth(row) <= 60, row);
  });

  const missing = (file: string, severity: 'info' | 'warning' = 'info') =>
    ({ code: 'source-map-missing', severity, file, url: 'x.js.map' }) as const;

  it('tells of what many dependencies lack a few times, and of every warning', () => {
    const files = Array.from({ length: 30 }, (_, i) => `/app/node_modules/${i}.js`);
    const stale = files.map((file) => ({ code: 'source-map-stale', severity: 'warning', file }) as const);
    const hot = files.map((path) => ({ path, line: 1, self: 20 }));
    const diagnostics = [...files.map((file) => missing(file)), ...stale];
    const report = formatReport({ ...makeAnalysis(hot), diagnostics }, view());
    assert.equal(report.match(/^info: The source map of/gm)?.length, 3);
    assert.match(report, /^info: 27 more like these are in what --json writes\.$/m);
    assert.equal(report.match(/^warning: /gm)?.length, 30);
  });

  it('tells nothing of the maps of packages that took little time, for no line would look otherwise', () => {
    const [quick, slow] = ['/usr/lib/node_modules/npm/quick.js', '/app/node_modules/slow.js'];
    const rows = [quick, slow].map((path, i) => ({ path, line: 1, self: 9 + i }));
    const files = (...diagnostics: Analysis['diagnostics']): string[] => {
      const report = formatReport({ ...makeAnalysis(rows), diagnostics }, view());
      return [...report.matchAll(/^(?:info|warning): The source map of (\S+)/gm)].map(([, file]) => file);
    };
    assert.deepEqual(files(missing(quick), missing(slow)), [slow]);
    assert.deepEqual(files(missing(quick, 'warning')), [quick]);
    assert.deepEqual(files(missing('/app/own.js')), ['/app/own.js']);
  });

  it('lets nothing of the profile control the terminal', () => {
    const hostile = '\u001b]0;owned\u0007\u001b[2J\u202E';
    const analysis = makeAnalysis([
      { path: `/app/${hostile}.js`, line: 1, self: 500, name: hostile, text: `x(${hostile})` },
    ]);
    const diagnostics = [{ code: 'x', severity: 'error' as const, message: hostile }];
    const titled = { ...analysis, title: hostile, diagnostics };
    assert.doesNotMatch(formatReport(titled, view({ all: true })), /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  });

  it('keeps every row within the terminal, with long paths, names, minified lines and wide characters', () => {
    const [deep, wide] = [`/app/${'deep/'.repeat(40)}file.ts`, `/app/${'日本語の長いファイル名'.repeat(2)}.js`];
    const long = [
      { path: deep, line: 1234, self: 500, name: 'f'.repeat(300), text: 'a=1;'.repeat(100_000) },
      { path: wide, line: 1, self: 300, name: '計算する', text: '漢字'.repeat(200) },
    ];
    for (const width of [60, 80, 100, 160]) {
      const table = told(long, { width }).split('\n\n').slice(1, 3).join('\n');
      for (const row of table.split('\n')) assert.ok(displayWidth(row) <= width, `${width}: ${row}`);
    }
    assert.match(told(long, { width: 80 }), /…\S*file\.ts:1234/);
  });

  it('says what to do about recordings without samples, without activity and with too few of them', () => {
    const none = { samples: 0, activeSamples: 0, activeTime: 0, duration: 0 };
    assert.match(told([], {}, none), /no samples were taken.*--interval/);
    const idle = { activeSamples: 0, activeTime: 0 };
    assert.match(told([], {}, idle), /idle all the time \(1\.20 s\)/);
    const short = { ...idle, samples: 1 };
    assert.match(told([], {}, short), /only 1 sample in 1\.20 s, and none .*--interval/);
    assert.match(told(two, {}, { activeSamples: 12 }), /rests on only 12 samples/);
    const foreign = [{ path: 'node:fs', line: 1, self: 10, category: Category.node }];
    assert.match(told(foreign), /outside of your code: .*--all shows/);
  });

  it('shows no text of a file that is not what was profiled', () => {
    const analysis = makeAnalysis(two);
    const ours = { content: undefined, path: import.meta.filename, contentHash: '0' };
    const changed = analysis.sources.map((source) => ({ ...source, ...ours }));
    assert.doesNotMatch(formatReport({ ...analysis, sources: changed }, view()), /import assert/);
  });

  it('colours only where asked for', () => {
    const colored = told(two, { paint: painter(true) });
    assert.notEqual(colored, stripVTControlCharacters(colored));
    assert.equal(stripVTControlCharacters(colored), told(two));
    assert.equal(wantsColor({ isTTY: true }, {}), true);
    assert.equal(wantsColor({ isTTY: true }, { NO_COLOR: '1' }), false);
    assert.equal(wantsColor({ isTTY: true }, { TERM: 'dumb' }), false);
    assert.equal(wantsColor({}, {}), false);
    assert.equal(wantsColor({}, { FORCE_COLOR: '1' }), true);
    assert.equal(wantsColor({ isTTY: true }, { FORCE_COLOR: '0' }), false);
  });
});
