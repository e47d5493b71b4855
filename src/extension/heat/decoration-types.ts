import * as vscode from 'vscode';
import { allHeatLevels, colors } from '../contributed-names.ts';
import type { HeatSettings } from '../settings.ts';

/** What is drawn in an editor, by slot. */
export interface Drawing {
  /** All lines with heat: their colours, their marks in the gutter and the overview ruler. */
  readonly lines: readonly (readonly vscode.Range[])[];
  /** Lines whose gutter shows a change, by level: their colours without the heat's mark in the gutter, which can have one. */
  readonly changed: readonly (readonly vscode.Range[])[];
  /** Figures beside lines, and expressions. */
  readonly texts: readonly (readonly vscode.DecorationOptions[])[];
}

/** Two decoration types for each level and each special kind of line: made once, whatever the number of lines. */
export class DecorationTypes implements vscode.Disposable {
  readonly #lines: readonly vscode.TextEditorDecorationType[];
  readonly #changed: readonly vscode.TextEditorDecorationType[];
  readonly #texts: readonly vscode.TextEditorDecorationType[];
  /** What is drawn where, so that no message is sent for what is not. */
  readonly #drawn = new WeakMap<vscode.TextEditor, Set<vscode.TextEditorDecorationType>>();

  constructor(extensionUri: vscode.Uri, settings: HeatSettings) {
    const markedBy = (name: string): vscode.TextEditorDecorationType =>
      createLine(gutter(extensionUri, settings, name));
    this.#lines = [
      markedBy('heat-stale'),
      ...allHeatLevels.map((level) => createLevel(extensionUri, settings, level)),
      ...['heat-few', 'heat-caller', 'heat-blocked', 'change-slower', 'change-faster'].map(markedBy),
    ];
    this.#changed = allHeatLevels.map((level) => createLevel(extensionUri, { ...settings, gutter: false }, level));
    this.#texts = [
      createText({ color: new vscode.ThemeColor(colors.staleText), fontStyle: 'italic' }),
      ...allHeatLevels.map((level) => createText({ color: new vscode.ThemeColor(colors.text(level)) })),
      createText({ color: new vscode.ThemeColor(colors.uncertainText), fontStyle: 'italic' }),
      createText({ color: new vscode.ThemeColor(colors.callerText) }),
      createText({ color: new vscode.ThemeColor(colors.callerText) }),
      createText({ color: new vscode.ThemeColor(colors.slowerText) }),
      createText({ color: new vscode.ThemeColor(colors.fasterText) }),
      createExpression(),
    ];
  }

  /** Draws all of this, and takes away what was drawn before. */
  apply(editor: vscode.TextEditor, { lines, changed, texts }: Drawing): void {
    this.#lines.forEach((type, slot) => this.#set(editor, type, lines[slot] ?? []));
    this.#changed.forEach((type, index) => this.#set(editor, type, changed[index + 1] ?? []));
    this.#texts.forEach((type, slot) => this.#set(editor, type, texts[slot] ?? []));
  }

  dispose(): void {
    for (const type of [...this.#lines, ...this.#changed, ...this.#texts]) type.dispose();
  }

  #set(
    editor: vscode.TextEditor,
    type: vscode.TextEditorDecorationType,
    what: readonly vscode.Range[] | readonly vscode.DecorationOptions[],
  ): void {
    const drawn = this.#drawn.get(editor) ?? new Set();
    this.#drawn.set(editor, drawn);
    if (what.length > 0) drawn.add(type);
    else if (!drawn.delete(type)) return;
    editor.setDecorations(type, what);
  }
}

function createLevel(extensionUri: vscode.Uri, settings: HeatSettings, level: number): vscode.TextEditorDecorationType {
  return createLine({
    backgroundColor: settings.lineTint ? new vscode.ThemeColor(colors.tint(level)) : undefined,
    overviewRulerColor: settings.overviewRuler ? new vscode.ThemeColor(colors.ruler(level)) : undefined,
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    ...gutter(extensionUri, settings, `heat-${level}`),
  });
}

function createLine(options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    ...options,
  });
}

/** Figures before or behind a line; the text comes with each decoration. */
function createText(text: vscode.ThemableDecorationAttachmentRenderOptions): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    before: { ...text, margin: '0 2ch 0 0' },
    after: { ...text, margin: '0 0 0 3ch' },
  });
}

/** The hottest expression of a line. A border, since only that takes a colour of the theme. */
function createExpression(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    borderColor: new vscode.ThemeColor(colors.expression),
    borderStyle: 'solid',
    borderWidth: '0 0 2px 0',
  });
}

function gutter(extensionUri: vscode.Uri, settings: HeatSettings, name: string): vscode.DecorationRenderOptions {
  if (!settings.gutter) return {};
  const icon = (theme: string): vscode.ThemableDecorationRenderOptions => ({
    gutterIconPath: vscode.Uri.joinPath(extensionUri, 'media', 'gutter', `${name}-${theme}.svg`),
    gutterIconSize: 'contain',
  });
  return { dark: icon('dark'), light: icon('light') };
}
