import assert from 'node:assert/strict';
import { quietSettings } from '../../vscode-host/settings.ts';
import {
  eventually,
  openFile,
  openWindow,
  panelFrame,
  runCommand,
  statusBar,
  takePicture,
  tellFailures,
  type Window,
} from './window.ts';

for (const sampler of ['inspector', 'v8log'] as const) {
  describe(`In the window, while a program runs (${sampler})`, function () {
    this.timeout(240_000);
    let window: Window;

    before(async () => {
      const settings = { ...quietSettings, 'heatline.sampler': sampler };
      window = await openWindow({ settings, viewport: { width: 1500, height: 1000 } });
      await openFile(window.page, 'waits.js');
      await runCommand(window.page, 'Heatline: Profile Current File');
    });

    tellFailures(() => window);

    after(() => window?.close());

    const picture = (name: string): Promise<void> => takePicture(window.page, `live-${sampler}-${name}`);

    /** Pictures of heat in the gutter. */
    const gutter = (): Promise<number> =>
      window.page.evaluate(
        () =>
          [...document.querySelectorAll('.monaco-editor .margin .cgmr')].filter((element) =>
            getComputedStyle(element).backgroundImage.includes('heat-'),
          ).length,
      );

    it('heat comes into the gutter, and the status says that it is live', async () => {
      await statusBar(window.page).filter({ hasText: 'live · ≈' }).waitFor({ timeout: 30_000 });
      assert.ok((await eventually(gutter, (count) => count > 0)) > 0);
      await picture('editor');
    });

    it('the flame graph fills, and grows', async () => {
      await runCommand(window.page, 'Heatline: Show Flame Graph');
      await window.page.locator('.tab', { hasText: 'waits.js (live)' }).waitFor();
      const frame = panelFrame(window.page);
      await frame.locator('canvas').first().waitFor();
      const active = (): Promise<string> => frame.locator('body').innerText();
      const before = await active();
      assert.notEqual(await eventually(active, (text) => text !== before), before);
      await picture('panel');
    });

    it('a range drawn meanwhile stays what it is, and all of it goes on', async () => {
      const { page } = window;
      const overview = panelFrame(page).locator('.overview');
      const box = await overview.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width * 0.3, box.y + 12);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 12, { steps: 4 });
      await page.mouse.up();
      const bar = panelFrame(page).locator('.range-bar');
      await bar.waitFor();
      const before = await bar.innerText();
      await page.waitForTimeout(4000); // two looks
      assert.equal(await bar.innerText(), before);
      await picture('range');
      await panelFrame(page).locator('.flame-canvas').press('Escape');
      await bar.waitFor({ state: 'detached' });
      await statusBar(page).filter({ hasText: 'live · ≈' }).waitFor();
      await page.locator('.tab', { hasText: 'waits.js (live)' }).waitFor();
      await page
        .locator('.tab', { hasText: /^waits/ })
        .first()
        .click(); // files open beside what has the focus
    });

    it('what is typed is not held up', async () => {
      await openFile(window.page, 'notes.txt');
      const editor = window.page.locator('.editor-instance .view-lines').first();
      await editor.click();
      const began = Date.now();
      await window.page.keyboard.type('quick as ever');
      await editor.filter({ hasText: 'quick as ever' }).waitFor();
      assert.ok(Date.now() - began < 5000, `it took ${Date.now() - began} ms`);
      await window.page
        .locator('.tab', { hasText: /^waits/ })
        .first()
        .click();
    });

    it('the end replaces it by the whole', async () => {
      await runCommand(window.page, 'Heatline: Stop Profiling');
      await statusBar(window.page).filter({ hasText: 'waits.js:' }).waitFor({ timeout: 30_000 });
      await window.page.locator('.tab', { hasText: /Flame Graph: waits\.js$/ }).waitFor();
      assert.ok((await eventually(gutter, (count) => count > 0)) > 0);
      await picture('end');
    });
  });
}
