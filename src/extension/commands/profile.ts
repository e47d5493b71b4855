import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { currentFile } from '../current-file.ts';
import { profileFileConfiguration } from '../debug/configuration-provider.ts';
import type { RunRegistry } from '../debug/run-registry.ts';
import { isProgram } from '../programs.ts';
import { registerCommand } from '../report-error.ts';

/** Commands that start and end profiling. */
export function registerProfileCommands(log: vscode.LogOutputChannel, runs: RunRegistry): vscode.Disposable {
  let last: { folder: vscode.WorkspaceFolder | undefined; configuration: vscode.DebugConfiguration } | undefined;
  return vscode.Disposable.from(
    vscode.debug.onDidStartDebugSession(({ type, workspaceFolder, configuration }) => {
      if (type === 'heatline') last = { folder: workspaceFolder, configuration };
    }),
    registerCommand(log, commands.profileCurrentFile, (file?: vscode.Uri) => profileFile(file)),
    registerCommand(log, commands.profileAgain, () => {
      return last ? start(last.folder, last.configuration) : profileFile(undefined);
    }),
    registerCommand(log, commands.stopProfiling, () => runs.stopAll()),
  );
}

/** Saves a file and profiles it; without one, the current file. */
async function profileFile(wanted: vscode.Uri | undefined): Promise<void> {
  const file = wanted instanceof vscode.Uri ? wanted : currentFile();
  if (!file) throw new Error(vscode.l10n.t('No file is open. Open the JavaScript or TypeScript file to profile.'));
  if (file.scheme === 'untitled')
    throw new Error(vscode.l10n.t('Save this file first: Node can only run a file on disk.'));
  if (file.scheme !== 'file')
    throw new Error(vscode.l10n.t('{0} is not a file on disk, so Node cannot run it.', file.toString(true)));
  if (!isProgram(file.fsPath)) {
    throw new Error(vscode.l10n.t('{0} is neither JavaScript nor TypeScript. Open the file to profile.', file.fsPath));
  }
  if (!vscode.workspace.isTrusted)
    throw new Error(vscode.l10n.t('Profiling runs the program. Trust this workspace first.'));
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (document?.isDirty && !(await document.save()))
    throw new Error(vscode.l10n.t('{0} could not be saved.', file.fsPath));
  await start(vscode.workspace.getWorkspaceFolder(file), profileFileConfiguration(file.fsPath));
}

async function start(
  folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
): Promise<void> {
  // VS Code shows why a launch failed by itself; false only says that it did.
  await vscode.debug.startDebugging(folder, configuration);
}
