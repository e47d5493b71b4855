import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type RunningTask, runTask } from './run-task.ts';

/** Runs Heatline's command line in a terminal of its own, where the program it starts reads and writes. Throws if `cwd` is no folder. */
export async function runCli(
  title: string,
  args: readonly string[],
  cwd: string,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<RunningTask> {
  const isFolder = await fs.stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new Error(`${cwd}, where the program is run, is no folder: profile the program where it is now.`);
  const cli = path.join(__dirname, 'cli.cjs');
  // VS Code brings a Node of its own, which runs the command line; the program gets the user's.
  const execution = new vscode.ProcessExecution(process.execPath, [cli, ...args], {
    cwd,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const scope = folder ?? vscode.TaskScope.Global;
  const task = new vscode.Task({ type: 'heatline' }, scope, title, 'Heatline', execution, []);
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    clear: true,
    panel: vscode.TaskPanelKind.Dedicated,
  };
  return runTask(task);
}
