import * as vscode from 'vscode';
import { allHeatLevels, colors } from '../contributed-names.ts';
import type { HeatSettings } from '../settings.ts';

/** What is drawn in an editor. */
export interface Drawing {
  /** By slot: lines with heat, with their figures, their marks in the gutter and the overview ruler. */
  readonly lines: readonly (readonly vscode.DecorationOptions[])[];
  /** Lines whose gutter shows a change, by level: without the heat's mark in the gutter, which can have one. */
  readonly changed: readonly (readonly vscode.DecorationOptions[])[];
  readonly expressions: readonly vscode.Range[];
}

/** A decoration type for each level and each special kind of line: made once, whatever the number of lines. */
export class DecorationTypes implements vscode.Disposable {
  readonly #lines: readonly vscode.TextEditorDecorationType[];
  readonly #changed: readonly vscode.TextEditorDecorationType[];
  readonly #expression = createExpression();
  /** What is drawn where, so that no message is sent for what is not. */
  readonly #drawn = new WeakMap<vscode.TextEditor, Set<vscode.TextEditorDecorationType>>();

  constructor(extensionUri: vscode.Uri, settings: HeatSettings) {
    const marked = (name: string, color: string, fontStyle?: string): vscode.TextEditorDecorationType =>
      createLine(color, gutter(extensionUri, settings, name), fontStyle);
    const createLevel = (
      level: number,
      gutterOfLevel: vscode.DecorationRenderOptions,
    ): vscode.TextEditorDecorationType =>
      createLine(colors.text(level), {
        backgroundColor: settings.lineTint ? new vscode.ThemeColor(colors.tint(level)) : undefined,
        overviewRulerColor: settings.overviewRuler ? new vscode.ThemeColor(colors.ruler(level)) : undefined,
        overviewRulerLane: vscode.OverviewRulerLane.Center,
        ...gutterOfLevel,
      });
    this.#lines = [
      marked('heat-stale', colors.staleText, 'italic'),
      ...allHeatLevels.map((level) => createLevel(level, gutter(extensionUri, settings, `heat-${level}`))),
      marked('heat-few', colors.uncertainText, 'italic'),
      marked('heat-caller', colors.callerText),
      marked('heat-blocked', colors.callerText),
      marked('change-slower', colors.slowerText),
      marked('change-faster', colors.fasterText),
    ];
    this.#changed = allHeatLevels.map((level) => createLevel(level, {}));
  }

  /** Draws all of this, and takes away what was drawn before. */
  apply(editor: vscode.TextEditor, { lines, changed, expressions }: Drawing): void {
    this.#lines.forEach((type, slot) => this.#set(editor, type, lines[slot] ?? []));
    this.#changed.forEach((type, index) => this.#set(editor, type, changed[index + 1] ?? []));
    this.#set(editor, this.#expression, expressions);
  }

  dispose(): void {
    for (const type of [...this.#lines, ...this.#changed, this.#expression]) type.dispose();
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

/** A whole line, and figures before or behind it: their text comes with each decoration. */
function createLine(
  color: string,
  options: vscode.DecorationRenderOptions,
  fontStyle?: string,
): vscode.TextEditorDecorationType {
  const text = { color: new vscode.ThemeColor(color), fontStyle };
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    before: { ...text, margin: '0 2ch 0 0' },
    after: { ...text, margin: '0 0 0 3ch' },
    ...options,
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
