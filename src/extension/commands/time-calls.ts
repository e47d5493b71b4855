import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { sourceOfDocument } from '../analysis/source-uris.ts';
import { isProgram } from '../contributed-names.ts';
import { openedEditor } from '../current-file.ts';
import { readRuntime } from '../settings.ts';
import { findConfiguration } from './launch-configurations.ts';
import { type LastLaunch, lastLaunchKey } from './profile.ts';
import { runCli } from './run-cli.ts';

/** Runs the program that was profiled, or the file itself, in a terminal, with the calls of the function at the cursor timed. */
export async function timeFunctionAtCursor(shown: AnalysisView | undefined, memory: vscode.Memento): Promise<void> {
  const editor = await openedEditor();
  const { uri } = editor?.document ?? {};
  if (!editor || uri?.scheme !== 'file' || !isProgram(uri.fsPath))
    throw new Error('Open a JavaScript or TypeScript file on disk, and put the cursor into the function to time.');
  if (!vscode.workspace.isTrusted)
    throw new Error('Timing calls runs the program, so the workspace has to be trusted first.');
  if (editor.document.isDirty && !(await editor.document.save())) throw new Error(`${uri.fsPath} could not be saved.`);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const place = `${uri.fsPath}:${editor.selection.active.line + 1}`;
  const cwd = folder?.uri.fsPath ?? path.dirname(uri.fsPath);
  // Another program than the one that was profiled with this file in it may never come to the function.
  const isProfiled = shown !== undefined && sourceOfDocument(shown, uri) >= 0;
  const last = isProfiled ? memory.get<LastLaunch>(lastLaunchKey) : undefined;
  const args = ['time', '--function', place, '--in', cwd, ...whatToRun(last, uri, folder)];
  await runCli(`Time ${path.basename(place)}`, args, cwd, folder);
}

/** What was profiled last, with its arguments as launch.json has them now; else the file itself. */
function whatToRun(
  last: LastLaunch | undefined,
  file: vscode.Uri,
  folder: vscode.WorkspaceFolder | undefined,
): string[] {
  const runtime = readRuntime(folder);
  const options = runtime === undefined ? [] : ['--runtime', runtime];
  const isHere = last !== undefined && last.folder === folder?.uri.toString();
  if (isHere && last.program !== undefined && !last.program.includes('${')) {
    const found = findConfiguration(folder, last.name);
    const args: unknown = found?.args;
    return [...options, last.program, ...(Array.isArray(args) ? args.map(String) : [])];
  }
  if (isHere && last.runtimeExecutable !== undefined)
    return ['--', last.runtimeExecutable, ...(last.runtimeArgs ?? [])];
  return [...options, file.fsPath];
}
