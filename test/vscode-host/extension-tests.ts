import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { makeScratch, removeScratch } from '../support/scratch.ts';
import { here } from './paths.ts';
import { startServer, type Server, type ServerOptions } from './server.ts';
import { openBrowser, workbenchUrl, type WindowOptions } from './workbench.ts';

export interface ExtensionTestOptions extends ServerOptions, WindowOptions {
  readonly extensionTestsPath: string;
  readonly timeoutMs: number;
  readonly verbose: boolean;
  readonly signal?: AbortSignal;
}

/** How a run ended, as exit codes that `main.ts` passes on to its caller. */
export const exitCodes = { passed: 0, failed: 1, hostDied: 70, timeout: 124, interrupted: 130 } as const;

/** Runs `extensionTestsPath`'s `run()` in the extension host of a new server; how it ended. */
export async function runExtensionTests(options: ExtensionTestOptions): Promise<number> {
  const folder = await makeScratch();
  const resultFile = path.join(folder, 'result.json');
  const server = await startServer({
    ...options,
    env: { ...options.env, VSH_TESTS: path.resolve(options.extensionTestsPath), VSH_RESULT: resultFile },
    onLog: options.verbose ? (text) => process.stderr.write(text) : undefined,
  });
  const browser = await openBrowser(options);
  try {
    const ended = waitForEnd(browser.page, server, options);
    const url = workbenchUrl(server, { ...options, extensionTestsPath: path.join(here, 'runner.cjs') });
    await exposeDriver(browser.page, options.verbose, ended.finish);
    await browser.page.goto(url, { waitUntil: 'load' });
    return verdict(await ended.code, resultFile);
  } finally {
    await browser.close();
    await server.stop();
    await removeScratch(folder);
  }
}

interface End {
  readonly code: Promise<number>;
  readonly finish: (code: number) => void;
}

function waitForEnd(page: Page, server: Server, options: ExtensionTestOptions): End {
  let resolve: (code: number) => void = () => undefined;
  const code = new Promise<number>((done) => (resolve = done));
  const timer = setTimeout(
    () => finish(exitCodes.timeout, `no result after ${options.timeoutMs} ms`),
    options.timeoutMs,
  );
  let over = false;
  const finish = (code: number, reason?: string): void => {
    if (reason && !over) console.log(`vscode-host: ${reason}`);
    over = true;
    clearTimeout(timer);
    resolve(code);
  };
  page.on('crash', () => finish(exitCodes.hostDied, 'the workbench page crashed'));
  page.on('close', () => finish(exitCodes.hostDied, 'the workbench page was closed'));
  void server.exited.then((code) => finish(exitCodes.hostDied, `the server ended (${code})`));
  options.signal?.addEventListener('abort', () => finish(exitCodes.interrupted));
  return { code, finish };
}

/** The workbench calls these two functions of its page where the desktop would write to its terminal and exit. */
async function exposeDriver(page: Page, verbose: boolean, finish: (code: number) => void): Promise<void> {
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const line = formatLog(type, args, verbose);
    if (line !== undefined) console.log(line);
  });
  await page.exposeFunction('codeAutomationExit', (code?: number) => finish(code ?? exitCodes.failed));
}

/** The workbench reports 0 even when the extension host died; `runner.cjs` writes down what really happened. */
function verdict(code: number, resultFile: string): number {
  if (code !== 0) return code;
  if (!existsSync(resultFile)) {
    console.log('vscode-host: the extension host ended before run() did');
    return exitCodes.hostDied;
  }
  const result = JSON.parse(readFileSync(resultFile, 'utf8')) as { readonly ok: boolean };
  return result.ok ? exitCodes.passed : exitCodes.failed;
}

/** The workbench's log and the extension host's console arrive in one stream; these lines are the workbench's. */
const noise = [
  /^Resolv(ing|ed) connection token /,
  /^Creating a socket \(/,
  /^\[(reconnection-grace-time|AgentHost[^\]]*|AccountPolicyGate|Service Worker|ChatModelSelection|LanguageModel[^\]]*)\]/,
  /^Updating additional builtin extensions cache/,
  /^(getaddrinfo \w+ open-vsx\.org|Failed to fetch)/,
  /^Creation of workbench contribution /,
  /^Invoking resolveAuthority/,
  /^Timed out waiting for authentication provider /,
  /^Extension host .* exited/,
  /^Ignoring fetching additional builtin extensions/,
  /^Canceled: Canceled/,
];

function formatLog(type: string, args: readonly unknown[], verbose: boolean): string | undefined {
  const text = format(...args);
  if (verbose) return `[${type}] ${text}`;
  const first = args[0];
  return typeof first === 'string' && noise.some((pattern) => pattern.test(first)) ? undefined : text;
}
