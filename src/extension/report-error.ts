import * as vscode from 'vscode';
import { reasonOf } from '../recording/index.ts';
import { withoutLinks } from './plain-text.ts';

/** Failures that are the user's, by name: some of their classes are in bundles of their own. */
const expectedErrors = new Set(['UnreadableRecordingError', 'RecordingError', 'ConfigurationError', 'ServerError']);

/** Logs a failure and gives the sentence that a user should see: never a stack trace. */
export function describeError(log: vscode.LogOutputChannel, error: unknown): string {
  const expected = error instanceof Error && expectedErrors.has(error.name);
  const message = reasonOf(error);
  if (expected) log.warn(message);
  else log.error(error instanceof Error ? error : message);
  return message.split('\n')[0];
}

/** Shows a failure, with a button that opens the log. */
export function reportError(log: vscode.LogOutputChannel, error: unknown): void {
  const showLog = 'Show Log';
  void vscode.window.showErrorMessage(withoutLinks(describeError(log, error)), showLog).then((choice) => {
    if (choice === showLog) log.show();
  });
}

/** The handlers of commands, by the ids of the commands. */
export type CommandTable = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Registers commands. If one fails, the failure is logged and shown, once. */
export function registerCommands(log: vscode.LogOutputChannel, table: CommandTable): vscode.Disposable {
  const registered = Object.entries(table).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (...args: never[]) => {
      try {
        return await run(...args);
      } catch (error) {
        reportError(log, error);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}
