import * as vscode from 'vscode';
import { Precision, shareOf } from '../../profile/index.ts';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { formatShare, formatTime } from '../format.ts';
import { heatLevels } from '../contributions.ts';
import type { HeatSettings } from '../settings.ts';
import { type DecorationTypes } from './decoration-types.ts';
import type { HeatDocuments } from './heat-documents.ts';
import { buildHeatScale, type HeatScale, heatLevel } from './heat-scale.ts';
import { isStale, type LineMark } from './line-marks.ts';

/** Everything that is drawn in an editor for the recording that is shown. */
export class HeatPainter {
  readonly #store: AnalysisStore;
  readonly #documents: HeatDocuments;

  constructor(store: AnalysisStore, documents: HeatDocuments) {
    this.#store = store;
    this.#documents = documents;
  }

  /** Draws, or takes away, the heat of one editor. */
  async paint(
    editor: vscode.TextEditor,
    types: DecorationTypes,
    settings: HeatSettings,
    visible: boolean,
  ): Promise<void> {
    const view = this.#store.current;
    const heat = visible && view ? await this.#documents.heatOf(view, editor.document) : undefined;
    if (!heat || !view) {
      types.apply(editor, []);
      return;
    }
    // The recording may have changed while the file was read.
    if (view !== this.#store.current) return;
    const scale = scaleOf(view, settings);
    const byLevel: vscode.DecorationOptions[][] = Array.from({ length: heatLevels + 1 }, () => []);
    for (const mark of onePerLine(heat.marks, editor.document)) {
      const level = heatLevel(scale, shareOf(view.analysis, view.analysis.lines.selfTime[mark.row]));
      if (level === 0 || mark.line >= editor.document.lineCount) continue;
      const line = editor.document.lineAt(mark.line);
      const stale = heat.state === 'differs' || isStale(mark, line.text);
      const contentText = settings.inlineText ? inlineText(view, mark.row, stale) : undefined;
      byLevel[stale ? 0 : level].push({
        range: line.range,
        renderOptions: contentText ? { after: { contentText } } : undefined,
      });
    }
    types.apply(editor, byLevel);
  }
}

/** The scale that the recording's heat is drawn on. */
export function scaleOf(view: AnalysisView, settings: HeatSettings): HeatScale {
  return buildHeatScale(view.index.hottestShare, settings.minimumShare);
}

/** The text at the end of a line: `31.2 % · 312 ms`; `≈` before it where the line is not sure. */
export function inlineText(view: AnalysisView, row: number, stale: boolean): string {
  const { lines } = view.analysis;
  const time = lines.selfTime[row];
  const figures = `${formatShare(shareOf(view.analysis, time))} · ${formatTime(time)}`;
  const approximate = lines.precision[row] === Precision.exact ? '' : '≈ ';
  return stale ? vscode.l10n.t('was {0}', figures) : approximate + figures;
}

/** Marks that an edit brought to one line: the one that still is that line wins, then the hotter. */
function onePerLine(marks: readonly LineMark[], document: vscode.TextDocument): Iterable<LineMark> {
  const byLine = new Map<number, LineMark>();
  for (const mark of marks) {
    const other = byLine.get(mark.line);
    const takesOver = other && mark.line < document.lineCount && isStale(other, document.lineAt(mark.line).text);
    if (!other || (takesOver && !isStale(mark, document.lineAt(mark.line).text))) byLine.set(mark.line, mark);
  }
  return byLine.values();
}
