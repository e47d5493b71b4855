import * as vscode from 'vscode';
import { colors, heatLevels } from '../contributions.ts';
import type { HeatSettings } from '../settings.ts';

/** One decoration type for each level, and one for edited lines: made once, whatever the number of lines. */
export class DecorationTypes implements vscode.Disposable {
  /** Index is the level; 0 is the one of stale lines. */
  readonly #types: readonly vscode.TextEditorDecorationType[];

  constructor(extensionUri: vscode.Uri, settings: HeatSettings) {
    const levels = Array.from({ length: heatLevels }, (_, index) => createLevel(extensionUri, settings, index + 1));
    this.#types = [createStale(extensionUri, settings), ...levels];
  }

  /** Draws these lines, by level (index 0: stale), and takes away what was drawn before. */
  apply(editor: vscode.TextEditor, byLevel: readonly (readonly vscode.DecorationOptions[])[]): void {
    this.#types.forEach((type, level) => editor.setDecorations(type, byLevel[level] ?? []));
  }

  dispose(): void {
    for (const type of this.#types) type.dispose();
  }
}

function createLevel(extensionUri: vscode.Uri, settings: HeatSettings, level: number): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    backgroundColor: settings.lineTint ? new vscode.ThemeColor(colors.tint(level)) : undefined,
    overviewRulerColor: settings.overviewRuler ? new vscode.ThemeColor(colors.ruler(level)) : undefined,
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    after: { color: new vscode.ThemeColor(colors.text(level)), margin: inlineMargin },
    ...gutter(extensionUri, settings, `heat-${level}`),
  });
}

function createStale(extensionUri: vscode.Uri, settings: HeatSettings): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: { color: new vscode.ThemeColor(colors.staleText), margin: inlineMargin, fontStyle: 'italic' },
    ...gutter(extensionUri, settings, 'heat-stale'),
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

const inlineMargin = '0 0 0 3ch';
