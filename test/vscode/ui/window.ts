import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errors, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { makeScratch, removeScratch } from '../../support/scratch.ts';
import { startServer, type ServerOptions } from '../../vscode-host/server.ts';
import { openWorkbench, PATIENCE, untilReady, type WindowOptions } from '../../vscode-host/workbench.ts';
import { prepareWorkspace } from '../workspace.ts';

const extension = path.resolve(import.meta.dirname, '../../..');

/** The tests' own extension, as VS Code's list of what is installed has it: a window takes only one that is under development. */
const installed = {
  identifier: { id: 'test.start-anew' },
  version: '0.0.1',
  location: { $mid: 1, scheme: 'file', path: path.join(import.meta.dirname, 'start-anew') },
};

/** A window of VS Code with the extension under development, on a copy of the test workspace. */
export interface Window {
  readonly page: Page;
  readonly workspace: string;
  /** Where its user's settings are. */
  readonly userDataDir: string;
  /** Loads the window again by *Developer: Reload Window*, which keeps what is open. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A recording of a file's function that ran for a second, with white space behind it until it is as big as this. */
export function recordingText({ bytes = 0, url = 'file:///app.js' } = {}): string {
  const callFrame = { functionName: 'work', scriptId: '1', url, lineNumber: 0, columnNumber: 0 };
  const root = { id: 1, callFrame: { ...callFrame, functionName: '(root)', scriptId: '0', url: '' }, children: [2] };
  const samples = Array.from({ length: 1000 }, () => 2);
  const nodes = [root, { id: 2, callFrame, hitCount: samples.length }];
  const profile = { nodes, startTime: 0, endTime: 1e6, samples, timeDeltas: samples.map(() => 1000) };
  return JSON.stringify(profile).padEnd(bytes);
}

/**
 * Opens such a window. `folder`: opened as it is, in place of the copy of the test workspace. `files`: more files for it, by
 * name.
 */
export async function openWindow(
  options: ServerOptions & WindowOptions & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<Window> {
  const scratch = await makeScratch();
  const workspace = options.folder ?? (await prepareWorkspace(path.join(scratch, 'workspace')));
  await writeFiles(workspace, options.files ?? {});
  const extensionsDir = path.join(scratch, 'extensions');
  await writeFiles(extensionsDir, { 'extensions.json': JSON.stringify([installed]) });
  const server = await startServer({ ...options, extensionsDir });
  const windowOptions = { ...options, folder: workspace, extensionDevelopmentPath: [extension] };
  const { page, close } = await openWorkbench(server, windowOptions);
  return {
    page,
    workspace,
    userDataDir: server.userDataDir,
    reload: async () => {
      const loaded = page.waitForEvent('load');
      await runCommand(page, 'Developer: Reload Window');
      await loaded;
      await untilReady(page);
    },
    close: async () => {
      await close();
      await server.stop();
      await removeScratch(scratch);
    },
  };
}

/** Writes files into a folder, by name. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** After so long without what is wanted, a list is opened anew. */
const LOOK_AGAIN_MS = 5000;

const quickInput = (page: Page): Locator => page.locator('.quick-input-widget input');

/** The rows of the palette, or of whatever is asked there. */
export const choices = (page: Page, text: string | RegExp = ''): Locator =>
  page.locator('.quick-input-list .monaco-list-row', { hasText: text });

/** Types into the box of the palette that a key opens, and opens it anew where something else took the focus, which closes it. */
export async function typeInto(page: Page, key: string, typed: string): Promise<void> {
  do {
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
  } while (!(await quickInput(page).fill(typed, { timeout: LOOK_AGAIN_MS }).then(yes, no)));
}

/**
 * Takes the row with this label of a list that opens by a key. It holds the commands that were enabled, and the files that were
 * known, when it opened: it is opened again until the row is there.
 */
async function takeRow(page: Page, key: string, typed: string, label: string): Promise<void> {
  const exactly = new RegExp(`^${label.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`);
  const name = page.locator('.label-name', { hasText: exactly });
  const row = page.locator('.quick-input-list .monaco-list-row.focused', { has: name });
  do await typeInto(page, key, typed);
  while (!(await row.waitFor({ timeout: LOOK_AGAIN_MS }).then(yes, no)));
  await page.keyboard.press('Enter');
}

const yes = (): boolean => true;
const no = (error: unknown): boolean => {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
};

/**
 * Runs a command of the palette by its title. `asks`: it goes on to ask something, in a box with a title, or with this
 * choice.
 */
export async function runCommand(
  page: Page,
  title: string,
  { asks = false }: { readonly asks?: boolean | string } = {},
): Promise<void> {
  await takeRow(page, 'F1', `>${title}`, title);
  if (typeof asks === 'string') await choices(page, asks).waitFor();
  else if (asks) await page.locator('.quick-input-widget .quick-input-title', { hasText: /\S/ }).waitFor();
  else await quickInput(page).waitFor({ state: 'hidden' });
}

/** Opens a file of the workspace through *Go to File*. */
export async function openFile(page: Page, name: string): Promise<void> {
  await takeRow(page, 'Control+P', name, path.basename(name));
  await page.locator('.tab.active', { hasText: path.basename(name) }).waitFor();
}

/** Profiles a file as it is in front, and waits until the status bar tells a hot line of it. */
export async function profileFile(
  page: Page,
  name: string,
  hottest: string | RegExp = `${path.basename(name)}:`,
): Promise<void> {
  await openFile(page, name);
  await runCommand(page, 'Heatline: Profile Current File');
  await statusBar(page).filter({ hasText: hottest }).waitFor();
}

/** Takes an entry of the menu that is open: by key, as a menu takes no click in its first moment. */
export async function chooseInMenu(page: Page, text: string): Promise<void> {
  const entry = page.locator('.monaco-menu .action-item', { hasText: text });
  await entry.hover();
  await page.locator('.monaco-menu .action-item.focused', { hasText: text }).waitFor();
  await page.keyboard.press('Enter');
  await entry.waitFor({ state: 'detached' });
}

/** Draws a range of time, from one share of the recording's length to another. */
export async function drawRange(page: Page, from: number, to: number): Promise<void> {
  const box = await panelFrame(page).locator('.overview').boundingBox();
  if (!box) throw new Error('there is no overview');
  await page.mouse.move(box.x + box.width * from, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 12, { steps: 4 });
  await page.mouse.up();
}

/** How many pictures in the gutter have a name with this in it. */
export const picturesInGutter = (page: Page, name: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('.monaco-editor .margin .cgmr')].filter((element) =>
        getComputedStyle(element).backgroundImage.includes(wanted),
      ).length,
    name,
  );

/** What stands after the end of a line of an editor, with its colour. */
export const textsAfter = (line: Locator): Promise<{ text: string; color: string }[]> =>
  line.evaluate((element) =>
    [...element.querySelectorAll('span')]
      .map((span) => getComputedStyle(span, '::after'))
      .filter(({ content }) => content.startsWith('"'))
      .map(({ content, color }) => ({ text: content, color })),
  );

/** The pages of editors and panels that are there. */
export const pagesIn = (page: Page): Locator => page.locator('iframe.webview:not([src*="webviewView"])');

/** The flame graph's own document, inside the two frames of a webview. */
export function panelFrame(page: Page): FrameLocator {
  return pagesIn(page).contentFrame().frameLocator('#active-frame');
}

/** The document of *Findings*. */
export function findingsFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview[src*="webviewView"]').frameLocator('#active-frame');
}

