import * as vscode from 'vscode';
import { functionsAt } from './analysis/analysis-index.ts';
import type { AnalysisStore } from './analysis/analysis-store.ts';
import { sourceOfDocument } from './analysis/source-uris.ts';
import type { HeatDocuments } from './heat/heat-documents.ts';
import type { FlameGraphPanel } from './panel/flame-graph-panel.ts';

const settleMs = 120;

/** Marks in the flame graph the functions that the editor's cursor is in. */
export function highlightFunctionAtCursor(
  store: AnalysisStore,
  documents: HeatDocuments,
  panel: FlameGraphPanel,
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const highlight = (editor: vscode.TextEditor): void => {
    const view = store.current;
    if (!view || !panel.host) return;
    const source = sourceOfDocument(view, editor.document.uri);
    if (source < 0) return panel.host.highlight([]);
    const at = editor.selection.active.line;
    const mark = documents.known(editor.document)?.marks.find(({ line }) => line === at);
    const line = mark ? view.analysis.lines.line[mark.row] : at + 1;
    panel.host.highlight(functionsAt(view.analysis, view.index, source, line));
  };
  const listening = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
    clearTimeout(timer);
    timer = setTimeout(() => highlight(textEditor), settleMs);
  });
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    listening.dispose();
  });
}
