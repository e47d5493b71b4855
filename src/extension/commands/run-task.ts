import * as vscode from 'vscode';

/**
 * Runs the task that a launch configuration names, as *Run Task* does, and waits for its end; not for that of a background
 * task, which has none. Rejects with a sentence for the user.
 */
export async function runTask(name: string): Promise<void> {
  const tasks = await vscode.tasks.fetchTasks();
  const task = tasks.find((one) => one.name === name || `${one.source}: ${one.name}` === name);
  if (!task) throw new Error(`There is no task "${name}" in tasks.json, which the launch configuration names.`);
  const disposables: vscode.Disposable[] = [];
  let execution: vscode.TaskExecution | undefined;
  const ended = new Promise<number | undefined>((resolve) => {
    disposables.push(
      vscode.tasks.onDidEndTaskProcess((event) => event.execution === execution && resolve(event.exitCode)),
      // A task that only waits for others has no process of its own.
      vscode.tasks.onDidEndTask(
        (event) => event.execution === execution && setTimeout(() => resolve(undefined), AFTER_PROCESS_MS),
      ),
    );
  });
  try {
    execution = await vscode.tasks.executeTask(task);
    if (task.isBackground) return;
    const code = await ended;
    if (code) throw new Error(`The task "${name}" ended with code ${code}, so nothing was launched.`);
  } finally {
    for (const disposable of disposables) disposable.dispose();
  }
}

/** The end of a task's process may be told after that of the task. */
const AFTER_PROCESS_MS = 200;