/** Heatline's entry of the status bar. */
export const statusBar = (page: Page): Locator => page.locator('.statusbar-item[id*="heatline.status"]');

/** The same, as soon as its text is like this. */
export const untilStatus = (page: Page, text: string | RegExp): Promise<void> =>
  statusBar(page).filter({ hasText: text }).waitFor();

/** The rows of Heatline's views. */
export const rows = (page: Page, text: RegExp | string): Locator =>
  page.locator('.pane-body .monaco-list-row', { hasText: text });

/** Opens Heatline's container of the activity bar. */
export const openViews = (page: Page): Promise<void> =>
  page.locator('.activitybar .action-label[aria-label^="Heatline"]').click();

/** The hover over a line with heat. */
export const lineHover = (page: Page): Locator =>
  page.locator('.monaco-hover-content', { hasText: 'active time' }).first();

/**
 * Calls `read` until its result fits: a window is drawn piece by piece, and a view that VS Code loads anew in the
 * meantime cannot be read for a moment.
 */
export async function eventually<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      const value = await read();
      if (fits(value)) return value;
      if (Date.now() > end) throw new Error(`It stays ${JSON.stringify(value)}.`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What a window shows, for runs that nobody watches. */
export async function describeWindow(page: Page): Promise<string> {
  const textsOf = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();
  const parts = {
    tabs: await textsOf('.tab'),
    'status bar': await textsOf('.statusbar-item'),
    notifications: await textsOf('.notification-list-item'),
    palette: await textsOf('.quick-input-widget:not([style*="display: none"]) .monaco-list-row'),
    views: await textsOf('.pane-body .monaco-list-row'),
    'debug console': await textsOf('.repl .monaco-list-row'),
  };
  return Object.entries(parts)
    .map(([name, texts]) => `${name}: ${texts.map((text) => JSON.stringify(text.trim())).join(', ')}`)
    .join('\n');
}
