import * as vscode from 'vscode';
import { colors, heatLevels } from '../contributions.ts';
import type { HeatSettings } from '../settings.ts';

/** Which decoration draws what; levels of heat have the slots from 1 to `heatLevels`. */
export const slots = { stale: 0, tooFew: heatLevels + 1, expression: heatLevels + 2 } as const;
export const slotCount = heatLevels + 3;

/** One decoration type for each level and each special kind of line: made once, whatever the number of lines. */
export class DecorationTypes implements vscode.Disposable {
  readonly #types: readonly vscode.TextEditorDecorationType[];
  /** What is drawn where, so that no message is sent for what is not. */
  readonly #drawn = new WeakMap<vscode.TextEditor, ReadonlySet<number>>();

  constructor(extensionUri: vscode.Uri, settings: HeatSettings) {
    const levels = Array.from({ length: heatLevels }, (_, index) => createLevel(extensionUri, settings, index + 1));
    this.#types = [
      createPale(extensionUri, settings, colors.staleText, 'heat-stale'),
      ...levels,
      createPale(extensionUri, settings, colors.uncertainText, 'heat-few'),
      createExpression(),
    ];
  }

  /** Draws these lines, by slot, and takes away what was drawn before. */
  apply(editor: vscode.TextEditor, bySlot: readonly (readonly vscode.DecorationOptions[])[]): void {
    const before = this.#drawn.get(editor);
    const drawn = new Set<number>();
    this.#types.forEach((type, slot) => {
      const options = bySlot[slot] ?? [];
      if (options.length > 0) drawn.add(slot);
      if (options.length > 0 || before?.has(slot)) editor.setDecorations(type, options);
    });
    this.#drawn.set(editor, drawn);
  }

  dispose(): void {
    for (const type of this.#types) type.dispose();
  }
}

function createLevel(extensionUri: vscode.Uri, settings: HeatSettings, level: number): vscode.TextEditorDecorationType {
  const text = new vscode.ThemeColor(colors.text(level));
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    backgroundColor: settings.lineTint ? new vscode.ThemeColor(colors.tint(level)) : undefined,
    overviewRulerColor: settings.overviewRuler ? new vscode.ThemeColor(colors.ruler(level)) : undefined,
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    before: { color: text, margin: beforeMargin },
    after: { color: text, margin: inlineMargin },
    ...gutter(extensionUri, settings, `heat-${level}`),
  });
}

/** Lines whose figures are not to be taken at their word. */
function createPale(
  extensionUri: vscode.Uri,
  settings: HeatSettings,
  color: string,
  icon: string,
): vscode.TextEditorDecorationType {
  const text = { color: new vscode.ThemeColor(color), fontStyle: 'italic' };
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    before: { ...text, margin: beforeMargin },
    after: { ...text, margin: inlineMargin },
    ...gutter(extensionUri, settings, icon),
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

const inlineMargin = '0 0 0 3ch';
const beforeMargin = '0 2ch 0 0';
