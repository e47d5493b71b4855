import * as path from 'node:path';
import * as vscode from 'vscode';

/** The command line at work in a terminal. */
export interface RunningCli {
  /** Its exit code; undefined where it was ended from outside. */
  readonly ended: Promise<number | undefined>;
  end(): void;
}

/** Runs Heatline's command line in a terminal of its own, where the program it starts reads and writes. */
export async function runCli(
  title: string,
  args: readonly string[],
  cwd: string,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<RunningCli> {
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
  const started = await vscode.tasks.executeTask(task);
  const ended = new Promise<number | undefined>((resolve) => {
    const listening = vscode.tasks.onDidEndTaskProcess(({ execution: which, exitCode }) => {
      if (which !== started) return;
      listening.dispose();
      resolve(exitCode);
    });
  });
  return { ended, end: () => started.terminate() };
}
