import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { keepPicture } from '../../support/browser.ts';
import type { Settings } from '../../vscode-host/settings.ts';
import { describeWindow, openWindow, runCommand, type Window, writeFiles } from './window.ts';

const defaultSize = { width: 1500, height: 1100 };

interface SuiteOptions {
  /** Of the workspace. */
  readonly settings?: Settings;
  readonly size?: typeof defaultSize;
  /** More files for the workspace, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** For what happens only once: a window that nothing was done in yet. */
  readonly isNew?: boolean;
}

interface SharedWindow extends Window {
  /** How many suites have had it. */
  suites: number;
  /** A test failed in it: nobody knows what state it is in. */
  isSpoilt?: boolean;
  /** Every setting that one of them has asked for: the next one that does not gets its default. */
  readonly settings: Set<string>;
}

let shared: Promise<SharedWindow> | undefined;

// Of the process as a whole: mocha loads this module before any suite is described.
after(closeShared);

async function closeShared(): Promise<void> {
  const window = await shared;
  shared = undefined;
  await window?.close();
}

/**
 * The window for the tests of the suite that calls this: one for all suites of the process, brought back to where it was at
 * its start, with Heatline's views in sight and its recordings forgotten. When a test fails, what the window shows is printed,
 * the tests behind it, which build on it, are left out, and the next suite gets a new window.
 */
export function useWindow(options: SuiteOptions = {}): Window {
  let window: SharedWindow | undefined;
  before(async function () {
    this.test?.parent?.bail(true);
    const [opened, suite] = await prepare(options);
    window = opened;
    if (!options.isNew) await startAnew(opened.page, suite);
  });
  afterEach(function () {
    if (window && this.currentTest?.state === 'failed') window.isSpoilt = true;
  });
  return asWindow(() => window);
}

/** The same for a window of its own, opened by `open` and closed after the suite. */
export function useOwnWindow(open: () => Promise<Window>): Window {
  let window: Window | undefined;
  before(async () => {
    window = await open();
  });
  const shown = asWindow(() => window);
  after(() => window?.close());
  return shown;
}

/** The shared window, with what this suite wants written down for it, and the number of the suite. */
async function prepare(options: SuiteOptions): Promise<[SharedWindow, number]> {
  const { settings = {}, size = defaultSize, files = {}, isNew } = options;
  const before = await shared;
  if (before?.isSpoilt || (isNew && before?.suites)) await closeShared();
  shared ??= openWindow({ viewport: size }).then((opened) => ({ ...opened, suites: 0, settings: new Set<string>() }));
  const window = await shared;
  const suite = ++window.suites;
  await window.page.setViewportSize(size);
  await writeFiles(window.workspace, files);
  for (const name of Object.keys(settings)) window.settings.add(name);
  const all = Object.fromEntries([...window.settings].map((name) => [name, settings[name] ?? null]));
  await writeFile(path.join(window.workspace, '../start-anew.json'), JSON.stringify({ suite, settings: all }));
  return [window, suite];
}

async function startAnew(page: Page, suite: number): Promise<void> {
  await runCommand(page, 'Tests: Start Anew');
  const told = page.locator('.statusbar-item', { hasText: new RegExp(`^suite ${suite}\\b`) });
  await told.waitFor();
  assert.equal(await told.innerText(), `suite ${suite}`);
}

/** The window of now, for use inside tests and hooks. */
function asWindow(now: () => Window | undefined): Window {
  const window = (): Window => {
    const there = now();
    if (!there) throw new Error('A window exists in tests and hooks only');
    return there;
  };
  const tell = async (): Promise<void> => {
    const page = now()?.page;
    if (!page) return; // it did not open, and its own error says why
    console.log(await describeWindow(page).catch((error: unknown) => `The window gives no answer: ${String(error)}`));
  };
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await tell();
    await keepPicture(now()?.page, this.currentTest?.title);
  });
  after(async function () {
    if (this.test?.parent?.tests.every(({ state }) => state === undefined)) await tell();
  });
  return {
    get page() {
      return window().page;
    },
    get workspace() {
      return window().workspace;
    },
    get userDataDir() {
      return window().userDataDir;
    },
    reload: () => window().reload(),
    close: () => window().close(),
  };
}
