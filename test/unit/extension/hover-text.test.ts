import assert from 'node:assert/strict';
import { internalCommands } from '../../../src/extension/contributions.ts';
import { escapeMarkdown, hoverText } from '../../../src/extension/heat/hover-text.ts';
import { english } from '../../../src/extension/translate.ts';
import { rowOf, viewOfStacks } from './view-of-stacks.ts';

const fresh = { stale: false, differs: false };
const stacks = ['main:2 > f:5 > g:3', 'main:2 > f:5', 'main:2 > f:5', 'main:4'];

describe('hover text', () => {
  const view = viewOfStacks(stacks);
  const text = hoverText(view, rowOf(view, 'f', 5), fresh, english);

  it('tells share, time, samples, interval, precision and the unknown total', () => {
    assert.match(text, /\*\*50\.0 %\*\* of active time on this line · \*\*2\.0 ms\*\*/);
    assert.match(text, /\| Self \| 2\.0 ms, 2 samples \|/);
    assert.match(text, /\| Share \| between \d+\.\d % and \d+\.\d % \(95 % interval\) \|/);
    assert.match(text, /\| Total \| – /);
    assert.match(text, /Precision: exact line\./);
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

  it('tells the total where the sampler knows it', () => {
    const known = viewOfStacks(stacks, { callSites: true });
    assert.match(hoverText(known, rowOf(known, 'f', 5), fresh, english), /\| Total \| 75\.0 % · 3\.0 ms \|/);
  });

  it('warns of edited lines and of other files', () => {
    const row = rowOf(view, 'f', 5);
    assert.match(hoverText(view, row, { stale: true, differs: false }, english), /^⚠ This line was edited/);
    assert.match(hoverText(view, row, { stale: false, differs: true }, english), /^⚠ This file is not the one/);
  });

  it('never lets a name of the recording become markup', () => {
    const nasty = 'x](command:evil)`<img src=x>`$(trash) **b** https://evil.example | a\n\n# h';
    const { functions } = view.analysis;
    const poisoned = {
      ...view,
      analysis: { ...view.analysis, functions: { ...functions, name: functions.name.map(() => nasty) } },
    };
    const shown = hoverText(poisoned, rowOf(view, 'f', 5), fresh, english);
    assert.doesNotMatch(shown, /command:evil|<img|\$\(|https:|\n# h/);
    assert.equal([...shown.matchAll(/command:/g)].length, 3);
  });

  it('escapes every mark that Markdown knows', () => {
    assert.doesNotMatch(escapeMarkdown('\\`*_{}[]()+-.!|<>~$:@/"\''), /[\\`*_{}[\]()+\-.!|<>~$:@/"']/);
  });
});
