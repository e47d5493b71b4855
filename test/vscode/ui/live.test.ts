import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';
import {
  drawRange,
  eventually,
  openFile,
  panelFrame,
  picturesInGutter,
  runCommand,
  statusBar,
  untilStatus,
} from './window.ts';

for (const sampler of ['inspector', 'v8log'] as const) {
  describe(`In the window, while a program runs (${sampler})`, () => {
    const window = useWindow({ settings: { 'heatline.sampler': sampler } });

    before(async () => {
      await openFile(window.page, 'waits.js');
      await runCommand(window.page, 'Heatline: Profile Current File');
    });

    const heat = () =>
      eventually(
        () => picturesInGutter(window.page, 'heat-'),
        (count) => count > 0,
      );
    const goToText = () =>
      window.page
        .locator('.tab', { hasText: /^waits/ })
        .first()
        .click();

    it('heat comes into the gutter, and the status says that it is live', async () => {
      await untilStatus(window.page, 'live · ≈');
      await heat();
    });

    it('the flame graph fills, and grows', async () => {
      await runCommand(window.page, 'Heatline: Show Flame Graph');
      await window.page.locator('.tab', { hasText: 'waits.js (live)' }).waitFor();
      const frame = panelFrame(window.page);
      await frame.locator('canvas').first().waitFor();
      const active = (): Promise<string> => frame.locator('body').innerText();
      const before = await active();
      await eventually(active, (text) => text !== before);
    });

    it('a range drawn meanwhile stays what it is, and all of it goes on', async () => {
      const { page } = window;
      await drawRange(page, 0.3, 0.6);
      const bar = panelFrame(page).locator('.range-bar');
      await bar.waitFor();
      const before = await bar.innerText();
      const seconds = async (): Promise<number> =>
        Number(/ (\d+) s\s*$/.exec((await statusBar(page).innerText()).replaceAll('\u00a0', ' '))?.[1]);
      const drawn = await seconds();
      await eventually(seconds, (now) => now >= drawn + 4); // two looks
      assert.equal(await bar.innerText(), before);
      await panelFrame(page).locator('.flame-canvas').press('Escape');
      await bar.waitFor({ state: 'detached' });
      await untilStatus(page, 'live · ≈');
      await page.locator('.tab', { hasText: 'waits.js (live)' }).waitFor();
      await goToText(); // files open beside what has the focus
    });

    it('text can be typed', async () => {
      await openFile(window.page, 'notes.txt');
      const editor = window.page.locator('.editor-instance .view-lines').first();
      await editor.click();
      await window.page.keyboard.type('quick as ever');
      await editor.filter({ hasText: 'quick as ever' }).waitFor();
      await goToText();
    });

    it('the end replaces it by the whole', async () => {
      await runCommand(window.page, 'Heatline: Stop Profiling');
      await untilStatus(window.page, 'waits.js:');
      await window.page.locator('.tab', { hasText: /Flame Graph: waits\.js$/ }).waitFor();
      await heat();
    });
  });
}
