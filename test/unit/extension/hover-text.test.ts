import assert from 'node:assert/strict';
import { doubtFrames, withBlockedTime } from '../../../src/core/index.ts';
import { internalCommands } from '../../../src/extension/contributed-names.ts';
import { hoverText, type LineState } from '../../../src/extension/heat/hover-text.ts';
import { escapeMarkdown } from '../../../src/extension/plain-text.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import type { RecordedFacts } from '../../../src/recording/index.ts';
import { analysisOfProfile, profileFromStacks, type StackOptions } from '../../support/profile-from-stacks.ts';
import { withBuiltins } from '../../support/told.ts';
import { rowOf, viewOfStacks } from './view-of-stacks.ts';

const fresh: LineState = { stale: false, differs: false, text: '', showGc: true, isWhole: true };
const stacks = ['main:2 > f:5 > g:3', 'main:2 > f:5', 'main:2 > f:5', 'main:4'];

const shownText = (...[view, row, state]: Parameters<typeof hoverText>): string =>
  plainSpaces(hoverText(view, row, state));
/** The hover over a line of a program that is drawn as stacks. */
function hoverOf(drawn: readonly string[], name: string, line: number, options: StackOptions = {}): string {
  const view = viewOfStacks(drawn, options);
  return shownText(view, rowOf(view, name, line), fresh);
}

