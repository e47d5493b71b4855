import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';
import { lineHover, panelFrame, profileFile, rows, runCommand, untilStatus } from './window.ts';

/** What is not marked takes four times the time of what is. */
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
unmarked(300);
console.profile('the part');
work(200);
console.profileEnd('the part');
unmarked(500);
`;

describe('What a program marks, in the window', () => {
  const window = useWindow({ files: { 'marked.js': MARKED } });
  const ofMarks = /marked\.js:4 .* · marked time$/;
  const ofWhole = /marked\.js:10 [^·]*·[^·]*$/;
  const all = () => rows(window.page, /^Only .*: show all/).first();

  it('is what status bar, tree and panel show', async () => {
    const { page } = window;
    await profileFile(page, 'marked.js');
    await runCommand(page, 'Heatline: Show Flame Graph');
    await untilStatus(page, ofMarks);
    await all().waitFor();
    assert.match(await all().innerText(), /the part/);
    await panelFrame(page).locator('body', { hasText: 'the part' }).waitFor();
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
    await page.keyboard.press('Escape');
  });

  it('stays so when the window is loaded again, and the whole comes back by a click', async () => {
    const { page } = window;
    await window.reload();
    await untilStatus(page, ofMarks);
    await all().waitFor();
    await all().click();
    await untilStatus(page, ofWhole);
  });
});
