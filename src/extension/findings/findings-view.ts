import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { internalCommands, views } from '../contributed-names.ts';
import { registerCommand } from '../report-error.ts';
import { countFindings } from '../result-text.ts';
import { findingsHtml } from './findings-html.ts';

/** The view *Findings*: what a user should know of the recording that is shown. A badge counts errors and warnings. */
class FindingsView implements vscode.WebviewViewProvider {
  #page: vscode.WebviewView | undefined;

  constructor(private readonly store: AnalysisStore) {}

  resolveWebviewView(page: vscode.WebviewView): void {
    this.#page = page;
    page.webview.options = {
      enableScripts: false,
      enableCommandUris: [internalCommands.openFinding],
      localResourceRoots: [],
    };
    page.onDidDispose(() => {
      if (this.#page === page) this.#page = undefined;
    });
    this.update();
  }

  update(): void {
    if (!this.#page) return;
    const { current } = this.store;
    this.#page.webview.html = findingsHtml(current, randomBytes(16).toString('base64'));
    const count = current ? countFindings(current) : 0;
    this.#page.badge = count === 0 ? undefined : { value: count, tooltip: 'Findings about the recording' };
  }
}

/** Registers the view, and what its links call. */
export function registerFindings(store: AnalysisStore, log: vscode.LogOutputChannel): vscode.Disposable {
  const provider = new FindingsView(store);
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(views.findings, provider),
    store.onDidChange(() => provider.update()),
    registerCommand(log, internalCommands.openFinding, (id: unknown, row: unknown) =>
      openFinding(store.find(Number(id)), Number(row)),
    ),
  );
}

/** Opens the file that a finding is about, at its line. */
async function openFinding(view: AnalysisView | undefined, row: number): Promise<void> {
  const { file, line } = view?.analysis.diagnostics[row] ?? {};
  if (file === undefined || !path.isAbsolute(file)) throw new Error('That file is not known here.');
  const at = (line ?? 1) - 1;
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, 0, at, 0) });
}
