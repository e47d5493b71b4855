import assert from 'node:assert/strict';
import { compareRuns, compareStacks } from '../../src/compare/index.ts';
import type { Analysis } from '../../src/core/index.ts';
import { buildPanelModel, type PanelChanges } from '../../src/panel/index.ts';
import { contributedColors } from '../support/contributed-colors.ts';
import { changedRuns, noTexts } from '../support/changed-runs.ts';
import type { PanelOptions } from './panel-page.ts';
import { usePanel } from './use-panel.ts';
import type { ThemeName } from './themes.ts';

const then = changedRuns([300, 303, 298, 301, 299], { gone: 60 });
const now = changedRuns([150, 152, 149, 151, 148], { added: 60 });

function changesOf(former: readonly Analysis[], later: readonly Analysis[]): PanelChanges {
  const { functions, nodes } = compareStacks(former, later, { texts: noTexts });
  const { lines, runs } = compareRuns(former, later, { texts: noTexts });
  return {
    since: 'main.js',
    canRunAgain: true,
    runs,
    functions: functions.map(({ name, line, row }) => ({ name, place: `${name}.js:${line}`, row })),
    nodes,
    rows: lines
      .filter(({ verdict }) => verdict !== 'unclear')
      .map((row) => ({
        ...row,
        kind: 'line',
        place: `${row.name}.js:${row.line ?? row.beforeLine}`,
        function: 1,
        line: 0,
      })),
  };
}

const changed = changesOf(then, now);

const colorNames: Readonly<Record<ThemeName, 'dark' | 'light' | 'highContrast' | 'highContrastLight'>> = {
  dark: 'dark',
  light: 'light',
  contrast: 'highContrast',
  contrastLight: 'highContrastLight',
};

describe('changes in the panel', () => {
  const panel = usePanel();
  const open = async (changes: PanelChanges, options: PanelOptions = {}): Promise<void> => {
    await panel.open(undefined, options);
    await panel.page.evaluate(
      (colors) => {
        for (const [id, color] of colors)
          document.documentElement.style.setProperty(`--vscode-${id.replace('.', '-')}`, color);
      },
      [...contributedColors()].map(([id, colors]) => [id, colors[colorNames[options.theme ?? 'dark']]]),
    );
    await panel.send(buildPanelModel(now[0], 1, ({ path: file }) => file.replace('/app/', '')));
    await panel.post({ type: 'changes', changes, open: true });
  };
  const box = (name: RegExp) => panel.page.getByRole('treeitem', { name });

  it('are a box for each stack, coloured only where it is beyond the noise, told to screen readers too', async () => {
    await open(changed);
    await box(/^slow: faster, −5\d\s% \(.*\), 300\sms → 150\sms in each run$/).waitFor();
    assert.match((await box(/^slow/).getAttribute('class')) ?? '', /faster-3/);
    assert.match(await box(/^slow/).innerText(), /^▼ slow/);
    assert.doesNotMatch((await box(/^rest: no clear change/).getAttribute('class')) ?? '', /slower|faster/);
    await box(/^added: new/).waitFor();
    assert.equal(await box(/^gone/).count(), 0);
  });

  it('have widths by before and by change, in which what is gone is seen', async () => {
    await open(changed);
    for (const name of ['Before', 'Change']) {
      await panel.page.getByRole('radio', { name, exact: true }).click();
      await box(/^gone: faster, −100\s%/).waitFor();
    }
    await panel.page.getByRole('radio', { name: 'After', exact: true }).click();
    await box(/^gone/).waitFor({ state: 'detached' });
  });

  it('are walked through by keys, and zoomed', async () => {
    await open(changed);
    await box(/^All active time/).focus();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    const focused = panel.page.locator('[role=treeitem]:focus');
    await panel.page.waitForFunction(() => document.activeElement?.getAttribute('aria-level') === '3');
    assert.match((await focused.getAttribute('aria-label')) ?? '', /^rest/);
    await panel.page.keyboard.press('ArrowRight');
    await panel.page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('slow'));
    assert.match(await panel.page.locator('.changes-details').innerText(), /^slow: faster/);
    await panel.page.keyboard.press('Enter');
    await panel.settle();
    const width = async (): Promise<number> => (await box(/^slow/).boundingBox())?.width ?? 0;
    const whole = (await panel.page.locator('.changes-boxes').boundingBox())?.width ?? 0;
    assert.ok(Math.abs((await width()) - whole) < 1);
    await panel.page.keyboard.press('Escape');
    await panel.page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length > 4);
  });

  it('have a table of the biggest clear changes, which leads to the code', async () => {
    await open(changed);
    const rows = panel.page.locator('.changes-table tbody tr');
    assert.match(await rows.first().innerText(), /▼ −5\d\s%\s+slow\.js:5 slow\s+−5\d\s% … −4\d\s%\s+300\sms\s+150\sms/);
    await rows.first().getByRole('button').click();
    const reveal = await panel.waitForMessage('reveal');
    assert.ok(reveal.type === 'reveal' && reveal.line === 0);
  });

  it('lead back to the flame graph, and from there again here', async () => {
    await open(changed);
    await panel.page.getByRole('button', { name: 'Flame Graph' }).click();
    await panel.page.locator('.flame-canvas').waitFor();
    await panel.page.getByRole('button', { name: 'Changes' }).click();
    await box(/^slow/).waitFor();
    await panel.post({ type: 'changes' });
    await panel.page.locator('.flame-canvas').waitFor();
    assert.equal(await panel.page.getByRole('button', { name: 'Changes' }).count(), 0);
  });

  it('have no colours for single runs, and say what to do', async () => {
    await open(changesOf(then.slice(0, 1), now.slice(0, 1)));
    await box(/^slow: .*one run on a side says nothing/).waitFor();
    assert.equal(await panel.page.locator('.changes-boxes [class*=faster], .changes-boxes [class*=slower]').count(), 0);
    await panel.page.getByRole('button', { name: 'Profile Again ×5' }).click();
    await panel.waitForMessage('profileAgainTimes');
  });

  it('are readable at 900 px in four themes', async () => {
    for (const theme of Object.keys(colorNames) as ThemeName[]) {
      await open(changed, { theme, width: 900, height: 500 });
      await box(/^slow/).waitFor();
      const overflow = await panel.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${overflow} px are cut off`);
    }
  });
});
