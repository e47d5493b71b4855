import * as path from 'node:path';
import * as vscode from 'vscode';
import { reasonOf } from '../../recording/index.ts';
import { commands, debugType } from '../contributed-names.ts';
import { withoutIcons } from '../plain-text.ts';
import type { CommandTable } from '../report-error.ts';

/** Where to attach, as a debug configuration says it. */
type Place = Readonly<Record<string, unknown>>;

interface Choice extends vscode.QuickPickItem {
  readonly choose: () => Promise<Place | undefined>;
}

/** Commands that attach to what runs. */
export function attachCommands(subscriptions: vscode.Disposable[]): CommandTable {
  // VS Code names only the active one.
  const sessions = new Set<vscode.DebugSession>();
  subscriptions.push(
    vscode.debug.onDidStartDebugSession((session) => sessions.add(session)),
    vscode.debug.onDidTerminateDebugSession((session) => sessions.delete(session)),
  );
  return { [commands.attach]: attach, [commands.profileBrowserTab]: () => profileBrowserTab(sessions) };
}

async function attach(): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  const description = 'of a program that was started with --inspect';
  const choices: Choice[] = [{ label: '$(plug) Inspector Port…', description, choose: () => askForPort(INSPECTOR) }];
  if (session && /^(pwa-)?node$/.test(session.type)) {
    const label = `$(debug) ${withoutIcons(session.name)}`;
    choices.unshift({ label, description: 'the debug session', choose: () => inspectorOf(session) });
  }
  const { listNodeProcesses, scriptOf } = await import('../debug/record-program.ts');
  for (const { pid, command } of await listNodeProcesses()) {
    const label = withoutIcons(path.basename(scriptOf(command)));
    const detail = withoutIcons(command.join(' '));
    choices.push({ label, description: `process ${pid}`, detail, choose: () => Promise.resolve({ processId: pid }) });
  }
  await attachToOne(choices, 'Profile a Running Program');
}

async function profileBrowserTab(sessions: ReadonlySet<vscode.DebugSession>): Promise<void> {
  const held = [...sessions].filter(isPage).map((page) => ({
    label: `$(debug) ${withoutIcons(page.name)}`,
    description: 'the debug session',
    choose: async () => {
      const below = [...sessions].filter(({ parentSession }) => parentSession?.id === page.id);
      const address = await sharedBy(page);
      // A worker that has just begun or ended is not shared.
      const threads = await Promise.all(below.map((worker) => sharedBy(worker).catch(() => undefined)));
      return { address, page: page.name, threads: threads.filter((thread) => thread !== undefined) };
    },
  }));
  const description = 'of a browser that was started with --remote-debugging-port';
  await attachToOne([...held, { label: '$(plug) Browser Port…', description, choose: choosePage }], BROWSER_TAB);
}

async function attachToOne(choices: readonly Choice[], title: string): Promise<void> {
  const options = { title, matchOnDescription: true, matchOnDetail: true };
  const chosen = choices.length === 1 ? choices[0] : await vscode.window.showQuickPick(choices, options);
  const place = await chosen?.choose();
  if (!chosen || !place) return;
  const name = `Profile ${chosen.label.replace(/^\$\([\w-]+\) /, '')}`;
  // A page gives itself its title, and VS Code runs commands that a configuration has as `${command:…}`.
  const written = JSON.stringify({ type: debugType, request: 'attach', name, ...place }).replaceAll('${', '$ {');
  await vscode.debug.startDebugging(undefined, JSON.parse(written) as vscode.DebugConfiguration);
}

const BROWSER_TAB = 'Profile Browser Tab';

async function choosePage(): Promise<Place | undefined> {
  const place = await askForPort(BROWSER);
  if (place === undefined) return undefined;
  const { listBrowserPages } = await import('../debug/record-program.ts');
  const pages = (await listBrowserPages(Number(place.port))).map(({ id, type, title, url }) => ({
    ...{ id, label: withoutIcons(title || url), description: type === 'page' ? '' : type, detail: withoutIcons(url) },
  }));
  const options = { title: BROWSER_TAB, matchOnDescription: true, matchOnDetail: true };
  const page = pages.length === 1 ? pages[0] : await vscode.window.showQuickPick(pages, options);
  return page && { ...place, page: page.id, name: `Profile ${page.label}` };
}

/** VS Code's debugger has a session for a browser, one below that for each page, and below a page those of its workers and frames. */
const isPage = ({ parentSession: browser }: vscode.DebugSession): boolean =>
  isOfBrowser(browser) && !isOfBrowser(browser?.parentSession);

const isOfBrowser = (session: vscode.DebugSession | undefined): boolean =>
  /^(pwa-)?(chrome|msedge)$/.test(session?.type ?? '');

/** Where VS Code's debugger shares the connection that it has to a page or worker, by a pipe or a port. */
async function sharedBy({ id, name }: vscode.DebugSession): Promise<string> {
  try {
    type Proxy = { readonly host: string; readonly port: number; readonly path: string } | undefined;
    const proxy = await vscode.commands.executeCommand<Proxy>('extension.js-debug.requestCDPProxy', id);
    if (proxy) return `ws://${proxy.host}:${proxy.port}${proxy.path}`;
  } catch (error) {
    throw new Error(`VS Code's debugger does not share "${name}" (${reasonOf(error)}); choose its browser by a port.`);
  }
  throw new Error(`The debug session "${name}" has ended; start it again.`);
}

/** What is asked for, by the port that is usual for it. */
const INSPECTOR = {
  title: 'Inspector Port',
  value: '9229',
  prompt: 'The port that the program printed after "Debugger listening on".',
};
const BROWSER = {
  title: 'Debugging Port of the Browser',
  value: '9222',
  prompt: 'The port that Chrome, Edge or an Electron app was started with: --remote-debugging-port=9222.',
};

async function askForPort(port: typeof INSPECTOR): Promise<{ readonly port: string } | undefined> {
  const text = await vscode.window.showInputBox({
    ...port,
    validateInput: (port) => (/^\d{1,5}$/.test(port) ? undefined : 'Enter a port: a number.'),
  });
  return text === undefined ? undefined : { port: text };
}

/** The debugger's own connection is its own; the program says where others can connect. */
async function inspectorOf(session: vscode.DebugSession): Promise<Place> {
  const expression = "(process.getBuiltinModule || require)('node:inspector').url()";
  const answer: unknown = await session.customRequest('evaluate', { expression, context: 'repl' });
  const url = /ws:\/\/[^'"\s]+/.exec((answer as { result?: string }).result ?? '')?.[0];
  if (url === undefined) throw new Error(`The program of the debug session "${session.name}" has no inspector open.`);
  return { address: url };
}
