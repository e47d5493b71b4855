import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';
import { drawRange, panelFrame, profileFile, rows, runCommand, untilStatus } from './window.ts';

describe('Parts of a recording, in the window', () => {
  const window = useWindow();
  const ofPart = /workers\.js:\d+ .* · [\d.]+–[\d.]+\s(ms|s)$/;
  const ofWhole = /workers\.js:\d+ [^·]*·[^·]*$/;

  before(async () => {
    await profileFile(window.page, 'workers.js');
    await runCommand(window.page, 'Heatline: Show Flame Graph');
    await panelFrame(window.page).locator('.overview').waitFor();
  });

  it('a thread chosen in the panel is what everything shows', async () => {
    const choice = panelFrame(window.page).getByLabel('Thread');
    const names = (await choice.locator('option').allInnerTexts()).join('\n');
    assert.match(names, /All 2 threads\n.*workers\.js.*\n.*helper/);
    const helper = await choice.locator('option', { hasText: 'helper' }).getAttribute('value');
    await choice.selectOption(helper);
    await untilStatus(window.page, /workers\.js:\d+ .* · helper/);
    assert.equal(await choice.inputValue(), helper);
    await choice.selectOption('');
    await untilStatus(window.page, ofWhole);
    await panelFrame(window.page).locator('.thread-select[aria-busy=false]').waitFor();
  });

  it('a range drawn on the overview is what everything shows, until Escape gives the whole back', async () => {
    const { page } = window;
    const bar = panelFrame(page).locator('.range-bar');
    await drawRange(page, 0.05, 0.95);
    await untilStatus(page, ofPart);
    await bar.waitFor();
    await rows(page, /^Only .*: show all/)
      .first()
      .waitFor();
    await window.reload();
    await bar.waitFor();
    await untilStatus(page, ofPart);
    await panelFrame(page).locator('.flame-canvas').press('Escape');
    await untilStatus(page, ofWhole);
    await bar.waitFor({ state: 'detached' });
  });
});
