import assert from 'node:assert/strict';
import { openFile, openViews, openWindow, takePicture, tellFailures, type Window } from './window.ts';

/** All that has a use before anything was profiled. */
const useful = [
  'Attach to Running Program…',
  'Focus on Hot Lines View',
  'Focus on Recordings View',
  'Open Recording…',
  'Profile Again',
  'Profile Again ×5…',
  'Profile Current File',
  'Profile Launch Configuration…',
  'Profile npm Script…',
  'Profile Test at Cursor',
  'Show Log',
];

describe('In a window where nothing was profiled yet', () => {
  let window: Window;

  before(async function () {
    this.timeout(180_000);
    window = await openWindow({ viewport: { width: 900, height: 900 } });
    await openFile(window.page, 'hot.js');
    await openViews(window.page);
    await window.page.locator('.welcome-view-content', { hasText: 'to see its hot lines' }).waitFor();
  });

  tellFailures(() => window);

  after(() => window?.close());

  it('the palette has no command that can do nothing', async () => {
    const { page } = window;
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill('>Heatline: ');
    const rows = page.locator('.quick-input-list .monaco-list-row .quick-input-list-row');
    await rows.filter({ hasText: 'Show Log' }).waitFor();
    const names = (await rows.allInnerTexts()).map((text) => /Heatline: ([^\n]*)/.exec(text)?.[1].trim());
    const found = names.filter((name) => name !== undefined).sort((a, b) => a.localeCompare(b, 'en'));
    await takePicture(page, 'fresh-palette');
    await page.keyboard.press('Escape');
    assert.deepEqual(found, useful);
  });

  it('the walkthrough has a picture for each of its steps', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill('>Welcome: Open Walkthrough...');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Open Walkthrough...' }).first().click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Find the lines that burn the time' }).click();
    const steps = page.locator('.gettingStartedContainer .step-title');
    await steps.first().waitFor();
    const shown = new Set<string>();
    for (const title of ['Profile a file', 'See who called it', 'Change it, and profile again']) {
      await steps.filter({ hasText: title }).click();
      const picture = page.locator('.gettingStartedContainer .getting-started-media img').first();
      await picture.waitFor();
      await page.waitForFunction(
        (image) => (image as HTMLImageElement).naturalWidth > 100,
        await picture.elementHandle(),
      );
      shown.add((await picture.getAttribute('srcset')) ?? '');
      await takePicture(page, `walkthrough-${shown.size}`);
    }
    assert.equal(shown.size, 3);
  });
});
