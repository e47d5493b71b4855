import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { startServer, type ServerOptions } from '../../vscode-host/server.ts';
import { openWorkbench, untilReady, type WindowOptions } from '../../vscode-host/workbench.ts';
import { prepareWorkspace } from '../workspace.ts';

const extension = path.resolve(import.meta.dirname, '../../..');

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
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'heatline-window-'));
  const workspace = options.folder ?? (await prepareWorkspace(path.join(scratch, 'workspace')));
  for (const [name, text] of Object.entries(options.files ?? {})) await writeFile(path.join(workspace, name), text);
  const server = await startServer(options);
  const windowOptions = { ...options, folder: workspace, extensionDevelopmentPath: [extension] };
  const { page, close } = await openWorkbench(server, windowOptions);
  return {
    page,
    workspace,
    userDataDir: server.userDataDir,
    reload: async () => {
      const loaded = page.waitForEvent('load', { timeout: 60_000 });
      await runCommand(page, 'Developer: Reload Window');
      await loaded;
      await untilReady(page);
    },
    close: async () => {
      await close();
      await server.stop();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Runs a command of the palette by its title. The palette lists the commands that are enabled when it opens, so it is
 * reopened for each attempt; `asks`: the command goes on to ask something, in a box with a title. A click on a row that is just being redrawn does nothing and leaves the palette open.
 */
export async function runCommand(page: Page, title: string, { asks = false } = {}): Promise<void> {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
  for (let attempt = 1; ; attempt++) {
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input');
    await input.waitFor({ state: 'visible' });
    await input.fill(`>${title}`);
    try {
      await row.click({ timeout: 5000 });
      if (asks)
        await page.locator('.quick-input-widget .quick-input-title', { hasText: /\S/ }).waitFor({ timeout: 5000 });
      else await input.waitFor({ state: 'hidden', timeout: 5000 });
      return;
    } catch (error) {
      if (attempt === 6) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Opens a file of the workspace through *Go to File*. */
export async function openFile(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+P');
  const input = page.locator('.quick-input-widget input');
  await input.waitFor({ state: 'visible' });
  await input.fill(name);
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: path.basename(name) })
    .first()
    .click();
  await page.locator('.tab.active', { hasText: path.basename(name) }).waitFor();
}

/** The flame graph's own document, inside the two frames of a webview. */
export function panelFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview:not([src*="webviewView"])').frameLocator('#active-frame');
}

/** The document of *Findings*. */
export function findingsFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview[src*="webviewView"]').frameLocator('#active-frame');
}

/** Heatline's entry of the status bar. */
export const statusBar = (page: Page): ReturnType<Page['locator']> =>
  page.locator('.statusbar-item[id*="heatline.status"]');

/** Opens Heatline's container of the activity bar. */
export const openViews = (page: Page): Promise<void> =>
  page.locator('.activitybar .action-label[aria-label^="Heatline"]').click();

/** The hover over a line with heat. */
export const lineHover = (page: Page): ReturnType<Page['locator']> =>
  page.locator('.monaco-hover-content', { hasText: 'active time' }).first();

/** Lets the window settle, and keeps a picture of it in the folder that HEATLINE_PICTURES names, if there is one. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(1000); // also without a picture: a menu that was just opened takes no click
  const folder = process.env.HEATLINE_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

/**
 * Calls `read` until its result fits: a window is drawn piece by piece, and a view that VS Code loads anew in the
 * meantime cannot be read for a moment.
 */
export async function eventually<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      const value = await read();
      if (fits(value) || Date.now() > end) return value;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Prints what the window shows when a test of the suite or its setup fails, for runs that nobody watches. */
export function tellFailures(windowNow: () => Window | undefined): void {
  const tell = async (): Promise<void> => {
    const page = windowNow()?.page;
    if (!page) return; // it did not open, and its own error says why
    console.log(await describeWindow(page).catch((error: unknown) => `The window gives no answer: ${String(error)}`));
  };
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await tell();
  });
  after(async function () {
    if (this.test?.parent?.tests.every(({ state }) => state === undefined)) await tell();
  });
}

async function describeWindow(page: Page): Promise<string> {
  const textsOf = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();
  const parts = {
    tabs: await textsOf('.tab'),
    'status bar': await textsOf('.statusbar-item'),
    notifications: await textsOf('.notification-list-item'),
    palette: await textsOf('.quick-input-widget:not([style*="display: none"]) .monaco-list-row'),
    'debug console': await textsOf('.repl .monaco-list-row'),
  };
  return Object.entries(parts)
    .map(([name, texts]) => `${name}: ${texts.map((text) => JSON.stringify(text.trim())).join(', ')}`)
    .join('\n');
}
