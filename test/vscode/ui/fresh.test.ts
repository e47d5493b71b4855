import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';

/** All that has a use before anything was profiled. */
const useful = [
  'Attach to Running Program…',
  'Focus on Hot Lines View',
  'Focus on Recordings View',
  'Open Production Profile…',
  'Open Recording…',
  'Profile Again',
  'Profile Again ×5…',
  'Profile Browser Tab…',
  'Profile Current File',
  'Profile Launch Configuration…',
  'Profile npm Script…',
  'Profile Test at Cursor',
  'Show Log',
  'Time Calls of This Function',
];

describe('In a window where nothing was profiled yet', () => {
  const window = useWindow({ isNew: true, size: { width: 1400, height: 900 } });

  before(async () => {
    await window.openFile('hot.js');
    await window.openViews();
    await window.page.locator('.welcome-view-content', { hasText: 'to see its hot lines' }).waitFor();
  });

  it('the palette has no command that can do nothing', async () => {
    await window.typeInto('F1', '>Heatline: ');
    await window.choices('Show Log').waitFor();
    const names = (await window.choices().allInnerTexts()).map((text) => /Heatline: ([^\n]*)/.exec(text)?.[1].trim());
    const found = names.filter((name) => name !== undefined).sort((a, b) => a.localeCompare(b, 'en'));
    await window.page.keyboard.press('Escape');
    assert.deepEqual(found, useful);
  });

  it('the walkthrough has a picture for each of its steps', async () => {
    const { page } = window;
    const name = 'Find the lines that burn the time';
    await window.runCommand('Welcome: Open Walkthrough...', { asks: name });
    await window.choices(name).click();
    const steps = page.locator('.gettingStartedContainer .step-title');
    const shown = new Set<string>();
    for (const title of ['Profile a file', 'See who called it', 'Change it, and profile again']) {
      await steps.filter({ hasText: title }).click();
      const picture = page.locator('.gettingStartedContainer .getting-started-media img').first();
      await page.waitForFunction(
        (image) => (image as HTMLImageElement).naturalWidth > 100,
        await picture.elementHandle(),
      );
      shown.add((await picture.getAttribute('srcset')) ?? '');
    }
    assert.equal(shown.size, 3);
  });

  it('the first result opens Hot Lines', async () => {
    await window.runCommand('View: Show Explorer');
    await window.profileFile('hot.js');
    await window.row(/\d\s%[^]*sum \+= Math/).waitFor();
  });
});
