import * as vscode from 'vscode';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import type { PreviousRuns } from '../analysis/previous-runs.ts';
import { internalCommands } from '../contributions.ts';
import { readShowGcEstimate } from '../settings.ts';
import type { HeatController } from './heat-controller.ts';
import type { HeatDocuments } from './heat-documents.ts';
import { hoverText } from './hover-text.ts';
import { isStale } from './line-marks.ts';

/** The figures of a line, over the line. */
export class HeatHover implements vscode.HoverProvider {
  readonly #store: AnalysisStore;
  readonly #documents: HeatDocuments;
  readonly #controller: HeatController;
  readonly #previousRuns: PreviousRuns;

  constructor(store: AnalysisStore, documents: HeatDocuments, controller: HeatController, previousRuns: PreviousRuns) {
    this.#store = store;
    this.#documents = documents;
    this.#controller = controller;
    this.#previousRuns = previousRuns;
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const view = this.#store.current;
    if (!view || !this.#controller.visible) return undefined;
    const heat = await this.#documents.heatOf(view, document);
    const mark = heat?.marks.find(({ line }) => line === position.line);
    if (!heat || !mark) return undefined;
    const line = document.lineAt(position.line);
    const state = {
      stale: isStale(mark, line.text),
      differs: heat.state === 'differs',
      text: mark.text,
      showGc: readShowGcEstimate(),
      rowBefore: await this.#previousRuns.rowBefore(view, mark.row),
    };
    const text = new vscode.MarkdownString(hoverText(view, mark.row, state));
    text.isTrusted = { enabledCommands: [internalCommands.revealFunction, internalCommands.focusFunction] };
    return new vscode.Hover(text, line.range);
  }
}
