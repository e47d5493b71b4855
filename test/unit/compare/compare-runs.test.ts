import assert from 'node:assert/strict';
import { compareRuns, findRefusal } from '../../../src/compare/index.ts';
import type { ComparableRun } from '../../../src/compare/index.ts';
import { Category } from '../../../src/core/index.ts';
import type { FixtureLine } from '../cli/analysis-fixture.ts';
import { buildSide } from '../../../src/compare/side-table.ts';
import { makeRun } from './runs.ts';
import { wordsOf } from '../../support/told.ts';

const texts = { before: () => undefined, after: () => undefined };
const known = {
  before: ({ content }: { content?: string }) => content,
  after: ({ content }: { content?: string }) => content,
};

/** Runs that differ a little, with a line for each of twenty functions. */
function runsOf(count: number, text: string, change = (row: FixtureLine): FixtureLine => row): ComparableRun[] {
  const rowOf = (run: number, i: number) =>
    change({ line: i + 1, name: `f${i + 1}`, self: 50 + ((i * 7 + run * 5) % 11) / 5 });
  return Array.from({ length: count }, (_, run) =>
    makeRun(
      Array.from({ length: 20 }, (_, i) => rowOf(run, i)),
      text,
    ),
  );
}

const text = Array.from({ length: 20 }, (_, i) => `function f${i + 1}() { return work(${i + 1}); }`).join('\n');

const clearOf = <T extends { readonly verdict: string }>(...rows: readonly T[]): T[] =>
  rows.filter(({ verdict }) => verdict !== 'unclear');

