import * as vscode from 'vscode';
import type { AnalysisLoader } from '../analysis/analysis-loader.ts';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import { recordingEditors } from '../contributions.ts';
import { type PanelActions, PanelHost } from './panel-host.ts';

/** Opens recording files (`*.cpuprofile`, `*.v8log`) as flame graphs, and shows their heat. */
export class RecordingEditor implements vscode.CustomReadonlyEditorProvider {
  readonly #extensionUri: vscode.Uri;
  readonly #store: AnalysisStore;
  readonly #loader: AnalysisLoader;
  readonly #actions: PanelActions;

  constructor(extensionUri: vscode.Uri, store: AnalysisStore, loader: AnalysisLoader, actions: PanelActions) {
    this.#extensionUri = extensionUri;
    this.#store = store;
    this.#loader = loader;
    this.#actions = actions;
  }

  register(): vscode.Disposable {
    const options = { supportsMultipleEditorsPerDocument: true };
    return vscode.Disposable.from(
      ...Object.values(recordingEditors).map((viewType) =>
        vscode.window.registerCustomEditorProvider(viewType, this, options),
      ),
    );
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    const host = new PanelHost(panel.webview, this.#extensionUri, this.#actions);
    const disposables: vscode.Disposable[] = [host];
    let isOpen = true;
    panel.onDidDispose(() => {
      isOpen = false;
      for (const disposable of disposables) disposable.dispose();
    });
    host.show({ kind: 'loading', message: vscode.l10n.t('Reading the recording…') });
    try {
      if (document.uri.scheme !== 'file') throw new Error(vscode.l10n.t('Only recordings on disk can be opened.'));
      const shown = this.#store.current;
      const view = shown?.recording.fsPath === document.uri.fsPath ? shown : await this.#loader.load(document.uri);
      // Nobody waits for a recording any more whose editor was closed.
      if (!isOpen) return;
      if (!view) {
        host.show({ kind: 'empty', message: vscode.l10n.t('Reading was cancelled.') });
        return;
      }
      disposables.push(this.#store.retain(view));
      host.show({ kind: 'view', view });
      this.#store.show(view);
    } catch (error) {
      host.show({ kind: 'failed', message: this.#actions.describeError(error) });
    }
  }
}
