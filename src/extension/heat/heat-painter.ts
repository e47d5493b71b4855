import * as vscode from 'vscode';
import { hasTooFewSamples, Precision, shareOf } from '../../profile/index.ts';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { formatShare, formatTime } from '../format.ts';
import { hotExpressions } from '../analysis/hot-expressions.ts';
import type { HeatSettings } from '../settings.ts';
import { type DecorationTypes, slotCount, slots } from './decoration-types.ts';
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
    const bySlot: vscode.DecorationOptions[][] = Array.from({ length: slotCount }, () => []);
    const scale = scaleOf(view, settings);
    for (const mark of onePerLine(heat.marks, editor.document)) {
      const level = heatLevel(scale, shareOf(view.analysis, view.analysis.lines.selfTime[mark.row]));
      if (level === 0 || mark.line >= editor.document.lineCount) continue;
      const line = editor.document.lineAt(mark.line);
      const stale = heat.state === 'differs' || isStale(mark, line.text);
      const slot = slotOf(view, mark.row, level, stale);
      const text = settings.inlineText ? inlineText(view, mark.row, stale) : undefined;
      bySlot[slot].push({ range: line.range, renderOptions: text === undefined ? undefined : besideCode(line, text) });
      const expression =
        settings.underlineExpression && slot === level ? hottestExpression(view, mark, line) : undefined;
      if (expression) bySlot[slots.expression].push({ range: expression });
    }
    types.apply(editor, bySlot);
  }
}

function slotOf({ analysis }: AnalysisView, row: number, level: number, stale: boolean): number {
  if (stale) return slots.stale;
  return hasTooFewSamples(analysis, row) ? slots.tooFew : level;
}

/** Lines longer than this have their figures before them, where they are seen. */
const longestLine = 400;

function besideCode(line: vscode.TextLine, contentText: string): vscode.DecorationInstanceRenderOptions {
  return line.text.length > longestLine ? { before: { contentText } } : { after: { contentText } };
}

/** An expression is underlined when it makes up at least this part of its line, and is not all of it. */
const leastPart = 0.25;

function hottestExpression(view: AnalysisView, mark: LineMark, line: vscode.TextLine): vscode.Range | undefined {
  const hottest = hotExpressions(view.analysis, mark.row, mark.text).at(0);
  if (!hottest || hottest.part < leastPart) return undefined;
  // The line may have been indented anew since.
  const indentation = mark.text.length - mark.text.trimStart().length;
  const shift = line.firstNonWhitespaceCharacterIndex - indentation;
  const [start, end] = [hottest.start, hottest.end].map((column) => Math.max(0, column + shift));
  return new vscode.Range(line.lineNumber, start, line.lineNumber, end);
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
  if (stale) return vscode.l10n.t('was {0}', figures);
  if (hasTooFewSamples(view.analysis, row))
    return vscode.l10n.t('≈ {0} · too few samples', formatShare(shareOf(view.analysis, time)));
  return approximate + figures;
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
