import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  eventually,
  lineHover,
  openFile,
  openWindow,
  panelFrame,
  runCommand,
  statusBar,
  takePicture,
  tellFailures,
  type Window,
} from './window.ts';

/** What is not marked takes twice the time of what is. */
const MARKED = `function work(ms) {
  const end = process.cpuUsage().user + ms * 1000;
  let sum = 0;
  while (process.cpuUsage().user < end) for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i + sum);
  return sum;
}
function unmarked(ms) {
  const end = process.cpuUsage().user + ms * 1000;
  let sum = 0;
  while (process.cpuUsage().user < end) for (let i = 0; i < 1e5; i++) sum += Math.cbrt(i + sum);
  return sum;
}
unmarked(600);
console.profile('the part');
work(600);
console.profileEnd('the part');
unmarked(600);
`;

describe('What a program marks, in the window', function () {
  this.timeout(120_000);
  let window: Window;

  before(async function () {
    this.timeout(240_000); // the first run of all installs VS Code
    window = await openWindow({ viewport: { width: 1500, height: 1100 } });
    await writeFile(path.join(window.workspace, 'marked.js'), MARKED);
    await openFile(window.page, 'marked.js');
    await runCommand(window.page, 'Heatline: Profile Current File');
    await statusBar(window.page).filter({ hasText: 'marked.js:' }).waitFor();
    await runCommand(window.page, 'Heatline: Show Flame Graph');
    await panelFrame(window.page).locator('.overview').waitFor();
  });

  tellFailures(() => window);

  after(() => window?.close());

  const status = async (): Promise<string> => (await statusBar(window.page).innerText()).replaceAll('\u00a0', ' ');
  const isOfMarks = /marked\.js:4 .* · marked time$/;
  const ofTree = (): ReturnType<Window['page']['locator']> =>
    window.page.locator('.monaco-list-row', { hasText: /^Only .*: show all/ }).first();

  it('is what status bar, tree and panel show', async () => {
    assert.match(await eventually(status, (text) => isOfMarks.test(text)), isOfMarks);
    await ofTree().waitFor();
    assert.match(await ofTree().innerText(), /the part/);
    await panelFrame(window.page).locator('body', { hasText: 'the part' }).waitFor();
    await takePicture(window.page, 'marks-panel');
  });

  it('is what the gutter and the hover show', async () => {
    const { page } = window;
    await page
      .locator('.tab', { hasText: /^marked/ })
      .first()
      .click();
    await page.locator('.view-line', { hasText: 'Math.sqrt' }).first().hover();
    await lineHover(page).waitFor();
    assert.match(await lineHover(page).innerText(), /the part/);
    await takePicture(page, 'marks-hover');
    await page.keyboard.press('Escape');
  });

  it('stays so when the window is loaded again, and the whole comes back by a click', async () => {
    const { page } = window;
    await window.reload();
    assert.match(await eventually(status, (text) => isOfMarks.test(text)), isOfMarks);
    await ofTree().waitFor();
    await takePicture(page, 'marks-reloaded');
    await ofTree().click();
    const isWhole = /marked\.js:10 [^·]*· [^·]*$/;
    assert.match(await eventually(status, (text) => isWhole.test(text)), isWhole);
    await takePicture(page, 'marks-whole');
  });
});
