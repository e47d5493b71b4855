import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { colors } from '../../../src/extension/contributed-names.ts';
import { defaultColors } from '../../support/palette.ts';
import { fixPackage, preparePackage } from '../real-package.ts';
import {
  eventually,
  lineHover,
  openFile,
  openWindow,
  panelFrame,
  runCommand,
  statusBar,
  takePicture,
  tellFailures,
  type Window,
} from './window.ts';

const themes = [
  ['Default Dark Modern', 'dark'],
  ['Default Light Modern', 'light'],
  ['Default High Contrast', 'highContrast'],
  ['Default High Contrast Light', 'highContrastLight'],
] as const;

/** A colour as a browser tells it. */
const rgbOf = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

describe('In the window, after a slow function of a real package was fixed', () => {
  let window: Window;
  let folder: string;

  before(async function () {
    this.timeout(240_000);
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-package-'));
    await preparePackage(folder);
    window = await openWindow({ folder, viewport: { width: 1500, height: 1000 } });
    await openFile(window.page, 'suggest.js');
    await runCommand(window.page, 'Heatline: Profile Current File');
    await statusBar(window.page).filter({ hasText: 'levenshtein.js:' }).waitFor();
  });

  tellFailures(() => window);

  after(async () => {
    await window?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const rows = (text: RegExp | string): Locator =>
    window.page.locator('.pane-body .monaco-list-row', { hasText: text });

  /** *Profile Again ×5…*, asked for five; until its answer is in the Debug Console for the `nth` time. */
  async function profileAgain(nth: number): Promise<void> {
    const { page } = window;
    await runCommand(page, 'Heatline: Profile Again ×5…', { asks: true });
    await page.keyboard.press('Enter');
    await eventually(
      () => rows(/5.runs/).count(),
      (count) => count >= nth,
    );
  }

  const picture = (name: string): Promise<void> => takePicture(window.page, name);

  it('a single run has nothing to be compared with, and the view says what to do', async () => {
    await picture('0-first');
    const welcome = window.page.locator('.welcome-view-content', { hasText: 'first of its program' });
    await welcome.waitFor();
    await welcome.locator('.monaco-button', { hasText: 'Profile Again ×5' }).waitFor();
    await picture('1-first');
  });

  it('five more runs of the unchanged program tell no change', async function () {
    this.timeout(120_000);
    await profileAgain(1);
    await rows(/Whole: /).waitFor();
    await picture('2-same');
  });

  it('the fixed line is told to be faster: in the view, in the gutter, at its end and in its hover', async function () {
    this.timeout(120_000);
    const { page } = window;
    await fixPackage(folder);
    await profileAgain(2);
    await rows(/Whole: −\d+/).waitFor();
    const line = rows(/−\d+\s%\s+levenshtein\.js:6\d/).first();
    await line.waitFor();
    await picture('3-fixed');
    await line.click();
    const code = page.locator('.view-line', { hasText: 'isSameLetter(str1' }).first();
    await code.waitFor();
    await rows(/%\s+▼\s−\d+\s%\s+.*isSameLetter/)
      .first()
      .waitFor();
    await picture('4-editor');
    const texts = (): Promise<string> =>
      code.evaluate((element) =>
        [...element.querySelectorAll('span')].map((span) => getComputedStyle(span, '::after').content).join(' '),
      );
    assert.match(await eventually(texts, (text) => text.includes('▼')), /%.*▼\s−\d+\s%\s\(−\d+\s%\s…\s−\d+\s%\)/);
    const triangles = (): Promise<number> =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('.monaco-editor .margin .cgmr')].filter((element) =>
            getComputedStyle(element).backgroundImage.includes('change-faster'),
          ).length,
      );
    assert.ok((await eventually(triangles, (count) => count > 0)) > 0);
    await code.getByText('strCmp').first().hover();
    const hover = lineHover(page);
    await hover.waitFor();
    assert.match(await hover.innerText(), /Since suggest\.js:\s+Faster: −\d+/);
    await picture('5-hover');
    await page.keyboard.press('Escape');
  });

  it('two selected recordings are compared from their menu, the earlier as before', async () => {
    const { page } = window;
    const recordings = rows('suggest.js').filter({ hasText: 'active' });
    // The click opens it; what is compared while it is read takes its place.
    await recordings.nth(2).click();
    await recordings.nth(0).click({ modifiers: ['Control'] });
    await recordings.nth(0).click({ button: 'right' });
    await picture('5a-menu');
    await page.locator('.monaco-menu .action-item', { hasText: 'Compare Selected' }).click();
    await rows(/Whole: .*1 against 3/).waitFor();
    await page.locator('.tree-explorer-viewlet-tree-view .message', { hasText: 'One run says nothing' }).waitFor();
    await picture('5b-selected');
    await recordings.nth(1).click();
    await rows(/Whole: /).waitFor();
    await recordings.nth(0).click({ button: 'right' });
    await picture('5c-menu');
    await page.locator('.monaco-menu .action-item', { hasText: 'Compare with…' }).click();
    await picture('5d-pick');
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: /5.runs/ })
      .first()
      .click();
    await rows(/Whole: −\d+.*5 against 3/).waitFor();
  });

  it('the panel shows what got faster as a flame graph', async () => {
    const { page } = window;
    await runCommand(page, 'Heatline: Show Changes as Flame Graph');
    const box = panelFrame(page)
      .getByRole('treeitem', { name: /get: faster, −\d+\s%/ })
      .first();
    await box.waitFor();
    assert.match((await box.getAttribute('class')) ?? '', /faster-3/);
    await panelFrame(page).locator('.changes-table tbody tr', { hasText: 'levenshtein.js:6' }).first().waitFor();
    await picture('6-panel');
  });

  it('is seen in four themes at 900 px, with the Debug Console open', async function () {
    this.timeout(120_000);
    const { page } = window;
    await page.setViewportSize({ width: 900, height: 1000 });
    await mkdir(path.join(folder, '.vscode'), { recursive: true });
    for (const [name, kind] of themes) {
      const settings = { 'workbench.colorTheme': name, 'editor.minimap.enabled': false };
      await writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(settings));
      const wanted = rgbOf(defaultColors().get(colors.fasterText)?.[kind] ?? '');
      const shown = (): Promise<string[]> =>
        page.evaluate(() =>
          [...document.querySelectorAll('.view-line span')]
            .filter((span) => getComputedStyle(span, '::after').content.includes('▼'))
            .map((span) => getComputedStyle(span, '::after').color),
        );
      const found = await eventually(shown, (all) => all.includes(wanted));
      assert.ok(found.includes(wanted), `${name}: ${found.join()} instead of ${wanted}`);
      await picture(`7-${kind}`);
      const code = page.locator('.view-line', { hasText: 'isSameLetter(str1' }).first();
      await code.getByText('strCmp').first().hover();
      const hover = lineHover(page);
      await hover.waitFor();
      await picture(`8-${kind}-hover`);
      await page.mouse.move(5, 5);
      await hover.waitFor({ state: 'hidden' });
    }
  });
});
