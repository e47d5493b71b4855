import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writePprof } from '../../unit/readers/pprof/write-pprof.ts';
import { useWindow } from './use-window.ts';

describe('Labels of a pprof, in the window', () => {
  const window = useWindow();

  before(async () => {
    const file = path.join(window.workspace, 'hot.js');
    const sample = (line: number, endpoint: string, ms: number) => ({
      ...{ stack: [`burn ${file}:${line}#2`], values: [ms * 1e6], labels: { endpoint } },
    });
    const profile = writePprof(['cpu/nanoseconds'], [sample(5, '/cart', 9000), sample(4, '/pay', 1000)]);
    await writeFile(path.join(window.workspace, 'labels.pprof'), profile);
    await window.openFile('labels.pprof');
    await window.untilStatus('hot.js:5');
  });

  it('are chosen with the keyboard, are what everything shows, and stay chosen over a reload', async () => {
    await window.runCommand('Heatline: Select Labels…', { asks: 'endpoint=/pay' });
    const choice = window.choice('endpoint=/pay');
    const rows = await window.choices('endpoint=').allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.replaceAll(/\s/g, '')),
      ['endpoint=/cart90.0%', 'endpoint=/pay10.0%'],
    );
    await window.filterChoices('pay');
    await window.choices('endpoint=/cart').waitFor({ state: 'hidden' });
    await window.pressInBox('ArrowDown'); // the list of choices has the focus then
    await window.page.locator('.quick-input-list .monaco-list:focus').waitFor();
    await choice.and(window.page.locator('.focused')).waitFor();
    await window.page.keyboard.press('Space');
    await choice.and(window.page.locator('[aria-checked="true"]')).waitFor();
    await window.page.keyboard.press('Enter');
    await window.untilStatus(/hot\.js:4 .* · endpoint=\/pay$/);
    await window.row(/^Only endpoint=\/pay: choose others/).waitFor();
    await window.reload();
    await window.untilStatus(/hot\.js:4 .* · endpoint=\/pay$/);
  });
});
