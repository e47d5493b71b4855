// Takes the README's picture: `npm run build && npx tsx test/vscode/screenshot.ts [example [file to show]]`. A real window, a
// dark theme, an example of this repository profiled, its heat in the editor and its flame graph beside.
import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeScratch, removeScratch } from '../support/scratch.ts';
import { quietSettings } from '../vscode-host/settings.ts';
import { openFile, openWindow, panelFrame, profileFile, runCommand } from './ui/window.ts';

const root = path.resolve(import.meta.dirname, '../..');
const picture = path.join(root, 'media/screenshot.png');
const largestBytes = 300_000;

const settings = {
  ...quietSettings,
  'workbench.colorTheme': 'Default Dark Modern',
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'editor.lightbulb.enabled': 'off',
  'breadcrumbs.enabled': false,
  'workbench.activityBar.location': 'default',
};

async function takePicture(program: string, shown: string): Promise<void> {
  // A copy, away from the loaders of this repository: its TypeScript then runs as it would for a user without any.
  const scratch = await makeScratch();
  const folder = path.join(scratch, 'examples');
  await cp(path.join(root, 'examples'), folder, { recursive: true });
  const window = await openWindow({ folder, settings, viewport: { width: 1560, height: 800 } });
  try {
    const { page } = window;
    await profileFile(page, program, /%/);
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, shown);
    await runCommand(page, 'Heatline: Show Flame Graph');
    await panelFrame(page).locator('.table-row[id]').first().waitFor();
    await runCommand(page, 'View: Hide Panel');
    await page.waitForTimeout(2000); // the layout has moved; the panel draws anew
    await page.mouse.move(700, 500);
    await page.screenshot({ path: picture });
  } finally {
    await window.close();
    await removeScratch(scratch);
  }
}

const [program = 'orders/main.ts', shown = 'orders/money.ts'] = process.argv.slice(2);
await takePicture(program, shown);
const { size } = await stat(picture);
console.log(`${picture}: ${size} bytes`);
if (size > largestBytes) throw new Error(`The picture is larger than ${largestBytes} bytes.`);
