import * as vscode from 'vscode';

/** A notification that tells how far something is. */
export interface ProgressNotification {
  /** `share`: the part of the whole that was done since the last report, 0 to 1; absent where nobody knows. */
  report(message: string, share?: number): void;
  end(): void;
}

/** Shows a notification with a button that cancels, until it is ended. */
export function notifyProgress(title: string, cancel: () => void): ProgressNotification {
  let first: { readonly message: string; readonly increment?: number } = { message: '' };
  let show = (told: typeof first): void => void (first = told);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  void vscode.window.withProgress(options, async (progress, token) => {
    const listening = token.onCancellationRequested(cancel);
    show = (told) => progress.report(told);
    show(first);
    await ended;
    listening.dispose();
  });
  return { report: (message, share) => show({ message, increment: share && share * 100 }), end: () => end() };
}
