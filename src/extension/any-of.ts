import * as vscode from 'vscode';

/** An event that tells nothing but that one of others fired. */
export const anyOf =
  (...events: readonly vscode.Event<unknown>[]): vscode.Event<undefined> =>
  (listener, self) =>
    vscode.Disposable.from(...events.map((event) => event(() => listener.call(self, undefined) as unknown)));
