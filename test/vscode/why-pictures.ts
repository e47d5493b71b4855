// Takes the pictures of docs/why.md and of timed calls, `npm run build && npx tsx test/vscode/why-pictures.ts [FOLDER]`: a real window,
// in a light and a dark theme, and programs with known answers.
import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { withScratch } from '../support/scratch.ts';
import { SLOW_RECORDS } from '../support/slow-records.ts';
import { quietSettings } from '../vscode-host/settings.ts';
import { eventually, openWindow, type Window, writeFiles } from './ui/window.ts';

const root = path.resolve(import.meta.dirname, '../..');
const pictures = path.resolve(process.argv[2] ?? path.join(root, 'docs/pictures'));
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

const settings = {
  ...quietSettings,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.minimap.enabled': false,
  'editor.lightbulb.enabled': 'off',
  'breadcrumbs.enabled': false,
};

const NUMBERS = `function parse(text) {
  return text.split(',').map(Number);
}
const lines = Array.from({ length: 60 }, (_, i) => Array(1000 * (1 + (i % 7))).fill(i).join());
let sum = 0;
for (const line of lines) sum += parse(line).length;
console.log(sum, 'numbers');
`;

/** Keeps a picture of the window from its top, or of what is right of the side bar. */
type Keep = (name: string, height: number, isEditorOnly?: boolean) => Promise<void>;

/** A hot line with its reason, in the hover. */
async function hover(window: Window, keep: Keep): Promise<void> {
  await window.profileFile('records.js');
  await window.runCommand('Heatline: Why Is This Slow?');
  await window.findings.getByText(/deleted, records\.js:4/).waitFor();
  await window.runCommand('View: Hide Panel');
  await window.openFile('records.js');
  await window.hoverOver(window.line('sum += record.value').locator('span', { hasText: 'value' }));
  await keep('why', 480);
  await window.page.keyboard.press('Escape');
}

/** The family of objects that the whole program reads slowly, among the findings. */
async function family(window: Window, keep: Keep): Promise<void> {
  await window.profileFile('families.cjs');
  await window.runCommand('Heatline: Why Is This Slow?');
  await window.findings.getByText(/reads objects made by/).waitFor();
  await window.runCommand('View: Hide Panel');
  for (const folded of ['Hot Lines', 'Recordings'])
    await window.page.locator('.pane-header', { hasText: folded }).click({ position: { x: 20, y: 10 } });
  await window.page.mouse.move(1000, 20);
  await keep('family', 560);
}

/** The same program in the colours of tiers. */
async function tiers(window: Window, keep: Keep): Promise<void> {
  await window.runCommand('View: Close All Editors');
  await window.runCommand('Heatline: Show Flame Graph');
  await window.panel.locator('.table-row[id]').first().waitFor();
  await window.panel.getByLabel('Colour by').selectOption('tier');
  await keep('tiers', 620, true);
  await window.runCommand('View: Close All Editors');
}

async function timedCalls(window: Window, keep: Keep): Promise<void> {
  await window.openFile('numbers.js');
  await window.runCommand('Heatline: Time Calls of This Function');
  const folder = path.join(window.workspace, '.heatline');
  const kept = await eventually(
    async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.calls.json')),
    ([name]) => name !== undefined,
  );
  await window.runCommand('View: Close All Editors');
  await cp(path.join(folder, kept[0]), path.join(window.workspace, 'numbers.calls.json'));
  await window.openFile('numbers.calls.json');
  await window.runCommand('View: Hide Panel');
  await window.panel.locator('.table-row[id]', { hasText: 'parse' }).first().waitFor();
  await keep('timed-calls', 620, true);
}

await mkdir(pictures, { recursive: true });
for (const [name, theme] of Object.entries(themes)) {
  await withScratch(async (scratch) => {
    const folder = path.join(scratch, 'programs');
    await writeFiles(folder, { 'records.js': SLOW_RECORDS, 'numbers.js': NUMBERS });
    await cp(path.join(root, 'test/accuracy/why/programs/families.cjs'), path.join(folder, 'families.cjs'));
    const viewport = { width: 1200, height: 800 };
    const window = await openWindow({ folder, settings: { ...settings, 'workbench.colorTheme': theme }, viewport });
    const keep: Keep = async (picture, height, isEditorOnly) => {
      await window.page.waitForTimeout(2000); // the layout has moved, and what it shows is drawn anew
      const x = isEditorOnly ? 352 : 0;
      const file = path.join(pictures, `${picture}-${name}.png`);
      await window.page.screenshot({ path: file, clip: { x, y: 0, width: viewport.width - x, height } });
    };
    try {
      for (const take of [hover, family, tiers, timedCalls]) await take(window, keep);
    } finally {
      await window.close();
    }
  });
}
