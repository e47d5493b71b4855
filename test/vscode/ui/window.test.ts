import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';
import {
  eventually,
  findingsFrame,
  lineHover,
  openFile,
  panelFrame,
  picturesInGutter,
  profileFile,
  rows,
  runCommand,
  statusBar,
  textsAfter,
  untilStatus,
} from './window.ts';

describe('In the window', () => {
  const window = useWindow({ size: { width: 1600, height: 1300 } });

  before(() => profileFile(window.page, 'hot.js'));

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
  const line = (text: string) => window.page.locator('.view-line', { hasText: text }).first();

  it('the hot line has the hottest picture in the gutter', async () => {
    await eventually(gutterPictures, ({ 4: head, 5: body }) => /^heat-8-(light|dark)$/.test(body ?? head ?? ''));
  });

  it('the hot line tells its share and time', async () => {
    const texts = async () => [...(await textsAfter(line('sum += Math'))), ...(await textsAfter(line('for (let')))];
    await eventually(texts, (found) => found.some(({ text }) => /"[\d.]+\s%\s·\s[\d.]+\sms"/.test(text)));
  });

  it('the status bar names the hottest line', async () => {
    assert.match(await statusBar(window.page).innerText(), /hot\.js:[45]\s[\d.]+\s%/);
  });

  it('the mouse over the hot line explains it', async () => {
    await line('sum += Math').getByText('sqrt').first().hover();
    await lineHover(window.page).waitFor();
    assert.match(await lineHover(window.page).innerText(), /Called by: main/);
    await window.page.keyboard.press('Escape');
  });

  it('the tree shows the file and its lines', async () => {
    await rows(window.page, /\d\s%[^]*sum \+= Math/)
      .first()
      .waitFor();
  });

  it('the findings say how it was measured', async () => {
    const header = window.page.locator('.pane-header', { hasText: 'Findings' });
    await header.click();
    const measured = findingsFrame(window.page).locator('dd');
    await eventually(
      async () => (await measured.allTextContents()).join('\n'),
      (found) => /recorded[^]*taken/.test(found),
    );
    await header.click();
  });

  it('the flame graph shows the functions, and a click on one reveals it', async () => {
    const { page } = window;
    await runCommand(page, 'Heatline: Show Flame Graph');
    const frame = panelFrame(page);
    const functions = frame.locator('.table-row[id]');
    await functions.filter({ hasText: 'burn' }).first().waitFor();
    assert.match(await functions.first().innerText(), /burn/);
    assert.match(await frame.locator('.details').innerText(), /active/);
    await functions.filter({ hasText: 'burn' }).first().click();
    await page.locator('.statusbar-item', { hasText: 'Ln 2,' }).waitFor();
  });

  it('a frame of the flame graph was drawn', async () => {
    const colours = (): Promise<number> =>
      panelFrame(window.page)
        .locator('canvas.flame-canvas')
        .evaluate((element) => {
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
    await panelFrame(window.page).locator('.table-row[id]', { hasText: 'burn' }).first().waitFor();
    await untilStatus(window.page, 'hot.js:');
    await line('sum += Math').waitFor();
    await eventually(
      () => picturesInGutter(window.page, 'heat-8'),
      (count) => count > 0,
    );
  });

  it('the flame in the title of an editor profiles its file', async () => {
    const { page } = window;
    await openFile(page, 'throws.js');
    await page.locator('.editor-actions [aria-label*="Profile Current File"]').click();
    await untilStatus(page, 'throws.js:');
  });

  it('while a program runs the status bar counts samples, and a click stops it', async () => {
    const { page } = window;
    await openFile(page, 'spin.js');
    await runCommand(page, 'Heatline: Profile Current File');
    const counting = statusBar(page).filter({ hasText: /samples · [1-9]/ });
    await counting.waitFor();
    await counting.click();
    await untilStatus(page, 'spin.js:');
  });
});
