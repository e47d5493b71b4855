import * as vscode from 'vscode';
import type { FunctionIndex } from '../../core/index.ts';
import { functionLabel, placeLabel } from '../../present/names.ts';
import { formatTime } from '../../present/quantities.ts';
import { calleesOf, callersOf, type Neighbour } from '../analysis/analysis-index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { withoutIcons } from '../plain-text.ts';

interface NeighbourItem extends vscode.QuickPickItem {
  readonly function?: FunctionIndex;
}

/** Asks for one of the functions that call function `row`, or that it calls, with the time of those calls. */
export async function pickNeighbour(view: AnalysisView, row: number): Promise<FunctionIndex | undefined> {
  const { analysis } = view;
  const items = [
    ...group(view, 'called by', callersOf(analysis, row)),
    ...group(view, 'calls', calleesOf(analysis, row)),
  ];
  const title = `Callers and Callees of ${functionLabel(analysis.functions.name[row])}`;
  const options = { title, placeHolder: 'Function to go to', matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, options))?.function;
}

function group({ analysis }: AnalysisView, title: string, neighbours: readonly Neighbour[]): NeighbourItem[] {
  if (neighbours.length === 0) return [];
  const { functions, sources } = analysis;
  const items = neighbours.map(({ function: row, time }) => {
    const path = sources[functions.source[row]]?.path;
    const place = path === undefined ? '' : ` · ${placeLabel(path, functions.line[row])}`;
    return {
      label: withoutIcons(functionLabel(functions.name[row])),
      description: withoutIcons(`${formatTime(time)}${place}`),
      function: row,
    };
  });
  return [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...items];
}
