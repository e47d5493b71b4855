import * as path from 'node:path';
import * as vscode from 'vscode';
import { pickPart, type RecordingFacts } from '../../core/index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { isProgram, views } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import { commandText } from '../plain-text.ts';
import { notifyProgress } from '../progress-notification.ts';
import { readRuntime } from '../settings.ts';
import { runCli } from './run-cli.ts';

/** Runs the program of the shown recording once more, for the causes of what is slow in it, and shows them with the recording. */
export async function tellWhy(parts: Parts): Promise<void> {
  const { store, recordings } = parts;
  const view = store.current;
  if (!view || view.isLive)
    throw new Error('Profile a program first, and let it end: its recording is what is explained.');
  if (view.series)
    throw new Error('The mean of several runs is shown, which has no causes: profile the program with one run.');
  if (!vscode.workspace.isTrusted)
    throw new Error('Telling why runs the program, so the workspace has to be trusted first.');
  const { program, cwd = path.dirname(view.recording.fsPath) } = view.analysis.facts;
  if (program === undefined || view.analysis.facts.attached === true)
    throw new Error('This recording does not say how its program is started, so it cannot be run once more.');
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(program));
  const command = whatToRun(view.analysis.facts, cwd, folder);
  if (!(await isRecordedHere(view, recordings)) && !(await askToRun(view, command, cwd))) return;
  const args = ['why', '--recording', view.recording.fsPath, ...command];
  const running = await runCli(`Why ${path.basename(program)}`, args, cwd, folder);
  const notification = notifyProgress(`Heatline: running ${path.basename(program)} for causes`, () => running.end());
  const code = await running.ended.finally(() => notification.end());
  // What was shown may be another recording by now.
  if (code !== undefined && store.current === view) await showAgain(view, parts);
}

/** Whether Heatline recorded it in this workspace. What a server sent is kept there too, as pprof. */
async function isRecordedHere({ recording }: AnalysisView, recordings: Parts['recordings']): Promise<boolean> {
  return path.extname(recording.fsPath) !== '.pprof' && (await recordings.findFile(recording)) !== undefined;
}

/** A recording from elsewhere may name any command, so the user sees the whole of it first. */
async function askToRun({ recording }: AnalysisView, command: readonly string[], cwd: string): Promise<boolean> {
  if ([recording.fsPath, ...command, cwd].some((word) => word.includes('${')))
    throw new Error(
      'The command or the path of this recording has ${ in it, which VS Code would replace: use heatline why in a terminal.',
    );
  const yes = 'Run';
  const detail = `The recording was not made in this workspace. Its file names this command:\n\nheatline why ${commandText(command)}\n\nFolder: ${commandText([cwd])}`;
  const question = 'Run the command that this recording names?';
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** How the recording's program is run again. A loader of TypeScript is found anew. */
function whatToRun(
  { program = '', args = [], runtimeArgs = [] }: RecordingFacts,
  cwd: string,
  folder: vscode.WorkspaceFolder | undefined,
): string[] {
  if (!path.isAbsolute(program) || !isProgram(program)) return ['--cwd', cwd, '--', program, ...args];
  const runtime = readRuntime(folder);
  const ofRuntime = /\.[cm]?jsx?$/.test(program) ? runtimeArgs.flatMap((arg) => ['--runtime-arg', arg]) : [];
  const options = runtime === undefined ? [] : ['--runtime', runtime];
  return ['--cwd', cwd, ...options, ...ofRuntime, program, ...args];
}

/** Reads the recording again, with what stands beside it by now. */
async function showAgain(view: AnalysisView, { store, loader }: Parts): Promise<void> {
  const { title, recording, analysis } = view;
  const closed = store.ask();
  const next = await loader.load(recording, { title, ...pickPart(analysis), closed });
  if (!next || closed.aborted) return;
  store.show(next);
  await vscode.commands.executeCommand(`${views.findings}.focus`);
}
