import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** The command line at work in a terminal. */
export interface RunningCli {
  /** Its exit code; undefined where it was ended from outside. */
  readonly ended: Promise<number | undefined>;
  end(): void;
}

/** Runs Heatline's command line in a terminal of its own, where the program it starts reads and writes. Throws if `cwd` is no folder. */
export async function runCli(
  title: string,
  args: readonly string[],
  cwd: string,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<RunningCli> {
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
  let started: vscode.TaskExecution | undefined;
  // Before it starts, since it may end at once.
  const { ended, dispose } = listenForEnd((execution) => execution === started || execution.task === task);
  try {
    const running = (started = await vscode.tasks.executeTask(task));
    return { ended, end: () => running.terminate() };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Waits for the end of a task. A task whose process never started has no exit code. */
function listenForEnd(isOurs: (execution: vscode.TaskExecution) => boolean): {
  readonly ended: RunningCli['ended'];
  readonly dispose: () => void;
} {
  const listening: vscode.Disposable[] = [];
  const dispose = (): void => listening.forEach((one): void => void one.dispose());
  const ended = new Promise<number | undefined>((resolve) => {
    const end = (execution: vscode.TaskExecution, code?: number): void => {
      if (!isOurs(execution)) return;
      dispose();
      resolve(code);
    };
    listening.push(
      vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => end(execution, exitCode)),
      vscode.tasks.onDidEndTask(({ execution }) => end(execution)),
    );
  });
  return { ended, dispose };
}
