import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';
import { eventually, textsAfter } from './window.ts';

describe('In the window', () => {
  const window = useWindow({ size: { width: 1600, height: 1300 } });

  before(() => window.profileFile('hot.js', /hot\.js:[45]\s[\d.]+\s%/));

  /** Pictures in the gutter, by line number. */
  const gutterPictures = (): Promise<Record<string, string>> =>
    window.page.evaluate(() => {
      const top = (element: Element): number => Math.round(element.getBoundingClientRect().top);
      const numbers = new Map(
        [...document.querySelectorAll('.monaco-editor .margin .line-numbers')].map((e) => [top(e), e.textContent]),
      );
      const pictures = [...document.querySelectorAll('.monaco-editor .margin .cgmr')].map((element) => {
        const [, name] = /gutter%2F([\w-]+)\.svg/.exec(getComputedStyle(element).backgroundImage) ?? [];
        return [numbers.get(top(element)) ?? '?', name ?? ''];
      });
      return Object.fromEntries(pictures.filter(([, name]) => name)) as Record<string, string>;
    });

  it('the hot line has the hottest picture in the gutter', async () => {
    await eventually(gutterPictures, ({ 4: head, 5: body }) => /^heat-8-(light|dark)$/.test(body ?? head ?? ''));
  });

  it('the hot line tells its share and time', async () => {
    const texts = async () =>
      (await Promise.all(['sum += Math', 'for (let'].map((text) => textsAfter(window.line(text))))).flat();
    await eventually(texts, (found) => found.some(({ text }) => /"[\d.]+\s%\s·\s[\d.]+\sms"/.test(text)));
  });

  it('the mouse over the hot line explains it', async () => {
    assert.match(await window.hoverOver(window.line('sum += Math').getByText('sqrt')), /Called by: main/);
    await window.page.keyboard.press('Escape');
  });

  it('the findings say how it was measured', async () => {
    const header = window.page.locator('.pane-header', { hasText: 'Findings' });
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    const measured = window.findings.locator('dd');
    await eventually(
      async () => (await measured.allTextContents()).join('\n'),
      (found) => /recorded[^]*taken/.test(found),
    );
    await header.click();
  });

  it('the flame graph shows the functions, and a click on one reveals it', async () => {
    await window.runCommand('Heatline: Show Flame Graph');
    const frame = window.panel;
    const functions = frame.locator('.table-row[id]');
    await functions.filter({ hasText: 'burn' }).first().waitFor();
    assert.match(await functions.first().innerText(), /burn/);
    assert.match(await frame.locator('.details').innerText(), /active/);
    await functions.filter({ hasText: 'burn' }).first().click();
    await window.page.locator('.statusbar-item', { hasText: 'Ln 2,' }).waitFor();
  });

  it('a frame of the flame graph was drawn', async () => {
    const colours = (): Promise<number> =>
      window.panel.locator('canvas.flame-canvas').evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const copy = document.createElement('canvas');
        copy.width = canvas.width;
        copy.height = canvas.height;
        const context = copy.getContext('2d');
        context?.drawImage(canvas, 0, 0);
        const pixels = new Uint32Array(context?.getImageData(0, 0, copy.width, copy.height).data.buffer ?? []);
        return new Set(pixels).size;
      });
    await eventually(colours, (count) => count > 3);
  });

  it('heat, status bar and flame graph come back after a reload of the window', async () => {
    await window.reload();
    await window.panel.locator('.table-row[id]', { hasText: 'burn' }).first().waitFor();
    await window.untilStatus('hot.js:');
    await window.line('sum += Math').waitFor();
    await window.untilInGutter('heat-8');
  });

  it('the flame in the title of an editor profiles its file', async () => {
    await window.openFile('throws.js');
    // Until its text is there, the title may still be that of the file before.
    await window.line('throw ').waitFor();
    await window.page.locator('.editor-actions [aria-label*="Profile Current File"]').click();
    await window.untilStatus('throws.js:');
  });

  it('while a program runs the status bar counts samples, and a click stops it', async () => {
    await window.openFile('spin.js');
    await window.runCommand('Heatline: Profile Current File');
    const counting = window.statusBar.filter({ hasText: /samples · [1-9]/ });
    await counting.waitFor();
    await counting.click();
    await window.untilStatus('spin.js:');
  });
});
