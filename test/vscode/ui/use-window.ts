import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keepPicture } from '../../support/browser.ts';
import type { Settings } from '../../vscode-host/settings.ts';
import { openWindow, Window, writeFiles } from './window.ts';

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

interface SharedWindow {
  readonly window: Window;
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
  const opened = (await shared)?.window;
  shared = undefined;
  await opened?.close();
}

/**
 * The window for the tests of the suite that calls this: one for all suites of the process, brought back to where it was at
 * its start, with Heatline's views in sight and its recordings forgotten. When a test fails, what the window shows is printed,
 * the tests behind it, which build on it, are left out, and the next suite gets a new window.
 */
export function useWindow(options: SuiteOptions = {}): Window {
  let now: SharedWindow | undefined;
  before(async () => {
    now = await prepare(options);
    if (!options.isNew) await startAnew(now);
  });
  // Not by mocha's `bail`, which leaves out every suite behind a failure, of all files, and counts none of them.
  beforeEach(() => assert.ok(!now?.isSpoilt, 'A test before this one failed, and the rest of the suite builds on it.'));
  afterEach(function () {
    if (now && this.currentTest?.state === 'failed') now.isSpoilt = true;
  });
  return asWindow(() => now?.window);
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

/** The shared window, with what this suite wants written down for it. */
async function prepare(options: SuiteOptions): Promise<SharedWindow> {
  const { settings = {}, size = defaultSize, files = {}, isNew } = options;
  const before = await shared;
  if (before?.isSpoilt || (isNew && before?.suites)) await closeShared();
  shared ??= openWindow({ viewport: size }).then((window) => ({ window, suites: 0, settings: new Set<string>() }));
  const opened = await shared;
  const { window } = opened;
  const suite = ++opened.suites;
  await window.page.setViewportSize(size);
  await writeFiles(window.workspace, files);
  for (const name of Object.keys(settings)) opened.settings.add(name);
  const all = Object.fromEntries([...opened.settings].map((name) => [name, settings[name] ?? null]));
  await writeFile(path.join(window.workspace, '../start-anew.json'), JSON.stringify({ suite, settings: all }));
  return opened;
}

async function startAnew({ window, suites }: SharedWindow): Promise<void> {
  await window.runCommand('Tests: Start Anew');
  const told = window.page.locator('.statusbar-item', { hasText: new RegExp(`^suite ${suites}\\b`) });
  assert.equal(await told.innerText(), `suite ${suites}`);
}

/** The window of now, for use inside tests and hooks. */
function asWindow(now: () => Window | undefined): Window {
  const tell = async (): Promise<void> => {
    const window = now();
    if (!window) return; // it did not open, and its own error says why
    console.log(await window.describe().catch((error: unknown) => `The window gives no answer: ${String(error)}`));
  };
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await tell();
    await keepPicture(now()?.page, this.currentTest?.title);
  });
  after(async function () {
    if (this.test?.parent?.tests.every(({ state }) => state === undefined)) await tell();
  });
  return new Window(() => {
    const window = now();
    if (!window) throw new Error('A window exists in tests and hooks only');
    return window;
  });
}
