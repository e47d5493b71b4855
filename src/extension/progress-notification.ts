import * as vscode from 'vscode';

/** A notification that tells how far something is. */
export interface ProgressNotification {
  /** `share`: the part of the whole that was done since the last report, 0 to 1; absent where nobody knows. */
  report(message: string, share?: number): void;
  end(): void;
}

/** Shows a notification with a button that cancels, until it is ended. */
export function notifyProgress(title: string, cancel: () => void): ProgressNotification {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  type Shown = vscode.Progress<{ readonly message: string; readonly increment?: number }>;
  const shown = new Promise<Shown>((resolve) => {
    void vscode.window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(cancel);
      resolve(progress);
      return ended;
    });
  });
  const report = (message: string, share?: number): void =>
    void shown.then((progress) => progress.report({ message, increment: share && share * 100 }));
  return { report, end };
}
