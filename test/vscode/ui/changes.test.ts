import assert from 'node:assert/strict';
import path from 'node:path';
import { colors } from '../../../src/extension/contributed-names.ts';
import { contributedColors } from '../../support/contributed-colors.ts';
import { fixPackage, preparePackage } from '../real-package.ts';
import { useWindow } from './use-window.ts';
import { eventually, textsAfter } from './window.ts';

/** A colour as a browser tells it. */
const rgbOf = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

describe('In the window, after a slow function of a real package was fixed', () => {
  const theme = { 'workbench.colorTheme': 'Default Dark Modern' };
  const window = useWindow({ settings: { ...theme, 'editor.minimap.enabled': false } });
  const folder = (): string => path.join(window.workspace, 'package');
  const row = (text: RegExp | string) => window.row(text);
  const code = () => window.line('isSameLetter(str1');

  before(async () => {
    await preparePackage(folder());
    await window.profileFile('suggest.js', 'levenshtein.js:');
  });

  const welcome = () => window.page.locator('.welcome-view-content', { hasText: 'first of its program' });

  async function profileAgain(): Promise<void> {
    await window.runCommand('Heatline: Profile Again ×5…', { asks: true });
    await window.pressInBox('Enter');
  }

  it('a single run has nothing to be compared with, and the view says what to do', async () => {
    await window.page.locator('.pane-header', { hasText: /^Changes$/ }).click(); // folded where it has nothing to show
    await welcome().waitFor();
    await welcome().locator('.monaco-button', { hasText: 'Profile Again ×5' }).waitFor();
  });

  it('five more runs of the unchanged program are compared with it', async () => {
    await profileAgain();
    await row(/5.runs/).waitFor();
    await row(/Whole: /).waitFor();
  });

  it('the fixed line is told to be faster: in the view, in the gutter, at its end and in its hover', async () => {
    await fixPackage(folder());
    await profileAgain(); // which ends as soon as the answer is clear
    await row(/Whole: −\d+/).waitFor();
    await row(/−\d+\s%\s+levenshtein\.js:6\d/).click();
    await code().waitFor();
    await row(/%\s+▼\s−\d+\s%\s+.*isSameLetter/).waitFor();
    const green = rgbOf(contributedColors().get(colors.fasterText)?.dark ?? '');
    await eventually(
      () => textsAfter(code()),
      (texts) => texts.some(({ text, color }) => color === green && /▼\s−\d+\s%\s\(−\d+\s%\s…\s−\d+\s%\)/.test(text)),
    );
    await window.untilInGutter('change-faster');
    assert.match(await window.hoverOver(code().getByText('strCmp')), /Since suggest\.js:\s+Faster: −\d+/);
    await window.page.keyboard.press('Escape');
  });

  it('two selected recordings are compared from their menu, the earlier as before', async () => {
    const recordings = window.rows('suggest.js').filter({ hasText: 'active' });
    await recordings.nth(2).click();
    await welcome().waitFor(); // it is open, alone: the views have moved
    await recordings.nth(0).click({ modifiers: ['Control'] });
    await window.chooseInMenuOf(recordings.nth(0), 'Compare Selected');
    await row(/Whole: .*1 against \d/).waitFor();
    await window.page
      .locator('.tree-explorer-viewlet-tree-view .message', { hasText: 'One run says nothing' })
      .waitFor();
    await recordings.nth(1).click();
    // Else it is shown while something is to be chosen, which ends that.
    await row(/Whole: .*1 against 5/).waitFor();
    await window.chooseInMenuOf(recordings.nth(0), 'Compare with…');
    await window.choice(/5.runs/).click();
    await row(/Whole: −\d+.*5 against \d/).waitFor();
  });

  it('the panel colours the flame graph by what got faster, and tells by how much', async () => {
    await window.runCommand('Heatline: Show Changes as Flame Graph');
    // A narrow panel does not show it.
    await window.panel.locator('.legend', { hasText: '▼ faster' }).waitFor({ state: 'attached' });
    await window.panel.locator('.table-row', { hasText: 'levenshtein.js' }).first().click();
    await window.panel.locator('.details-text', { hasText: /Since suggest\.js: Faster: −\d+\s%/ }).waitFor();
  });
});