describe('compareRuns', () => {
  it('tells which line and which function got slower, and by how much', () => {
    const after = runsOf(5, text, (row) => (row.line === 4 ? { ...row, self: row.self * 1.5 } : row));
    const { whole, lines, functions } = compareRuns(runsOf(5, text), after, { texts });
    const clear = clearOf(...lines);
    assert.deepEqual(wordsOf(clear, 'line', 'beforeLine', 'verdict'), ['4 4 slower']);
    assert.ok(Math.abs((clear[0].ratio ?? 0) - 1.5) < 0.05);
    // The made-up runs are more alike than 50 samples can be; the interval is that of samples.
    assert.ok((clear[0].low ?? 0) > 1.05 && (clear[0].high ?? 9) < 2.2);
    assert.deepEqual(wordsOf(clearOf(...functions), 'name'), ['f4']);
    assert.equal(whole.verdict, 'slower');
  });

  it('says nothing of equal runs', () => {
    const { whole, lines, functions, findings } = compareRuns(runsOf(3, text), runsOf(3, text), { texts });
    assert.deepEqual(clearOf<{ verdict: string }>(whole, ...lines, ...functions), []);
    assert.deepEqual(findings, []);
  });

  it('takes no few samples, which one side has by chance and the other has not, for a change', () => {
    const rare = (times: readonly number[]): ComparableRun[] =>
      runsOf(3, text).map((run, at) => {
        const selfTime = run.lines.selfTime.slice();
        selfTime[6] = times[at] * 1000;
        return { ...run, lines: { ...run.lines, selfTime } };
      });
    const { lines } = compareRuns(rare([0, 0, 0]), rare([5.4, 3.1, 3.3]), { texts });
    assert.ok(lines.some(({ line }) => line === 7));
    assert.deepEqual(clearOf(...lines), []);
  });

  it('says nothing of a single run, and that more are needed', () => {
    const after = runsOf(1, text, (row) => ({ ...row, self: row.self * 3 }));
    const { whole, lines, findings } = compareRuns(runsOf(1, text), after, { texts });
    assert.deepEqual(clearOf<{ verdict: string }>(whole, ...lines), []);
    assert.deepEqual(findings, [{ code: 'single-runs', before: 1, after: 1, attached: false }]);
  });

  it('of profiles that may be merged compares shares alone, and knows the samples of single ones', () => {
    const merged = (count: number): ComparableRun[] =>
      runsOf(count, text).map((run) => ({
        ...run,
        facts: { ...run.facts, ending: undefined, merged: true },
        quality: { ...run.quality, samples: 500 },
      }));
    const single = compareRuns(merged(1), merged(1), { texts });
    const samples = { before: 500, after: 500 };
    assert.deepEqual(single.findings, [
      { code: 'single-spans', before: 1, after: 1, samples },
      { code: 'work-unknown' },
    ]);
    const several = compareRuns(merged(3), merged(3), { texts });
    assert.deepEqual(several.findings, [{ code: 'work-unknown' }]);
    assert.deepEqual([several.whole.low, several.whole.verdict], [undefined, 'unclear']);
    const value = { name: 'alloc_space', unit: 'bytes' };
    const ofBytes = merged(3).map((run) => ({ ...run, quality: { ...run.quality, value } }));
    assert.deepEqual(compareRuns(ofBytes, ofBytes, { texts }).findings, [{ code: 'work-unknown', value }]);
  });

  it('lets a sample stand for its interval of time, and for no such number of anything else', () => {
    const sampleTimeOf = (quality: Partial<ComparableRun['quality']>): number[] => [
      ...buildSide([
        makeRun(
          [{ line: 1, self: 50 }],
          '',
          {},
          { requestedInterval: 1000, activeTime: 50_000, activeSamples: 100, ...quality },
        ),
      ]).sampleTimes,
    ];
    assert.deepEqual(sampleTimeOf({}), [1000]);
    assert.deepEqual(sampleTimeOf({ keptOneIn: 2 }), [2000]);
    assert.deepEqual(sampleTimeOf({ value: { name: 'alloc_space', unit: 'bytes' } }), [500]);
  });

  it('holds the whole of a single run against the spread of earlier ones', () => {
    const after = runsOf(1, text, (row) => ({ ...row, self: row.self * 3 }));
    const { whole, lines } = compareRuns(runsOf(1, text), after, { texts, earlier: [1e6, 1.05e6, 0.97e6] });
    assert.equal(whole.verdict, 'slower');
    assert.deepEqual(clearOf(...lines), []);
  });

  it('follows code that moved, was edited or renamed by the texts as they ran', () => {
    const rows = text.split('\n');
    const moved = [rows[19], '// new', ...rows.slice(0, 19)].map((row) => row.replace('f5()', 'renamed()')).join('\n');
    const place = (line: number): number => (line === 20 ? 1 : line + 2);
    const after = runsOf(3, moved, (row) => ({
      ...row,
      line: place(row.line),
      name: row.line === 5 ? 'renamed' : row.name,
      self: row.line === 20 ? row.self * 2 : row.self,
    }));
    const { lines, functions } = compareRuns(runsOf(3, text), after, { texts: known });
    assert.ok(lines.every(({ line, beforeLine }) => line === place(beforeLine ?? 0)));
    assert.deepEqual(wordsOf(clearOf(...lines), 'line', 'beforeLine'), ['1 20']);
    const renamed = functions.filter(({ name }) => name === 'renamed');
    assert.deepEqual(wordsOf(renamed, 'beforeLine', 'line'), ['5 7']);
  });

  it('leaves the lines of a changed file out whose old text nobody has, but not its functions', () => {
    const after = runsOf(3, `// changed\n${text}`, (row) => ({ ...row, line: row.line + 1 }));
    const { lines, functions, findings } = compareRuns(runsOf(3, text), after, { texts });
    assert.deepEqual(lines, []);
    assert.equal(functions.length, 20);
    assert.ok(functions.every(({ beforeLine, line }) => (beforeLine ?? 0) + 1 === line));
    assert.deepEqual(findings, [{ code: 'text-unknown', file: '/app/main.js' }]);
  });

  it('tells a line that is new and one that is gone', () => {
    const after = runsOf(4, text, (row) => (row.line === 3 ? { ...row, line: 30, name: 'added', self: 200 } : row));
    const { lines } = compareRuns(runsOf(4, text), after, { texts });
    assert.deepEqual(wordsOf(clearOf(...lines), 'line', 'beforeLine', 'verdict', 'ratio'), [
      '30 undefined slower undefined',
      'undefined 3 faster 0',
    ]);
  });

  it('says how many runs would make a change clear', () => {
    const noisy = (factor: number) => (row: FixtureLine) =>
      row.line === 4 ? { ...row, self: (row.self - 50) * 20 * factor + 40 } : row;
    const { lines } = compareRuns(runsOf(2, text, noisy(1)), runsOf(2, text, noisy(1.6)), { texts });
    const runs = lines.find(({ line }) => line === 4)?.runsToTell ?? 0;
    assert.ok(runs > 2, `${runs}`);
  });

  it('compares no wholes of runs that did not do the same work', () => {
    const stopped = runsOf(3, text, (row) => ({ ...row, self: row.self * 2 })).map((run) => ({
      ...run,
      facts: { ...run.facts, ending: { kind: 'stopped' as const, by: 'duration' as const } },
    }));
    const { whole, findings } = compareRuns(runsOf(3, text), stopped, { texts });
    assert.equal(whole.verdict, 'unclear');
    assert.equal(whole.low, undefined);
    assert.deepEqual(findings, [{ code: 'ended-otherwise' }]);
  });

  it('takes no spread of five runs for that of recordings of different hours: one against five has no verdict', () => {
    const after = runsOf(1, text, (row) => ({ ...row, self: row.self * 1.3 }));
    for (const [a, b] of [
      [runsOf(5, text), after],
      [after, runsOf(5, text)],
    ]) {
      const { whole, lines } = compareRuns(a, b, { texts });
      assert.deepEqual([whole.verdict, whole.low, whole.high], ['unclear', undefined, undefined]);
      assert.deepEqual(clearOf(...lines), []);
    }
    // Earlier recordings tell how much they differ by themselves.
    const drifting = [0.9e6, 1.2e6, 1.05e6, 1e6, 1.1e6];
    const verdictOf = (factor: number): string => {
      const single = runsOf(1, text, (row) => ({ ...row, self: row.self * factor }));
      return compareRuns(runsOf(5, text), single, { texts, earlier: drifting }).whole.verdict;
    };
    assert.deepEqual([verdictOf(1.3), verdictOf(5)], ['unclear', 'slower']);
  });

  it('says so when everything changed alike, which may be the machine, and gives no verdict', () => {
    const after = runsOf(4, text, (row) => ({ ...row, self: row.self * 1.4 }));
    const { whole, lines, findings } = compareRuns(runsOf(4, text), after, { texts });
    assert.equal(whole.verdict, 'unclear');
    assert.deepEqual(clearOf(...lines), []);
    assert.deepEqual(findings, [{ code: 'changed-alike' }]);
  });
});

