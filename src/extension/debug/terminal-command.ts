import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LaunchCommand } from '../../recorder/recording-session.ts';
import { RENDEZVOUS_VARIABLE } from '../../recording/index.ts';

/** Looks out for the end of a command in a terminal, until it is disposed of. */
export interface CommandWatch {
  /** Resolves when the command has ended or its terminal was closed; never where the shell does not tell VS Code. */
  readonly ended: Promise<{ readonly code?: number }>;
  dispose(): void;
}

/** Watches for a command that VS Code is about to run in a terminal. What shells say of commands is the whole line. */
export function watchTerminalCommand({ env }: LaunchCommand): CommandWatch {
  // Of its own for each launch, and without anything that a shell would quote.
  const mark = path.basename(env[RENDEZVOUS_VARIABLE] ?? '');
  const isOurs = ({ commandLine }: vscode.TerminalShellExecution): boolean =>
    mark !== '' && commandLine.value.includes(mark);
  const disposables: vscode.Disposable[] = [];
  const ended = new Promise<{ code?: number }>((resolve) => {
    let terminal: vscode.Terminal | undefined;
    disposables.push(
      vscode.window.onDidStartTerminalShellExecution((event) => {
        if (isOurs(event.execution)) terminal = event.terminal;
      }),
      vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
        if (isOurs(execution)) resolve({ code: exitCode });
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) resolve({ code: closed.exitStatus?.code });
      }),
    );
  });
  return { ended, dispose: () => void vscode.Disposable.from(...disposables).dispose() };
}
