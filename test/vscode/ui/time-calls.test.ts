import assert from 'node:assert/strict';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { wordsOf } from '../../support/told.ts';
import { keepPicture } from '../../support/browser.ts';
import { useWindow } from './use-window.ts';
import { eventually } from './window.ts';

/** The cursor is at the beginning of a file that was just opened. */
const PROGRAM = `function parse(text) { return text.split(',').map(Number); }
let sum = 0;
for (let i = 0; i < 100; i++) sum += parse('1,2,3').length;
console.log(sum, 'numbers');
`;

describe('Time Calls of This Function', () => {
  const window = useWindow({ files: { 'numbers.js': PROGRAM } });

  it('runs the program in a terminal with the function at the cursor timed, and keeps what was measured', async () => {
    await window.openFile('numbers.js');
    await window.runCommand('Heatline: Time Calls of This Function');
    const folder = path.join(window.workspace, '.heatline');
    const kept = await eventually(
      async () => (await readdir(folder).catch(() => [])).filter((name) => /^numbers.*\.calls\.json$/.test(name)),
      (names) => names.length > 0,
    );
    const { timedCalls } = JSON.parse(await readFile(path.join(folder, kept[0]), 'utf8')) as {
      timedCalls: { threads: { functions: { name: string; line: number; count: number }[] }[] };
    };
    const [{ functions }] = timedCalls.threads;
    assert.deepEqual(wordsOf(functions, 'name', 'line', 'count'), ['parse 1 100']);
    await window.page.locator('.terminal-wrapper.active').waitFor();
  });

  it('shows the calls in their order where that file is opened, and no heat', async () => {
    const folder = path.join(window.workspace, '.heatline');
    const [kept] = (await readdir(folder)).filter((name) => name.endsWith('.calls.json'));
    // What git ignores cannot be chosen by its name.
    await copyFile(path.join(folder, kept), path.join(window.workspace, 'order.calls.json'));
    await window.openFile('order.calls.json');
    await window.panel.locator('.table-row[id]', { hasText: 'parse' }).first().waitFor();
    await window.panel.getByRole('radio', { name: 'Chart', checked: true }).waitFor();
    await keepPicture(window.page, 'timed calls');
    await window.openFile('numbers.js');
    assert.equal(await window.page.locator('.glyph-margin-widgets [class*="heat-"]').count(), 0);
  });
});
