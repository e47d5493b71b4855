import * as path from 'node:path';
import * as vscode from 'vscode';
import { debugType } from '../contributed-names.ts';
import { withoutIcons } from '../plain-text.ts';

/** Where to attach, as a debug configuration says it. */
type Place =
  { readonly processId: number } | { readonly port: string; readonly page?: string } | { readonly address: string };

/** Asks which program that runs is to be profiled, and attaches to it. */
export async function attach(): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  const choices: (vscode.QuickPickItem & { readonly choose: () => Promise<Place | undefined> })[] = [
    {
      label: '$(plug) Inspector Port…',
      description: 'of a program that was started with --inspect',
      choose: () => askForPort(INSPECTOR),
    },
  ];
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
  const options = { title: 'Profile a Running Program', matchOnDescription: true, matchOnDetail: true };
  const chosen = await vscode.window.showQuickPick(choices, options);
  const place = await chosen?.choose();
  if (!chosen || !place) return;
  await start(chosen.label.replace(/^\$\([\w-]+\) /, ''), place);
}

/** Asks for a browser and which of its pages is to be profiled, and attaches to that. */
export async function profileBrowserTab(): Promise<void> {
  const place = await askForPort(browserOf(vscode.debug.activeDebugSession));
  if (place === undefined) return;
  const { listBrowserPages } = await import('../debug/record-program.ts');
  const pages = (await listBrowserPages(Number(place.port))).map(({ id, type, title, url }) => ({
    ...{ id, label: withoutIcons(title || url), description: type === 'page' ? '' : type, detail: withoutIcons(url) },
  }));
  const options = { title: 'Profile Browser Tab', matchOnDescription: true, matchOnDetail: true };
  const page = pages.length === 1 ? pages[0] : await vscode.window.showQuickPick(pages, options);
  if (page) await start(page.label, { ...place, page: page.id });
}

async function start(subject: string, place: Place): Promise<void> {
  const configuration = { type: debugType, request: 'attach', name: `Profile ${subject}`, ...place };
  await vscode.debug.startDebugging(undefined, configuration);
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

/** The browser of a debug session, where that has a port. One that VS Code's debugger holds by a pipe is closed to others. */
function browserOf(session: vscode.DebugSession | undefined): typeof BROWSER {
  const port: unknown = session?.configuration.port;
  if (!session || !/^(pwa-)?(chrome|msedge)$/.test(session.type)) return BROWSER;
  if (typeof port === 'number' && port > 0)
    return {
      ...BROWSER,
      value: String(port),
      prompt: `The browser of the debug session "${session.name}" has this port.`,
    };
  const prompt = `The browser of the debug session "${session.name}" has no port; start it with "port": 9222 in its launch configuration.`;
  return { ...BROWSER, prompt };
}

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
