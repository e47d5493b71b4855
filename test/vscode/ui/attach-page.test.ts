import { keepPicture } from '../../support/browser.ts';
import { HOT_LINE, type PageApp, servePageApp } from '../../support/page-app.ts';
import { type PlainBrowser, startPlainBrowser } from '../../support/plain-browser.ts';
import { useScratch } from '../../support/scratch.ts';
import { useWindow } from './use-window.ts';

describe('In the window, a page of a browser', () => {
  const window = useWindow();
  const scratch = useScratch();
  let app: PageApp;
  let browser: PlainBrowser;
  before(async () => {
    app = await servePageApp(window.workspace);
    browser = await startPlainBrowser(scratch('browser'));
    for (const name of ['modules.html', 'bundle.html']) await browser.open(`${app.origin}/${name}`);
  });
  after(async () => {
    await browser.close();
    app.close();
  });

  it('is chosen by its title, and its click handler is lit in the file of the workspace', async () => {
    const { page } = window;
    await window.runCommand('Heatline: Profile Browser Tab…', { asks: true });
    await page.locator('.quick-input-title', { hasText: 'Debugging Port' }).waitFor();
    await page.locator('.quick-input-widget input').fill(String(browser.port));
    await page.keyboard.press('Enter');
    await window.choices('Bundle').first().click();
    await window.untilStatus('live · ≈');
    await app.turns(40);
    await window.runCommand('Heatline: Stop Profiling');
    await window.untilStatus(`view.ts:${HOT_LINE}`);
    await window.rows(`view.ts:${HOT_LINE}`).first().waitFor();
    await window.openFile('view.ts');
    await window.untilInGutter('heat-8');
    await keepPicture(page, 'page');
    await app.turns(3);
  });
});
