import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { internalCommands, views } from '../contributed-names.ts';
import { countFindings } from '../result-text.ts';
import { findingsHtml } from './findings-html.ts';

/** Registers the view *Findings*: what a user should know of the recording that is shown. A badge counts errors and warnings. */
export function registerFindings(store: AnalysisStore): vscode.Disposable {
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
  );
}

/** The command behind a link in the view: shows the file that a finding is about. */
export async function openFinding(view: AnalysisView | undefined, row: number): Promise<void> {
  const { file, line = 1 } = view?.analysis.diagnostics[row] ?? {};
  if (file === undefined || !path.isAbsolute(file)) throw new Error('That file is not known here.');
  const at = Math.max(0, line - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, 0, at, 0) });
}
