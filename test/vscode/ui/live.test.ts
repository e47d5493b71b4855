import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';
import { eventually } from './window.ts';

for (const sampler of ['inspector', 'v8log'] as const) {
  describe(`In the window, while a program runs (${sampler})`, () => {
    const window = useWindow({ settings: { 'heatline.sampler': sampler } });

    before(async () => {
      await window.openFile('waits.js');
      await window.runCommand('Heatline: Profile Current File');
    });

    const heat = () => window.untilInGutter('heat-');
    const goToText = () => window.tab(/^waits/).click();

    it('heat comes into the gutter, and the status says that it is live', async () => {
      await window.untilStatus('live · ≈');
      await heat();
    });

    it('the flame graph fills, and grows', async () => {
      await window.runCommand('Heatline: Show Flame Graph');
      await window.tab('waits.js (live)').waitFor();
      await window.panel.locator('canvas').first().waitFor();
      const active = (): Promise<string> => window.panel.locator('body').innerText();
      const before = await active();
      await eventually(active, (text) => text !== before);
    });

    it('a range drawn meanwhile stays what it is, and all of it goes on', async () => {
      await window.drawRange(0.3, 0.6);
      const bar = window.panel.locator('.range-bar');
      await bar.waitFor();
      const before = await bar.innerText();
      const seconds = async (): Promise<number> =>
        Number(/ (\d+) s\s*$/.exec((await window.statusBar.innerText()).replaceAll('\u00a0', ' '))?.[1]);
      const drawn = await seconds();
      await eventually(seconds, (now) => now >= drawn + 4); // two looks
      assert.equal(await bar.innerText(), before);
      await window.panel.locator('.flame-canvas').press('Escape');
      await bar.waitFor({ state: 'detached' });
      await window.untilStatus('live · ≈');
      await window.tab('waits.js (live)').waitFor();
      await goToText(); // files open beside what has the focus
    });

    it('text can be typed', async () => {
      await window.openFile('notes.txt');
      const editor = window.page.locator('.editor-instance .view-lines').first();
      await editor.click();
      await window.page.keyboard.type('quick as ever');
      await editor.filter({ hasText: 'quick as ever' }).waitFor();
      await goToText();
    });

    it('the end replaces it by the whole', async () => {
      await window.runCommand('Heatline: Stop Profiling');
      await window.untilStatus('waits.js:');
      await window.tab(/Flame Graph: waits\.js$/).waitFor();
      await heat();
    });
  });
}
