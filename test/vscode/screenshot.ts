// Takes the README's picture, `npm run build && npx tsx test/vscode/screenshot.ts`, and with `--walkthrough` those of the
// walkthrough: a real window, a dark theme, an example of this repository profiled, its heat in the editor and its flame graph.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { withScratch } from '../support/scratch.ts';
import { quietSettings } from '../vscode-host/settings.ts';
import { openWindow, type Window } from './ui/window.ts';

const root = path.resolve(import.meta.dirname, '../..');
const media = (name: string): string => path.join(root, 'media', `${name}.png`);
const isWalkthrough = process.argv.includes('--walkthrough');

const settings = {
  ...quietSettings,
  'workbench.colorTheme': 'Default Dark Modern',
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.minimap.enabled': false,
  'editor.lightbulb.enabled': 'off',
  'breadcrumbs.enabled': false,
  'workbench.activityBar.location': 'default',
};

/** Shows the flame graph beside the editor, and waits until the layout has moved and the panel is drawn anew. */
async function showFlameGraph(window: Window): Promise<void> {
  await window.runCommand('Heatline: Show Flame Graph');
  await window.panel.locator('.table-row[id]').first().waitFor();
  await window.runCommand('View: Hide Panel');
  await window.page.waitForTimeout(2000);
}

await withScratch(async (scratch) => {
  // A copy, away from the loaders of this repository: its TypeScript then runs as it would for a user without any.
  const folder = path.join(scratch, 'examples');
  await cp(path.join(root, 'examples'), folder, { recursive: true });
  const viewport = isWalkthrough ? { width: 1300, height: 760 } : { width: 1560, height: 800 };
  const window = await openWindow({ folder, settings, viewport });
  try {
    const { page } = window;
    const cut = async (name: string, x: number, width: number, height: number): Promise<void> => {
      await page.screenshot({ path: media(`walkthrough/${name}`), clip: { x, y: 36, width, height } });
    };
    await window.profileFile('orders/main.ts', /%/);
    await window.runCommand('View: Close All Editors');
    await window.openFile(isWalkthrough ? 'orders/report.ts' : 'orders/money.ts');
    if (isWalkthrough) {
      await window.runCommand('View: Hide Panel');
      await page.waitForTimeout(2000);
      await cut('heat', 350, 860, 420);
      await cut('hot-lines', 0, 352, 700);
    }
    await showFlameGraph(window);
    await page.mouse.move(700, 500);
    if (isWalkthrough) await cut('flame-graph', 824, 476, 560);
    else await page.screenshot({ path: media('screenshot') });
  } finally {
    await window.close();
  }
});
