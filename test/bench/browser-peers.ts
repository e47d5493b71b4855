// The other tools that run in a browser, opening a recording as a user does: by choosing the file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession, ConsoleMessage, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { peerFolder } from './peers.ts';

export const browserPeers = ['cpupro', 'speedscope'] as const;
export type BrowserPeer = (typeof browserPeers)[number];

/** Milliseconds after which opening counts as failed. */
const TIMEOUT = 120_000;

/** What opening a recording in another tool took. */
export interface OpenedPeer {
  /** Milliseconds until the recording was read and its functions and stacks were there, by the peer's own account. */
  readonly loaded: number;
  /** Milliseconds until the frame with the first picture was done. */
  readonly painted: number;
  /** CPU milliseconds of all of the browser's processes until then. */
  readonly cpu: number;
  /** Peak bytes of the page's process above what it had before; NaN where the system does not tell. */
  readonly memory: number;
}

interface Driver {
  /** Opens the peer's page; what chooses a file there. */
  start(page: Page, folder: string): Promise<(recording: string) => Promise<void>>;
  /** What the peer logs when it has read a file, with the milliseconds. */
  readonly loaded: RegExp;
  /** Resolves when the picture is there. */
  painted(page: Page): Promise<unknown>;
}

const drivers: Readonly<Record<BrowserPeer, Driver>> = {
  speedscope: {
    start: async (page, folder) => {
      await page.goto(pathToFileURL(join(folder, 'dist/release/index.html')).href);
      return (recording) => page.locator('input[type=file]').first().setInputFiles(recording);
    },
    loaded: /^import: ([\d.]+) ?(ms|s)/,
    // Its title changes with the render that draws the picture.
    painted: (page) =>
      page.waitForFunction(() => document.title.includes(' - speedscope'), undefined, { timeout: TIMEOUT }),
  },
  cpupro: {
    start: async (page, folder) => {
      await page.goto(pathToFileURL(join(folder, 'build/app.html')).href);
      const button = page.getByText(/open|select|upload|choose/i).first();
      await button.waitFor();
      return async (recording) => {
        const chooser = page.waitForEvent('filechooser');
        await button.click();
        await (await chooser).setFiles(recording);
      };
    },
    loaded: /^\[Discovery\] Load data from file: .*\(([\d.]+)(ms|s)\)/,
    painted: (page) => {
      const isRepainted = (message: ConsoleMessage): boolean => message.text().startsWith('(await repaint');
      return page.waitForEvent('console', { predicate: isRepainted, timeout: TIMEOUT });
    },
  },
};

/** Opens a recording in a peer, in a browser of its own. Rejects with a sentence when the tool fails. */
export async function openInPeer(peer: BrowserPeer, recording: string): Promise<OpenedPeer> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const processes = await browser.newBrowserCDPSession();
    const choose = await drivers[peer].start(page, await peerFolder(peer));
    const loading = loadTime(page, drivers[peer].loaded);
    const before = await usage(processes);
    const start = performance.now();
    await choose(recording);
    const painting = drivers[peer].painted(page).then(() => twoFrames(page));
    const [loaded] = await Promise.race([Promise.all([loading, painting]), failure(page)]);
    const painted = performance.now() - start;
    const after = await usage(processes);
    return { loaded, painted, cpu: after.cpu - before.cpu, memory: after.peak - before.resident };
  } finally {
    await browser.close();
  }
}

function loadTime(page: Page, pattern: RegExp): Promise<number> {
  return new Promise((resolve) => {
    page.on('console', (message) => {
      const found = pattern.exec(message.text());
      if (found) resolve(Number(found[1]) * (found[2] === 's' ? 1000 : 1));
    });
  });
}

/** Rejects when the page dies or takes too long. */
function failure(page: Page): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`no picture after ${TIMEOUT / 1000} s`)), TIMEOUT);
    page.once('close', () => clearTimeout(timer));
    page.once('crash', () => reject(new Error('its page ran out of memory')));
    page.on('pageerror', (error) => reject(new Error(error.message.split('\n')[0])));
    page.on('dialog', (dialog) => {
      reject(new Error(dialog.message().split('\n')[0]));
      void dialog.dismiss();
    });
  });
}

function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

/** What a browser's processes have used so far. */
export interface BrowserUsage {
  /** CPU milliseconds of all processes. */
  readonly cpu: number;
  /** Bytes of the largest page process, now and at most; NaN where the system does not tell. */
  readonly resident: number;
  readonly peak: number;
}

/** Asks a session of the whole browser. */
export async function usage(processes: CDPSession): Promise<BrowserUsage> {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => memoryOf(id));
  const most = (key: 'resident' | 'peak'): number => Math.max(...pages.map((page) => page[key]));
  const cpu = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
  return { cpu, resident: most('resident'), peak: most('peak') };
}

function memoryOf(id: number): { resident: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'latin1');
    const bytes = (key: string): number => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
    return { resident: bytes('VmRSS'), peak: bytes('VmHWM') };
  } catch {
    return { resident: NaN, peak: NaN };
  }
}
