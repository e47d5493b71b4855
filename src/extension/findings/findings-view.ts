import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { internalCommands, views } from '../contributed-names.ts';
import { registerCommand } from '../report-error.ts';
import { countFindings } from '../result-text.ts';
import { findingsHtml } from './findings-html.ts';

/**
 * Registers the view *Findings*, and what its links call: what a user should know of the recording that is shown. A badge
 * counts errors and warnings.
 */
export function registerFindings(store: AnalysisStore, log: vscode.LogOutputChannel): vscode.Disposable {
  let page: vscode.WebviewView | undefined;
  const update = (): void => {
    if (!page) return;
    const { current } = store;
    page.webview.html = findingsHtml(current, randomBytes(16).toString('base64'));
    const count = current ? countFindings(current) : 0;
    page.badge = count === 0 ? undefined : { value: count, tooltip: 'Findings about the recording' };
  };
  const resolveWebviewView = (made: vscode.WebviewView): void => {
    page = made;
    const enableCommandUris = [internalCommands.openFinding];
    made.webview.options = { enableScripts: false, enableCommandUris, localResourceRoots: [] };
    made.onDidDispose(() => {
      if (page === made) page = undefined;
    });
    update();
  };
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(views.findings, { resolveWebviewView }),
    store.onDidChange(update),
    registerCommand(log, internalCommands.openFinding, (id: unknown, row: unknown) =>
      openFinding(store.find(Number(id)), Number(row)),
    ),
  );
}

async function openFinding(view: AnalysisView | undefined, row: number): Promise<void> {
  const { file, line = 1 } = view?.analysis.diagnostics[row] ?? {};
  if (file === undefined || !path.isAbsolute(file)) throw new Error('That file is not known here.');
  const at = Math.max(0, line - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, 0, at, 0) });
}
