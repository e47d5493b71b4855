import * as vscode from 'vscode';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import type { ChangedRow } from '../../compare/index.ts';
import { changeLabel } from '../../present/changes.ts';
import type { ChangeIndex } from '../changes/changes-model.ts';
import type { ChangesStore } from '../changes/changes-store.ts';
import type { HeatSettings } from '../settings.ts';
import type { DecorationTypes, Drawing } from './decoration-types.ts';
import { hotExpressions } from './expression-text.ts';
import { type DocumentHeat, isStale, type LineMark } from './document-heat.ts';
import type { HeatDocuments } from './heat-documents.ts';
import { shownLine, type ShownLine, slotCount, slots } from './shown-line.ts';

/**
 * So many lines of a file have figures and an expression, the hottest: each is a message and a style of its own. Only who draws
 * lines of less than a thousandth has more.
 */
const mostFigures = 500;

/** Everything that is drawn in an editor for the recording that is shown. */
export class HeatPainter {
  /** A token for each editor's latest paint request; older requests stop when they see a newer one. */
  readonly #turns = new WeakMap<vscode.TextEditor, object>();

  constructor(
    private readonly store: AnalysisStore,
    private readonly documents: HeatDocuments,
    private readonly changes: ChangesStore,
  ) {}

  async paint(
    editor: vscode.TextEditor,
    types: DecorationTypes,
    settings: HeatSettings,
    visible: boolean,
  ): Promise<void> {
    const turn = {};
    this.#turns.set(editor, turn);
    const view = this.store.current;
    // Where the cursor stands is asked of hidden heat too.
    const heat = view && (await this.documents.heatOf(view, editor.document));
    // While the file was read, another recording may have been shown, or heat hidden.
    if (this.#turns.get(editor) !== turn) return;
    const index = view && this.changes.of(view)?.index;
    types.apply(editor, visible && heat && view ? drawingOf(view, heat, settings, editor.document, index) : nothing);
  }
}

const nothing: Drawing = { lines: [], changed: [], expressions: [] };

function drawingOf(
  view: AnalysisView,
  { state, marks }: DocumentHeat,
  settings: HeatSettings,
  document: vscode.TextDocument,
  changes: ChangeIndex | undefined,
): Drawing {
  const empty = (): vscode.DecorationOptions[][] => Array.from({ length: slotCount }, () => []);
  const [lines, changed, expressions] = [empty(), empty(), new Array<vscode.Range>()];
  let drawn = 0;
  // The hottest come first.
  for (const mark of marks) {
    if (mark.line >= document.lineCount) continue;
    const line = document.lineAt(mark.line);
    const stale = state === 'differs' || isStale(mark, line.text);
    const heat = shownLine(view, mark.row, settings, stale);
    const changedRow = changes?.ofLine.get(mark.row);
    // What had no time before and has next to none now is no news.
    const isTiny = changedRow?.ratio === undefined && heat?.slot === slots.tooFew;
    const change = stale || isTiny ? undefined : shownChange(changedRow);
    if (!heat && !change) continue;
    const isTold = ++drawn <= mostFigures;
    const optionsOf = ({ text }: ShownLine): vscode.DecorationOptions =>
      isTold && settings.inlineText
        ? { range: line.range, renderOptions: besideCode(line, text) }
        : { range: line.range };
    if (heat) (change ? changed : lines)[heat.slot].push(optionsOf(heat));
    if (change) lines[change.slot].push(optionsOf(change));
    const isLevel = isTold && heat !== undefined && heat.slot > slots.stale && heat.slot < slots.tooFew;
    const expression = settings.underlineExpression && isLevel ? hottestExpression(view, mark, line) : undefined;
    if (expression) expressions.push(expression);
  }
  return { lines, changed, expressions };
}

function shownChange(change: ChangedRow | undefined): ShownLine | undefined {
  if (!change || change.verdict === 'unclear') return undefined;
  return { slot: slots[change.verdict], text: changeLabel(change) };
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
