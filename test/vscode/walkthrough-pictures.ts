// Takes the walkthrough's pictures: `npm run build && npx tsx test/vscode/walkthrough-pictures.ts`. A real window, an example of
// this repository profiled, and cuts of what it shows.
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { makeScratch, removeScratch } from '../support/scratch.ts';
import { quietSettings } from '../vscode-host/settings.ts';
import { openFile, openWindow, panelFrame, profileFile, runCommand } from './ui/window.ts';

const root = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(root, 'media/walkthrough');
const settings = {
  ...quietSettings,
  'workbench.colorTheme': 'Default Dark Modern',
  'editor.minimap.enabled': false,
  'editor.lightbulb.enabled': 'off',
  'breadcrumbs.enabled': false,
};

const scratch = await makeScratch();
const folder = path.join(scratch, 'examples');
await mkdir(pictures, { recursive: true });
await cp(path.join(root, 'examples'), folder, { recursive: true });
const window = await openWindow({ folder, settings, viewport: { width: 1300, height: 760 } });
const { page } = window;
try {
  await profileFile(page, 'orders/main.ts', /%/);
  await runCommand(page, 'View: Hide Panel');
  await runCommand(page, 'View: Close All Editors');
  await openFile(page, 'orders/report.ts');
  await page.waitForTimeout(2000);
  await page.screenshot({ path: path.join(pictures, 'heat.png'), clip: { x: 350, y: 36, width: 860, height: 420 } });
  await page.screenshot({ path: path.join(pictures, 'hot-lines.png'), clip: { x: 0, y: 36, width: 352, height: 700 } });
  await runCommand(page, 'Heatline: Show Flame Graph');
  await panelFrame(page).locator('.table-row[id]').first().waitFor();
  await page.waitForTimeout(2000);
  await page.screenshot({
    path: path.join(pictures, 'flame-graph.png'),
    clip: { x: 824, y: 36, width: 476, height: 560 },
  });
} finally {
  await window.close();
  await removeScratch(scratch);
}
