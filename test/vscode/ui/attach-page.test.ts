import { keepPicture } from '../../support/browser.ts';
import { HOT_LINE, type PageApp, servePageApp } from '../../support/page-app.ts';
import { type PlainBrowser, startPlainBrowser } from '../../support/plain-browser.ts';
import { useScratch } from '../../support/scratch.ts';
import { useWindow } from './use-window.ts';
import { choices, eventually, openFile, openViews, picturesInGutter, rows, runCommand, untilStatus } from './window.ts';

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
    await runCommand(page, 'Heatline: Profile Browser Tab…', { asks: true });
    await page.locator('.quick-input-title', { hasText: 'Debugging Port' }).waitFor();
    await page.locator('.quick-input-widget input').fill(String(browser.port));
    await page.keyboard.press('Enter');
    await choices(page, 'Bundle').first().click();
    await untilStatus(page, 'live · ≈');
    await app.turns(40);
    await runCommand(page, 'Heatline: Stop Profiling');
    await untilStatus(page, `view.ts:${HOT_LINE}`);
    await openViews(page);
    await rows(page, `view.ts:${HOT_LINE}`).first().waitFor();
    await openFile(page, 'view.ts');
    await eventually(
      () => picturesInGutter(page, 'heat-8'),
      (count) => count > 0,
    );
    await keepPicture(page, 'page');
    await app.turns(3);
  });
});
