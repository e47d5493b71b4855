import * as vscode from 'vscode';
import { heatOfLine } from '../analysis/analysis-index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { commands } from '../contributed-names.ts';
import type { HeatDocuments } from '../heat/heat-documents.ts';
import { heatLevel } from '../heat/heat-scale.ts';
import type { Parts } from '../parts.ts';
import type { CommandTable } from '../report-error.ts';
import { readHeatSettings } from '../settings.ts';
import type { HotLinesTree } from '../tree/hot-lines-tree.ts';
import { select } from './reveal.ts';

/** Commands on what is drawn in the editor, and on the tree. */
export function heatCommands(parts: Parts, tree: HotLinesTree): CommandTable {
  const { store, controller } = parts;
  return {
    [commands.showHeat]: () => controller.setVisible(true),
    [commands.hideHeat]: () => controller.setVisible(false),
    [commands.toggleHeat]: () => controller.setVisible(!controller.visible),
    [commands.clear]: () => {
      store.ask();
      store.show(undefined);
    },
    [commands.nextHotLine]: () => goToHotLine(parts, 1),
    [commands.previousHotLine]: () => goToHotLine(parts, -1),
    [commands.showDependencies]: () => tree.showDependencies(true),
    [commands.hideDependencies]: () => tree.showDependencies(false),
  };
}

/** To the next line with heat below (1) or above (-1) the cursor, around the ends; in a cold file, to the hottest. */
async function goToHotLine({ store, documents, revealer }: Parts, direction: 1 | -1): Promise<void> {
  const view = store.current;
  const hottest = view?.index.hottestLine;
  if (!view || hottest === undefined) {
    throw new Error('There are no hot lines yet. Profile a file first.');
  }
  const editor = vscode.window.activeTextEditor;
  const lines = editor ? await hotLinesIn(view, documents, editor.document) : [];
  if (!editor || lines.length === 0) return revealer.line(view, hottest);
  const from = editor.selection.active.line;
  const ahead = direction === 1 ? lines.find((line) => line > from) : lines.findLast((line) => line < from);
  const target = ahead ?? (direction === 1 ? lines[0] : lines[lines.length - 1]);
  select(editor, target, editor.document.lineAt(target).firstNonWhitespaceCharacterIndex);
}

/** Lines of a document that heat is drawn on, from top to bottom, 0-based. */
async function hotLinesIn(view: AnalysisView, documents: HeatDocuments, document: vscode.TextDocument) {
  const heat = await documents.heatOf(view, document);
  const { minimumShare } = readHeatSettings();
  const { selfTime } = view.analysis.lines;
  const drawn = (heat?.marks ?? []).filter(
    ({ row }) => heatLevel(heatOfLine(view, row, selfTime[row]), minimumShare) > 0,
  );
  return drawn.map(({ line }) => line).sort((a, b) => a - b);
}
