import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { HeatlineParts } from '../../../src/extension/extension.ts';
import { waitFor } from '../../support/until.ts';

export { waitFor };

/** The extension under test, running, for use in tests and hooks. */
export let parts: HeatlineParts;

// Before every suite: mocha loads this module before any is described.
before(async () => {
  const extension = vscode.extensions.getExtension<HeatlineParts>('heatline.heatline');
  assert.ok(extension, 'the extension is not installed');
  parts = await extension.activate();
});

/** Runs a command of VS Code. */
export const runCommand = (name: string, ...args: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(name, ...args);

/** Absolute path of a file of the test workspace. */
export function inWorkspace(...names: string[]): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  return path.join(folder.uri.fsPath, ...names);
}

export async function openFile(file: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file), { preview: false });
}

/** The next analysis that is shown after `start` has begun something. */
export async function nextView(start: () => unknown): Promise<AnalysisView> {
  const before = parts.store.current;
  const isNext = (view: AnalysisView | undefined): boolean => view !== before && view?.isLive === undefined;
  await start();
  return waitFor('an analysis', () => isNext(parts.store.current) && parts.store.current);
}

/** Runs *Profile Current File* on a file of the workspace as a user does; what it shows. */
export async function profileFile(...names: string[]): Promise<AnalysisView> {
  await openFile(inWorkspace(...names));
  return nextView(() => runCommand('heatline.profileCurrentFile'));
}

/** Starts a configuration of launch.json by its name, or one of these properties. */
export const launch = (configuration: string | object): Thenable<boolean> =>
  vscode.debug.startDebugging(
    vscode.workspace.workspaceFolders?.[0],
    typeof configuration === 'string'
      ? configuration
      : { type: 'heatline', request: 'launch', name: 'test', ...configuration },
  );

/** The hottest line that lies in a file. */
export function hottestLine({ analysis, index }: AnalysisView): { file: string; line: number } {
  const row = index.hottestLines[0];
  assert.notEqual(row, undefined, 'no line has time');
  return { file: analysis.sources[analysis.lines.source[row]].path, line: analysis.lines.line[row] };
}

/** Fails unless the hottest line is one of these (1-based) of a file. */
export function assertHottest(view: AnalysisView, file: string, ...lines: readonly number[]): void {
  const hottest = hottestLine(view);
  assert.equal(hottest.file, file);
  assert.ok(lines.includes(hottest.line), `the hottest line is ${hottest.line}`);
}

/** How a program of the workspace was started, as `report.js` tells. */
interface Report {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly value: string;
  readonly isTTY: boolean;
  readonly execArgv: readonly string[];
}

export async function readReport(name: string): Promise<Report> {
  return JSON.parse(await readFile(inWorkspace('report-out', name), 'utf8')) as Report;
}

/** What a row of a tree shows. */
export function labelOf(item: vscode.TreeItem): string {
  return typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
}

/** The text of Heatline's hover over a position (0-based); empty where it has none. */
export async function hoverText(file: string, line: number): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    vscode.Uri.file(file),
    new vscode.Position(line, 4),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
    .filter((text) => text.includes('active time'))
    .join('\n');
}

/** What one debug session sends, message by message. */
export interface Conversation {
  readonly session: vscode.DebugSession;
  /** All text of the Debug Console so far. */
  readonly output: () => string;
  /** Waits until its program has exited and all was told; how, as the protocol has it. */
  readonly end: () => Promise<unknown>;
  /** The error message of a refused request. */
  readonly refusal: (command: string) => string | undefined;
}

interface Message {
  readonly type: string;
  readonly event?: string;
  readonly command?: string;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: { readonly output?: string };
}

/** Listens to every debug session that starts while `work` runs; their conversations in order. */
export async function listenWhile(work: (conversations: readonly Conversation[]) => Promise<void>): Promise<void> {
  const conversations: Conversation[] = [];
  const tracker = vscode.debug.registerDebugAdapterTrackerFactory('heatline', {
    createDebugAdapterTracker: (session) => {
      const messages: Message[] = [];
      conversations.push(conversation(session, messages));
      return { onDidSendMessage: (message: Message) => messages.push(message) };
    },
  });
  try {
    await work(conversations);
  } finally {
    tracker.dispose();
  }
}

function conversation(session: vscode.DebugSession, messages: readonly Message[]): Conversation {
  const ofEvent = (name: string): Message[] => messages.filter(({ type, event }) => type === 'event' && event === name);
  return {
    session,
    output: () =>
      ofEvent('output')
        .map(({ body }) => body?.output ?? '')
        .join(''),
    end: () => waitFor('the end', () => ofEvent('exited').at(0)?.body),
    refusal: (command) => messages.find((message) => message.command === command && message.success === false)?.message,
  };
}

/** Empties the list of recordings, which keeps a number of them: in a full one a new entry takes the place of an old one. */
export async function forgetRecordings(): Promise<void> {
  for (const { id } of await parts.recordings.list()) await parts.recordings.delete(id);
}