describe('hover text', () => {
  const view = viewOfStacks(stacks);
  const text = shownText(view, rowOf(view, 'f', 5), fresh);

  it('tells share, time, samples, interval, precision and the unknown total', () => {
    assert.match(text, /\*\*50\.0 %\*\* of active time on this line · \*\*2\.00 ms\*\*/);
    assert.match(text, /\| Self \| 2\.00 ms, 2 samples \|/);
    assert.match(text, /\nSelf between \d+\.\d % and \d+\.\d % \(95 % interval\)\. Precision: exact line\.\n/);
    assert.match(text, /\| Total \| – /);
  });

  it('says briefly that a line is not exact because frames were not repaired', () => {
    const shown = (frameRepair?: RecordedFacts['frameRepair']): string => {
      const profile = doubtFrames(profileFromStacks(stacks, { facts: { frameRepair } }));
      return shownText({ ...view, analysis: analysisOfProfile(profile) }, rowOf(view, 'f', 5), fresh);
    };
    const brief = /Precision: estimated \(recorded without frame repair; holds for 100 % of active time\)\.$/m;
    assert.match(plainSpaces(shown()), brief);
    assert.match(plainSpaces(shown({ state: 'off', reason: 'platform' })), brief);
    assert.match(shown({ state: 'on', samples: 50, mended: 9 }), /Precision: exact line\.$/m);
  });

  it('names what was measured in place of time, with its unit', () => {
    const facts = { value: { name: 'alloc_space', unit: 'bytes' }, sampler: 'other' } as const;
    const shown = hoverOf(['main:2', 'main:2', 'main:2 > (garbage collector)', 'main:4'], 'main', 2, { facts });
    assert.match(shown, /\*\*50\.0 %\*\* of alloc_space on this line · \*\*2\.00 kB\*\*/);
    assert.match(shown, /\| GC \| ≈ 667 B of garbage collection followed this line/);
    assert.match(shown, /\| Value \| alloc_space · /);
    assert.match(text, /\| Clock \| wall-clock time · inspector \|/);
  });

  describe('of a program that was blocked', () => {
    const use = { cpu: [1000, 1000, 10], blocked: [0, 0, 30_000], durations: [1000, 1000, 30_010] };
    it('tells how long the line was, itself and in Node’s code that it called', () => {
      const itself = ['main:2', 'main:2', 'main:3'];
      const told = /\| Blocked \| 30\.0 ms in synchronous calls \(not part of the times above\) \|/;
      assert.match(hoverOf(itself, 'main', 3, use), told);
      assert.doesNotMatch(hoverOf(itself, 'main', 2, use), /Blocked/);
      const called = ['main:2', 'internal/run:1', 'main:3 > internal/run:4'];
      assert.match(hoverOf(called, 'main', 3, { ...use, callSites: true }), told);
    });

    it('says of time that includes it that it does', () => {
      const profile = withBlockedTime(profileFromStacks(['main:2', 'main:2', 'main:3'], use));
      const wall = { ...view, analysis: analysisOfProfile(profile) };
      assert.match(shownText(wall, rowOf(wall, 'main', 3), fresh), /Blocked .* \(part of the times above\) \|/);
    });
  });

  it('is one screen until more is asked for: the answer, how sure it is, whose line it is, and a link to the rest', () => {
    const row = rowOf(view, 'f', 5);
    const folded = shownText(view, row, { ...fresh, isWhole: false });
    assert.match(folded, /^\*\*50\.0 %\*\* of active time on this line · .* · \[More…\]\([^)]*\)\n/);
    assert.match(folded, /\nSelf between .* Precision: exact line\.\n/);
    assert.ok(folded.includes(`[More…](command:${internalCommands.unfoldHover}?${encodeURIComponent(`[7,${row}]`)})`));
    assert.match(folded, /\nIn \*\*f\*\* · Called by: \[main\]\([^)]*\) 3\.00 ms$/);
    assert.doesNotMatch(folded, /Calls:|\|/);
    assert.doesNotMatch(text, /More…/);
  });

  it('links callers, callees and the flame graph by row numbers alone', () => {
    const links = [...text.matchAll(/\]\(command:([^?]+)\?([^)]*)\)/g)].map(([, command, args]) => ({
      command,
      args: JSON.parse(decodeURIComponent(args)) as unknown[],
    }));
    const functionOf = (name: string): number => view.analysis.functions.name.indexOf(name);
    assert.deepEqual(links, [
      { command: internalCommands.focusFunction, args: [7, functionOf('f')] },
      { command: internalCommands.revealFunction, args: [7, functionOf('main')] },
      { command: internalCommands.revealFunction, args: [7, functionOf('g')] },
    ]);
  });

  it('names two callers on its first screen, and all when more is asked for', () => {
    const many = viewOfStacks(['a:2 > f:5', 'b:2 > f:5', 'b:2 > f:5', 'c:2 > f:5', 'c:2 > f:5', 'c:2 > f:5']);
    const shown = (isWhole: boolean): string => shownText(many, rowOf(many, 'f', 5), { ...fresh, isWhole });
    assert.match(shown(false), /Called by: \[c\]\([^)]*\) 3\.00 ms, \[b\]\([^)]*\) 2\.00 ms$/);
    assert.match(shown(true), /Called by: \[c\]\([^)]*\) .*, \[b\]\([^)]*\) .*, \[a\]\([^)]*\) 1\.00 ms/);
  });

  it('puts first what is sure: of a caller, what it called; and tells the total where the sampler knows it', () => {
    const of = (name: string, line: number): string => hoverOf(['60× main:2 > f:5'], name, line, { callSites: true });
    assert.match(of('main', 2), /^\*\*100 %\*\* of active time below this line/);
    assert.match(of('f', 5), /^\*\*100 %\*\* of active time on this line/);
    assert.match(hoverOf(stacks, 'f', 5, { callSites: true }), /\| Total \| 75\.0 % · 3\.00 ms \|/);
  });

  it('warns of edited lines and of other files', () => {
    const row = rowOf(view, 'f', 5);
    assert.match(shownText(view, row, { ...fresh, stale: true }), /^⚠ This line has been edited/);
    assert.match(shownText(view, row, { ...fresh, differs: true }), /^⚠ This file has changed/);
  });

  it('says when there are too few samples, and only then', () => {
    assert.match(shownText(view, rowOf(view, 'g', 3), fresh), /too few samples.*Profile Again ×5/);
    assert.doesNotMatch(hoverOf(['50× main:2'], 'main', 2), /too few samples/);
  });

  it('tells the garbage collection that followed, as an estimate that can be turned off', () => {
    const collected = viewOfStacks(['main:2', '(garbage collector)', 'f:5']);
    const row = rowOf(collected, 'main', 2);
    assert.match(shownText(collected, row, fresh), /\| GC \| ≈ 1\.00 ms of garbage collection .*estimate/);
    assert.doesNotMatch(shownText(collected, row, { ...fresh, showGc: false }), /GC/);
    const known = { ...collected, analysis: { ...collected.analysis, collections: 1 } };
    assert.match(shownText(known, row, fresh), /\| GC \| 1\.00 ms of garbage collection began on this line/);
  });

  it('lists the hot expressions, whose text cannot become markup', () => {
    const { lines } = view.analysis;
    const row = rowOf(view, 'f', 5);
    const spots = {
      lineRow: Int32Array.of(row, row),
      column: Int32Array.of(8, 0),
      selfTime: Float64Array.of(1500, 500),
    };
    const known = { ...view, analysis: { ...view.analysis, lines: { ...lines, spots } } };
    const shown = shownText(known, row, { ...fresh, text: 'call(a, sort(`x`, [1](2)))' });
    assert.match(shown, /- `sort\(ˋxˋ, \[1\]\(2\)\)` 75\.0 %\n- `call\(a, sort\(ˋxˋ, \[1\]\(2\)\)\)` 25\.0 %/);
  });

  it('tells which of V8’s builtins ran for the line', () => {
    const row = rowOf(view, 'f', 5);
    const time = view.analysis.lines.selfTime[row];
    const analysis = withBuiltins(view.analysis, [
      ['LoadIC_Megamorphic', row, 0.6 * time],
      ['StringAdd_CheckNone', row, 0.3 * time],
      ['Rare', row, 0.01 * time],
    ]);
    const shown = shownText({ ...view, analysis }, row, fresh);
    assert.match(shown, /- 60\.0 % in `LoadIC_Megamorphic` \(property reads of objects of many shapes\)\n- 30\.0 %/);
    assert.doesNotMatch(shown, /Rare/);
    assert.doesNotMatch(shownText(view, row, fresh), /V8’s own code/);
  });

  it('never lets a name of the recording become markup, nor a link', () => {
    const nasty = 'x](command:evil)`<img src=x>`$(trash) **b** https://evil.example | a\n\n# h';
    const { functions } = view.analysis;
    const analysis = { ...view.analysis, functions: { ...functions, name: functions.name.map(() => nasty) } };
    for (const isWhole of [true, false]) {
      const shown = shownText({ ...view, analysis }, rowOf(view, 'f', 5), { ...fresh, isWhole });
      assert.doesNotMatch(shown, /command:evil|<img|\$\(|https:|\n# h/);
      assert.equal([...shown.matchAll(/command:/g)].length, 3);
    }
  });

  it('never lets a file or the text of a line become markup', () => {
    const nasty = '<img src=x onerror=alert(1)>[x](command:evil) **b** `c`.js';
    const { functions, sources, lines } = view.analysis;
    const row = rowOf(view, 'f', 5);
    const time = Float64Array.of(lines.selfTime[row]);
    const analysis = {
      ...view.analysis,
      sources: sources.map((source) => ({ ...source, path: `/app/${nasty}` })),
      functions: { ...functions, name: functions.name.map(() => '') },
      lines: { ...lines, spots: { lineRow: Int32Array.of(row), column: Int32Array.of(0), selfTime: time } },
    };
    for (const isWhole of [true, false]) {
      const shown = shownText({ ...view, analysis }, row, { ...fresh, isWhole, text: `${nasty}(1)` });
      // What is code stands between backticks: in it Markdown knows no markup, and VS Code escapes HTML.
      assert.doesNotMatch(shown.replaceAll(/`[^`]*`/g, ''), /<|command:evil|\*\*b|`/);
    }
  });

  it('escapes every mark that Markdown knows', () => {
    assert.doesNotMatch(escapeMarkdown('\\`*_{}[]()+-.!|<>~$:@/"\''), /[\\`*_{}[\]()+\-.!|<>~$:@/"']/);
  });
});
