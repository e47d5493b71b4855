import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';

describe('Parts of a recording, in the window', () => {
  const window = useWindow();
  const ofPart = /workers\.js:\d+ .* · [\d.]+–[\d.]+\s(ms|s)$/;
  const ofWhole = /workers\.js:\d+ [^·]*·[^·]*$/;

  before(async () => {
    await window.profileFile('workers.js');
    await window.runCommand('Heatline: Show Flame Graph');
    await window.panel.locator('.overview').waitFor();
  });

  it('a thread chosen in the panel is what everything shows', async () => {
    const choice = window.panel.getByLabel('Thread');
    const names = (await choice.locator('option').allInnerTexts()).join('\n');
    assert.match(names, /All 2 threads\n.*workers\.js.*\n.*helper/);
    const helper = await choice.locator('option', { hasText: 'helper' }).getAttribute('value');
    await choice.selectOption(helper);
    await window.untilStatus(/workers\.js:\d+ .* · helper/);
    assert.equal(await choice.inputValue(), helper);
    await choice.selectOption('');
    await window.untilStatus(ofWhole);
    await window.panel.locator('.thread-select[aria-busy=false]').waitFor();
  });

  it('a range drawn on the overview is what everything shows, until Escape gives the whole back', async () => {
    const bar = window.panel.locator('.range-bar');
    await window.drawRange(0.05, 0.95);
    await window.untilStatus(ofPart);
    await bar.waitFor();
    await window.row(/^Only .*: show all/).waitFor();
    await window.reload();
    await bar.waitFor();
    await window.untilStatus(ofPart);
    await window.panel.locator('.flame-canvas').press('Escape');
    await window.untilStatus(ofWhole);
    await bar.waitFor({ state: 'detached' });
  });
});
