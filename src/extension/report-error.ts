import * as vscode from 'vscode';
import { UnreadableRecordingError } from '../analysis/index.ts';
import { RecordingError } from '../recorder/index.ts';
import { ConfigurationError } from './debug/launch-options.ts';

/** Logs a failure and gives the sentence that a user should see: never a stack trace. */
export function describeError(log: vscode.LogOutputChannel, error: unknown): string {
  const expected = [UnreadableRecordingError, RecordingError, ConfigurationError].some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  if (expected) log.warn(message);
  else log.error(error instanceof Error ? error : message);
  return message.split('\n')[0];
}

/** Shows a failure, with a button that opens the log. */
export function reportError(log: vscode.LogOutputChannel, error: unknown): void {
  const showLog = vscode.l10n.t('Show Log');
  void vscode.window.showErrorMessage(describeError(log, error), showLog).then((choice) => {
    if (choice === showLog) log.show();
  });
}

/** Registers a command whose failures are logged and shown, once. */
export function registerCommand<Args extends unknown[]>(
  log: vscode.LogOutputChannel,
  id: string,
  run: (...args: Args) => unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: Args) => {
    try {
      return await run(...args);
    } catch (error) {
      reportError(log, error);
      return undefined;
    }
  });
}
