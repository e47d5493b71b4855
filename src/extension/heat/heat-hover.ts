import * as vscode from 'vscode';
import { internalCommands } from '../contributed-names.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import type { Compared } from '../changes/changes-store.ts';
import type { Parts } from '../parts.ts';
import { readSetting } from '../settings.ts';
import { hoverText, type LineState } from './hover-text.ts';
import { isStale } from './line-marks.ts';

function changesOf(compared: Compared | undefined, { analysis }: AnalysisView, row: number): LineState['changes'] {
  if (!compared) return undefined;
  const { index, comparison, before } = compared;
  return {
    since: before.title,
    runs: comparison.runs,
    line: index.ofLine.get(row),
    function: index.ofFunction.get(analysis.lines.function[row]),
  };
}

/** Shows the figures of a line in a hover over it. */
export function createHeatHover({ store, documents, controller, changes }: Parts): vscode.HoverProvider {
  return {
    async provideHover(document, position) {
      const view = store.current;
      if (!view || !controller.visible) return undefined;
      const heat = await documents.heatOf(view, document);
      const mark = heat?.marks.find(({ line }) => line === position.line);
      if (!heat || !mark) return undefined;
      const line = document.lineAt(position.line);
      const state = {
        stale: isStale(mark, line.text),
        differs: heat.state === 'differs',
        text: mark.text,
        showGc: readSetting('showGcEstimate'),
        changes: changesOf(changes.of(view), view, mark.row),
      };
      const text = new vscode.MarkdownString(hoverText(view, mark.row, state));
      const { revealFunction, focusFunction, pickNeighbour } = internalCommands;
      text.isTrusted = { enabledCommands: [revealFunction, focusFunction, pickNeighbour] };
      return new vscode.Hover(text, line.range);
    },
  };
}
