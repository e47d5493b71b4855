import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

/**
 * Runs Heatline's command line in a terminal of its own, where the program it starts reads and writes. `ended`: the exit code of
 * its process, undefined where it was ended from outside. Throws if `cwd` is no folder.
 */
export async function runCli(
  title: string,
  args: readonly string[],
  cwd: string,
  folder: vscode.WorkspaceFolder | undefined,
) {
  const found = await fs.stat(cwd).catch(() => undefined);
  if (!found?.isDirectory())
    throw new Error(`${cwd}, where the program is run, is no folder: profile the program where it is now.`);
  const cli = path.join(__dirname, 'cli.cjs');
  // VS Code brings a Node of its own, which runs the command line; the program gets the user's.
  const options = { cwd, env: { ELECTRON_RUN_AS_NODE: '1' } };
  const execution = new vscode.ProcessExecution(process.execPath, [cli, ...args], options);
  const scope = folder ?? vscode.TaskScope.Global;
  const task = new vscode.Task({ type: 'heatline' }, scope, title, 'Heatline', execution, []);
  const [reveal, panel] = [vscode.TaskRevealKind.Always, vscode.TaskPanelKind.Dedicated];
  task.presentationOptions = { reveal, clear: true, panel };
  return runTask(task);
}

/** The end of a task's process may be told after that of the task. */
const AFTER_PROCESS_MS = 200;

async function runTask(task: vscode.Task) {
  const listening: vscode.Disposable[] = [];
  let started: vscode.TaskExecution | undefined;
  // Before it starts, since it may end at once.
  const ended = new Promise<number | undefined>((resolve) => {
    const end = (execution: vscode.TaskExecution, code?: number): void => {
      if (execution === started || execution.task === task) resolve(code);
    };
    listening.push(
      vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => end(execution, exitCode)),
      vscode.tasks.onDidEndTask(({ execution }) => setTimeout(() => end(execution), AFTER_PROCESS_MS)),
    );
  });
  void ended.then(() => void vscode.Disposable.from(...listening).dispose());
  const running = (started = await vscode.tasks.executeTask(task));
  return { ended, end: () => running.terminate() };
}
