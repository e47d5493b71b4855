import assert from 'node:assert/strict';
import {
  eventually,
  findingsFrame,
  lineHover,
  openFile,
  openWindow,
  panelFrame,
  runCommand,
  statusBar,
  tellFailures,
  type Window,
} from './window.ts';

describe('In the window', () => {
  let window: Window;

  before(async function () {
    this.timeout(180_000); // the first run of all installs VS Code
    window = await openWindow({ viewport: { width: 1600, height: 1300 } });
    await openFile(window.page, 'hot.js');
    await runCommand(window.page, 'Heatline: Profile Current File');
    await statusBar(window.page).filter({ hasText: 'hot.js:' }).waitFor();
  });

  tellFailures(() => window);

  after(() => window?.close());

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

  /** The text after the end of a line (1-based). */
  const inlineText = (text: string): Promise<string> =>
    window.page
      .locator('.view-line', { hasText: text })
      .first()
      .evaluate((line) =>
        [...line.querySelectorAll('span')]
          .map((span) => getComputedStyle(span, '::after').content)
          .filter((content) => content.startsWith('"'))
          .join(' '),
      );

  it('the hot line has the hottest picture in the gutter', async () => {
    const hottest = /^heat-8-(light|dark)$/;
    const picture = async (): Promise<string> => {
      const pictures = await gutterPictures();
      return pictures['5'] ?? pictures['4'] ?? JSON.stringify(pictures);
    };
    assert.match(await eventually(picture, (name) => hottest.test(name)), hottest);
  });

  it('the hot line tells its share and time', async () => {
    const shareAndTime = /"[\d.]+\s%\s·\s[\d.]+\sms"/;
    const texts = async (): Promise<string> => (await inlineText('sum += Math')) + (await inlineText('for (let'));
    assert.match(await eventually(texts, (text) => shareAndTime.test(text)), shareAndTime);
  });

  it('the status bar names the hottest line', async () => {
    assert.match(await statusBar(window.page).innerText(), /hot\.js:[45]\s[\d.]+\s%/);
  });

  it('the mouse over the hot line explains it', async () => {
    const line = window.page.locator('.view-line', { hasText: 'sum += Math' }).first();
    await line.getByText('sqrt').first().hover();
    const hover = lineHover(window.page);
    await hover.waitFor();
    assert.match(await hover.innerText(), /Called by: main/);
    await window.page.keyboard.press('Escape');
  });

  it('the tree shows the file and its lines', async () => {
    const row = window.page.locator('.monaco-list-row', { hasText: 'sum += Math' }).first();
    await row.waitFor();
    assert.match(await row.innerText(), /[\d.]+\s%/);
  });

  it('the findings say how it was measured', async () => {
    await window.page.locator('.pane-header', { hasText: 'Findings' }).click();
    const measured = findingsFrame(window.page).locator('dd');
    const texts = await eventually(
      async () => (await measured.allTextContents()).join('\n'),
      (found) => found.includes('taken'),
    );
    assert.match(texts, /recorded[\s\S]*taken/);
  });

  it('the flame graph shows the functions, and a click on one reveals it', async () => {
    const { page } = window;
    await runCommand(page, 'Heatline: Show Flame Graph');
    const frame = panelFrame(page);
    const rows = frame.locator('.table-row[id]');
    await rows.filter({ hasText: 'burn' }).first().waitFor();
    assert.match(await rows.first().innerText(), /burn/);
    assert.match(await frame.locator('.details').innerText(), /active/);
    await rows.filter({ hasText: 'burn' }).first().click();
    await page.locator('.statusbar-item', { hasText: 'Ln 2,' }).waitFor();
  });

  it('a frame of the flame graph was drawn', async () => {
    const count = (): Promise<number> =>
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
    const colours = await eventually(count, (found) => found > 3);
    assert.ok(colours > 3, `the canvas has ${colours} colours`);
  });

  it('heat, status bar and flame graph come back after a reload of the window', async () => {
    await window.reload();
    const rows = panelFrame(window.page).locator('.table-row[id]');
    await rows.filter({ hasText: 'burn' }).first().waitFor();
    await statusBar(window.page).filter({ hasText: 'hot.js:' }).waitFor();
    await window.page.locator('.view-line', { hasText: 'sum += Math' }).first().waitFor();
    await window.page.waitForFunction(() =>
      [...document.querySelectorAll('.monaco-editor .margin .cgmr')].some((element) =>
        getComputedStyle(element).backgroundImage.includes('heat-8'),
      ),
    );
  });

  it('the flame in the title of an editor profiles its file', async () => {
    const { page } = window;
    await openFile(page, 'throws.js');
    await page.locator('.editor-actions [aria-label*="Profile Current File"]').click();
    await statusBar(page).filter({ hasText: 'throws.js:' }).waitFor();
  });

  it('while a program runs the status bar counts samples, and a click stops it', async () => {
    const { page } = window;
    await openFile(page, 'spin.js');
    await runCommand(page, 'Heatline: Profile Current File');
    const counting = statusBar(page).filter({ hasText: /samples · [1-9]/ });
    await counting.waitFor();
    await counting.click();
    await statusBar(page).filter({ hasText: 'spin.js:' }).waitFor();
  });
});
