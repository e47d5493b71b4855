import * as vscode from 'vscode';

/** A task of VS Code at work. */
export interface RunningTask {
  /** The exit code of its process; undefined where it has none: it was ended from outside, or only waits for other tasks. */
  readonly ended: Promise<number | undefined>;
  end(): void;
}

/** The end of a task's process may be told after that of the task. */
const AFTER_PROCESS_MS = 200;

/** Runs a task, as *Run Task* does. */
export async function runTask(task: vscode.Task): Promise<RunningTask> {
  const listening: vscode.Disposable[] = [];
  const stopListening = (): void => void vscode.Disposable.from(...listening).dispose();
  let started: vscode.TaskExecution | undefined;
  // Before it starts, since it may end at once.
  const ended = new Promise<number | undefined>((resolve) => {
    const end = (execution: vscode.TaskExecution, code?: number): void => {
      if (execution !== started && execution.task !== task) return;
      stopListening();
      resolve(code);
    };
    listening.push(
      vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => end(execution, exitCode)),
      vscode.tasks.onDidEndTask(({ execution }) => setTimeout(() => end(execution), AFTER_PROCESS_MS)),
    );
  });
  try {
    const running = (started = await vscode.tasks.executeTask(task));
    return { ended, end: () => running.terminate() };
  } catch (error) {
    stopListening();
    throw error;
  }
}
