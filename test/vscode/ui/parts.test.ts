import assert from 'node:assert/strict';
import {
  eventually,
  openFile,
  openWindow,
  panelFrame,
  runCommand,
  statusBar,
  tellFailures,
  type Window,
} from './window.ts';

describe('Parts of a recording, in the window', () => {
  let window: Window;

  before(async function () {
    this.timeout(180_000); // the first run of all installs VS Code
    window = await openWindow({ viewport: { width: 1600, height: 1300 } });
    await openFile(window.page, 'workers.js');
    await runCommand(window.page, 'Heatline: Profile Current File');
    await statusBar(window.page).filter({ hasText: 'workers.js:' }).waitFor();
    await runCommand(window.page, 'Heatline: Show Flame Graph');
    await panelFrame(window.page).locator('.overview').waitFor();
  });

  tellFailures(() => window);

  after(() => window?.close());

  const status = async (): Promise<string> => (await statusBar(window.page).innerText()).replaceAll('\u00a0', ' ');

  it('a thread chosen in the panel is what everything shows', async () => {
    const choice = panelFrame(window.page).getByLabel('Thread');
    const names = (await choice.locator('option').allInnerTexts()).join('\n');
    assert.match(names, /All 2 threads\n.*workers\.js.*\n.*helper/);
    const [helper] = await choice
      .locator('option', { hasText: 'helper' })
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
    await choice.selectOption(helper);
    assert.match(await eventually(status, (text) => text.includes('helper')), /workers\.js:\d+ .* · helper/);
    assert.equal(await choice.inputValue(), helper);
    await choice.selectOption('');
    assert.doesNotMatch(await eventually(status, (text) => !text.includes('helper')), /helper/);
    await panelFrame(window.page).locator('.thread-select[aria-busy=false]').waitFor();
  });

  it('a range drawn on the overview is what everything shows, until Escape gives the whole back', async () => {
    const { page } = window;
    const overview = panelFrame(page).locator('.overview');
    const box = await overview.boundingBox();
    assert.ok(box);
    // The main thread computes at the start; when the worker does is up to the machine.
    await page.mouse.move(box.x + box.width * 0.02, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.3, box.y + 12, { steps: 4 });
    await page.mouse.up();
    const isOfPart = /workers\.js:\d+ .* · [\d.]+–[\d.]+ (ms|s)$/;
    assert.match(await eventually(status, (text) => isOfPart.test(text)), isOfPart);
    await panelFrame(page).locator('.range-bar').waitFor();
    await page
      .locator('.monaco-list-row', { hasText: /^Only .*: show all/ })
      .first()
      .waitFor();
    await window.reload();
    await panelFrame(page).locator('.range-bar').waitFor();
    assert.match(await eventually(status, (text) => isOfPart.test(text)), isOfPart);
    await panelFrame(page).locator('.flame-canvas').press('Escape');
    assert.doesNotMatch(await eventually(status, (text) => !isOfPart.test(text)), isOfPart);
    await panelFrame(page).locator('.range-bar').waitFor({ state: 'detached' });
  });
});
