import * as vscode from 'vscode';
import { functionsAt } from '../analysis/analysis-index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { recordedUri, sourceOfDocument, uriOfSource } from '../analysis/source-uris.ts';
import { commands, internalCommands } from '../contributed-names.ts';
import { currentEditor } from '../current-file.ts';
import type { HeatDocuments } from '../heat/heat-documents.ts';
import type { KeptText } from '../heat/profiled-text.ts';
import { lastWrite } from '../files-of-recording.ts';
import type { Parts } from '../parts.ts';
import type { CommandTable } from '../report-error.ts';
import type { TreeRow } from '../tree/tree-row.ts';

/** Shows lines and functions of a recording in the editor. */
export class Revealer {
  constructor(
    private readonly documents: HeatDocuments,
    private readonly kept: KeptText,
  ) {}

  /** Shows a row of the line table, where it stands now; `column` 0-based. */
  async line(view: AnalysisView, row: number, column = 0): Promise<void> {
    const { lines } = view.analysis;
    const { editor, heat } = await this.#open(view, lines.source[row]);
    const mark = heat?.marks.find((one) => one.row === row);
    select(editor, mark?.line ?? lines.line[row] - 1, column);
  }

  /** Shows where a function is defined; one without a source says so. `keepLayout`: only where an editor is in sight. */
  async function(view: AnalysisView, row: number, keepLayout = false): Promise<void> {
    if (keepLayout && visibleColumn() === undefined) return;
    const { functions } = view.analysis;
    const { editor, heat } = await this.#open(view, functions.source[row]);
    const line = functions.line[row] - 1;
    select(editor, heat ? heat.lineNow(line) : line, functions.column[row]);
  }

  async #open(view: AnalysisView, source: number) {
    const uri = await this.#uriOf(view, source);
    if (!uri) {
      const name = view.analysis.sources[source]?.path;
      throw new Error(
        name
          ? `The source ${name} is neither on disk nor in the recording.`
          : 'This function has no source file: it is part of Node or V8.',
      );
    }
    const viewColumn = visibleColumn() ?? vscode.ViewColumn.Beside;
    const editor = await vscode.window.showTextDocument(uri, { preview: true, viewColumn });
    return { editor, heat: await this.documents.heatOf(view, editor.document) };
  }

  /** Where a source can be opened; that of a file which is gone, with the text that was put aside. */
  async #uriOf(view: AnalysisView, source: number): Promise<vscode.Uri | undefined> {
    const uri = uriOfSource(view, source);
    if (uri?.scheme !== 'file' || (await lastWrite(uri.fsPath)) !== undefined) return uri;
    const { contentHash } = view.analysis.sources[source];
    const kept = contentHash === undefined ? undefined : await this.kept(contentHash);
    return kept === undefined ? undefined : recordedUri(view, source);
  }
}

/** Commands behind links in hovers and rows of the tree. Row numbers are checked, since a link can outlive its recording. */
export function revealCommands({ store, revealer, panel }: Parts): CommandTable {
  const focus = (view: AnalysisView, row: number): void => {
    store.show(view);
    panel.reveal(row);
  };
  const onRow =
    (table: 'lines' | 'functions', act: (view: AnalysisView, row: number) => unknown) =>
    (id: unknown, row: unknown) => {
      const view = store.find(Number(id));
      if (!view) throw new Error('That recording is no longer shown.');
      if (typeof row !== 'number' || !(row in view.analysis[table].line))
        throw new Error('That place is not in the recording.');
      return act(view, row);
    };
  return {
    [internalCommands.revealLine]: onRow('lines', (view, row) => revealer.line(view, row)),
    [internalCommands.revealFunction]: onRow('functions', (view, row) => revealer.function(view, row)),
    [internalCommands.focusFunction]: onRow('functions', focus),
    [commands.showInFlameGraph]: (row?: TreeRow) => {
      const view = store.current;
      if (!view) throw new Error('Nothing has been profiled yet. Profile a file first.');
      focus(view, row?.function ?? functionAtCursor(view));
    },
  };
}

function functionAtCursor(view: AnalysisView): number {
  const editor = currentEditor();
  const source = editor ? sourceOfDocument(view, editor.document.uri) : -1;
  const found =
    editor && source >= 0 ? functionsAt(view.analysis, view.index, source, editor.selection.active.line + 1) : [];
  if (found.length === 0) throw new Error('The recording has no function at the cursor.');
  return found[0];
}

/** The group in sight that shows files, or is empty: never the one whose flame graph is looked at. */
export function visibleColumn(): vscode.ViewColumn | undefined {
  const flameGraphs = [vscode.TabInputWebview, vscode.TabInputCustom];
  const isFree = ({ activeTab }: vscode.TabGroup): boolean =>
    !flameGraphs.some((kind) => activeTab?.input instanceof kind);
  return currentEditor()?.viewColumn ?? vscode.window.tabGroups.all.find(isFree)?.viewColumn;
}

/** Puts the cursor there, and brings it into sight; 0-based. */
export function select(editor: vscode.TextEditor, line: number, column: number): void {
  const position = new vscode.Position(Math.min(Math.max(line, 0), editor.document.lineCount - 1), Math.max(column, 0));
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
