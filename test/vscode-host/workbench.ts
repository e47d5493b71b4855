import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { makeScratch, removeScratch } from '../support/scratch.ts';
import { PATIENCE } from '../support/until.ts';
import { chromiumArgs, findChromium } from './chromium.ts';
import type { Server } from './server.ts';

/** What a window is opened on. */
export interface WindowOptions {
  readonly folder?: string;
  readonly extensionDevelopmentPath?: readonly string[];
  readonly extensionTestsPath?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface Workbench {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** The address of a window. Its payload holds what desktop VS Code gets as command line flags. */
export function workbenchUrl(server: Pick<Server, 'url'>, options: WindowOptions): string {
  const url = new URL(server.url);
  const remote = (file: string): string => `vscode-remote://${url.host}${encodeURI(path.resolve(file))}`;
  const payload = (options.extensionDevelopmentPath ?? []).map((file) => ['extensionDevelopmentPath', remote(file)]);
  if (options.extensionTestsPath) payload.push(['extensionTestsPath', remote(options.extensionTestsPath)]);
  if (options.folder) url.searchParams.set('folder', path.resolve(options.folder));
  else url.searchParams.set('ew', 'true'); // else the server opens the last folder again
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** A browser window of its own profile, nothing loaded yet. */
export async function openBrowser(options: WindowOptions = {}): Promise<Workbench> {
  const profile = await makeScratch();
  const context = await chromium.launchPersistentContext(profile, {
    ...(await findChromium()),
    viewport: options.viewport ?? { width: 1600, height: 900 },
    args: [...chromiumArgs],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  // Code compiled by tsx calls this helper, even in functions that are sent to the page.
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript('globalThis.__name = (value) => value');
  const close = async (): Promise<void> => {
    await context.close().catch(() => undefined);
    await removeScratch(profile);
  };
  return { page: context.pages().at(0) ?? (await context.newPage()), close };
}

/** Opens the workbench and waits until it is drawn and has loaded what the extensions contribute. */
export async function openWorkbench(server: Server, options: WindowOptions): Promise<Workbench> {
  const workbench = await openBrowser(options);
  try {
    await workbench.page.goto(workbenchUrl(server, options), { waitUntil: 'load' });
    await untilReady(workbench.page);
    return workbench;
  } catch (error) {
    await workbench.close();
    throw error;
  }
}

/** Waits until a window that was just loaded is ready to be used. */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForSelector('.monaco-workbench .part.statusbar');
  // Drawn is not ready: commands and debug types of extensions are known only after the first mark, and the services
  // that start late (debugging: F5 before that only opens the Run view) only after the second.
  for (const mark of ['code/didLoadExtensions', 'code/LifecyclePhase/Eventually']) {
    await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark);
  }
}
