import * as vscode from 'vscode';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import type { ChangesStore } from '../changes/changes-store.ts';
import { contextKeys } from '../contributed-names.ts';
import { readHeatSettings, touches } from '../settings.ts';
import { DecorationTypes } from './decoration-types.ts';
import type { HeatDocuments } from './heat-documents.ts';
import { HeatPainter } from './heat-painter.ts';

/** A pause in which nothing is typed. */
const TYPING_MS = 100;

/** Keeps the heat of all visible editors up to date. */
export class HeatController {
  readonly #painter: HeatPainter;
  readonly #painted = new vscode.EventEmitter<void>();
  /** Heat was drawn or taken away. */
  readonly onDidPaint = this.#painted.event;
  #settings = readHeatSettings();
  /** Made when there is heat to draw. */
  #types: DecorationTypes | undefined;
  #visible = true;
  #repainting: NodeJS.Timeout | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly store: AnalysisStore,
    private readonly documents: HeatDocuments,
    changes: ChangesStore,
    private readonly log: vscode.LogOutputChannel,
    subscriptions: vscode.Disposable[],
  ) {
    this.#painter = new HeatPainter(store, documents, changes);
    subscriptions.push(
      store.onDidChange((view) => this.#viewChanged(view)),
      changes.onDidChange(({ kind }) => kind === 'comparing' || this.paintAll()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.paintAll()),
      vscode.workspace.onDidChangeTextDocument((event) => this.#edited(event)),
      vscode.workspace.onDidCloseTextDocument((document) => documents.close(document)),
      vscode.workspace.onDidChangeConfiguration((event) => this.#configured(event)),
      this.#painted,
      { dispose: () => clearTimeout(this.#repainting) },
      { dispose: () => this.#types?.dispose() },
    );
    this.#publish();
  }

  get visible(): boolean {
    return this.#visible;
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#publish();
    this.paintAll();
  }

  paintAll(): void {
    for (const editor of vscode.window.visibleTextEditors) this.#paint(editor);
  }

  #viewChanged(view: AnalysisView | undefined): void {
    this.documents.show(view);
    if (view) this.#visible = true;
    this.#publish();
    this.paintAll();
  }

  #edited(event: vscode.TextDocumentChangeEvent): void {
    if (!this.documents.edit(event)) return;
    // Finding the lines of a text that was edited much takes a tenth of a second; until then VS Code moves what is drawn.
    clearTimeout(this.#repainting);
    this.#repainting = setTimeout(() => this.paintAll(), TYPING_MS);
  }

  #configured(event: vscode.ConfigurationChangeEvent): void {
    if (!touches(event, 'heat')) return;
    this.#types?.dispose();
    this.#types = undefined;
    this.#settings = readHeatSettings();
    this.paintAll();
  }

  #paint(editor: vscode.TextEditor): void {
    // Nothing was ever drawn: nothing is to be taken away.
    if (!this.#types && !this.store.current) return this.#painted.fire();
    this.#types ??= new DecorationTypes(this.extensionUri, this.#settings);
    this.#painter.paint(editor, this.#types, this.#settings, this.#visible).then(
      () => this.#painted.fire(),
      (error: unknown) => this.log.error(`Heat of ${editor.document.uri.toString()}`, error),
    );
  }

  #publish(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.heatVisible, this.#visible);
  }
}