describe('findRefusal', () => {
  const rows = [{ line: 1, self: 900 }];
  const facts = { cwd: '/app', program: '/app/main.js', args: ['a'], runtimeVersion: 'v20.0.0' };
  const run = (
    changed: Partial<ComparableRun['facts']> = {},
    quality: Partial<ComparableRun['quality']> = {},
    content = 'x',
  ): ComparableRun => makeRun(rows, content, { ...facts, ...changed }, quality);
  const codeOf = (after: ComparableRun): string | undefined => findRefusal([run()], [after])?.code;

  it('takes runs that were made alike, in another checkout too', () => {
    assert.equal(codeOf(run({}, {}, 'another text')), undefined);
    assert.equal(codeOf(run({ cwd: '/elsewhere', program: '/elsewhere/main.js' })), undefined);
    const flags = (folder: string): readonly string[] => ['--import', `file:///${folder}/node_modules/tsx/loader.mjs`];
    const [a, b] = [run({ runtimeArgs: flags('a') }), run({ runtimeArgs: flags('b/c') })];
    assert.equal(findRefusal([a], [b]), undefined);
  });

  it('takes runs of a program that has two versions of a package, above its folder', () => {
    const [source] = run().sources;
    const dep = (folder: string, text: string): typeof source => {
      return { ...source, path: `/repo/node_modules/${folder}dep/index.js`, content: text, contentHash: text };
    };
    const sources = [...run().sources, dep('', 'version 1'), dep('other/node_modules/', 'version 2')];
    const both = { ...run({ cwd: '/repo/packages/app' }), sources };
    assert.equal(findRefusal([both, both], [both]), undefined);
  });

  for (const [code, after] of [
    ['other-program', run({ program: '/app/other.js' })],
    ['other-arguments', run({ args: ['b'] })],
    ['other-node', run({ runtimeVersion: 'v22.0.0' })],
    ['other-flags', run({ runtimeArgs: ['--no-concurrent-recompilation'] })],
    ['other-repair', run({ frameRepair: { state: 'on', samples: 1, mended: 0 } })],
    ['other-sampler', run({}, { sampler: 'v8log' })],
    ['other-value', run({}, { valueName: 'cpu' })],
    ['other-interval', run({}, { requestedInterval: 250 })],
    ['lost-samples', run({}, { lostSamples: 2000 })],
    ['lost-samples', run({ reportedLost: 2000 })],
    ['nothing-active', run({}, { activeTime: 0 })],
  ] as const)
    it(`refuses runs that were made otherwise: ${code}`, () => assert.equal(codeOf(after), code));

  it('takes a side of which one run in four lost most of its samples, and refuses where most runs did', () => {
    const [whole, lost] = [run(), run({}, { lostSamples: 3 * run().quality.samples })];
    assert.equal(findRefusal([whole], [whole, whole, lost, whole]), undefined);
    assert.equal(findRefusal([whole], [lost, whole, lost])?.code, 'lost-samples');
  });

  it('refuses a side whose runs are not alike', () => {
    const edited = findRefusal([run(), run({}, {}, 'edited meanwhile')], [run()]);
    assert.deepEqual(edited, { code: 'text-changed', where: 'before', path: '/app/main.js' });
    const mixed = findRefusal([run()], [run(), run({ args: ['b'] })]);
    assert.deepEqual(mixed, { code: 'other-arguments', where: 'after', a: 'a', b: 'b' });
  });
});

describe('packages in a comparison', () => {
  it('are judged by their name, also where their version changed', () => {
    /** The first lines are of a package. */
    const runsWith = (version: string, pace: number): ComparableRun[] =>
      runsOf(5, text, (row) =>
        row.line > 8 ? row : { ...row, path: '/app/lib.js', category: Category.dependency, self: row.self * pace },
      ).map((run) => ({
        ...run,
        sources: run.sources.map((source) =>
          source.path === '/app/lib.js' ? { ...source, package: { name: 'lib', version, folder: '/app' } } : source,
        ),
      }));
    const { packages } = compareRuns(runsWith('1.0.0', 1), runsWith('2.0.0', 2), { texts });
    assert.deepEqual(
      packages.map(({ name, isOwn, versions, verdict }) => ({ name, isOwn, versions, verdict })),
      [
        { name: 'lib', isOwn: false, versions: { before: ['1.0.0'], after: ['2.0.0'] }, verdict: 'slower' },
        { name: undefined, isOwn: true, versions: { before: [], after: [] }, verdict: 'unclear' },
      ],
    );
  });
});
