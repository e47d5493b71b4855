import * as vscode from 'vscode';
import { commands, internalCommands } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import { readSetting } from '../settings.ts';
import { isStale } from './document-heat.ts';
import { hoverText } from './hover-text.ts';

/** Shows the figures of a line in a hover over it: its first screen, and all there is to say when that is asked for. */
export class HeatHover implements vscode.HoverProvider {
  /** Where a hover was shown last. */
  #last: { readonly document: vscode.TextDocument; readonly position: vscode.Position } | undefined;
  /** View and line row of the hover that was unfolded; it stays so until another line is pointed at. */
  #unfolded: readonly [view: unknown, row: unknown] = [undefined, undefined];

  constructor(private readonly parts: Parts) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const { store, documents, controller, changes } = this.parts;
    const view = store.current;
    if (!view || !controller.visible) return undefined;
    const heat = await documents.heatOf(view, document);
    const mark = heat?.marks.find(({ line }) => line === position.line);
    if (!heat || !mark) return undefined;
    this.#last = { document, position };
    const isWhole = this.#unfolded[0] === view.id && this.#unfolded[1] === mark.row;
    if (!isWhole) this.#unfolded = [undefined, undefined];
    const line = document.lineAt(position.line);
    const state = {
      stale: isStale(mark, line.text),
      differs: heat.state === 'differs',
      text: mark.text,
      showGc: readSetting('showGcEstimate'),
      isWhole,
      changes: changes.of(view),
    };
    const text = new vscode.MarkdownString(hoverText(view, mark.row, state));
    const { revealFunction, focusFunction, unfoldHover } = internalCommands;
    text.isTrusted = {
      enabledCommands: [revealFunction, focusFunction, unfoldHover, commands.profileAgainTimes, commands.why],
    };
    return new vscode.Hover(text, line.range);
  }

  /**
   * Shows the last hover again, with all there is to say. VS Code neither lets a hover grow (`<details>` in it is cut off) nor
   * asks for one again but at the cursor.
   */
  async unfold(...line: readonly [view: unknown, row: unknown]): Promise<void> {
    if (!this.#last) return;
    const { document, position } = this.#last;
    const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
    const editor = editors.find((one) => one?.document === document);
    if (!editor) return;
    this.#unfolded = line;
    const selection = new vscode.Range(position, position);
    await vscode.window.showTextDocument(document, { viewColumn: editor.viewColumn, selection });
    await vscode.commands.executeCommand('editor.action.hideHover');
    await vscode.commands.executeCommand('editor.action.showHover', { focus: 'autoFocusImmediately' });
  }
}
