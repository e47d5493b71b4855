import * as vscode from 'vscode';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { recordingEditors } from '../contributed-names.ts';
import { lastWrite } from '../files-of-recording.ts';
import type { Parts } from '../parts.ts';
import { describeError } from '../report-error.ts';
import { PanelHost } from './panel-host.ts';

/** Opens recording files (`*.cpuprofile`, `*.v8log`) as flame graphs, and shows their heat. */
export class RecordingEditor implements vscode.CustomReadonlyEditorProvider {
  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly parts: Parts,
  ) {}

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

  /** Returns before the recording is read: only then does VS Code show the page, which loads meanwhile. */
  resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const { store, log } = this.parts;
    const host = new PanelHost(panel.webview, this.extensionUri, this.parts);
    host.show({ kind: 'loading', message: 'Reading the recording…' });
    const closed = new AbortController();
    const asked = store.ask();
    const view = this.#read(document.uri, closed.signal);
    let retained: vscode.Disposable | undefined;
    const show = (found: AnalysisView): void => {
      retained?.dispose();
      retained = store.retain(found);
      host.show({ kind: 'view', view: found });
    };
    // Another part of the same recording, chosen here or elsewhere.
    const listening = store.onDidChange((shown) => {
      if (host.view && shown?.recording.fsPath === document.uri.fsPath) show(shown);
    });
    panel.onDidChangeViewState(() => {
      if (panel.active && host.view) store.show(host.view);
    });
    panel.onDidDispose(() => {
      closed.abort();
      listening.dispose();
      retained?.dispose();
      // The heat of a recording that nobody has open would stay without a name.
      if (host.view !== undefined && host.view === store.current) store.show(undefined);
      host.dispose();
    });
    view.then(
      (found) => {
        // Nobody waits for a recording any more whose editor was closed.
        if (closed.signal.aborted) return;
        if (!found) return host.show({ kind: 'empty', message: 'Reading was cancelled.' });
        show(found);
        if (!asked.aborted) store.show(found);
      },
      (error: unknown) => {
        if (closed.signal.aborted) return;
        host.show({ kind: 'failed', message: describeError(log, error) });
        // Not the figures of another recording beside one that cannot be read.
        if (panel.active) store.show(undefined);
      },
    );
  }

  /** The recording, analysed; undefined when the user, or `closed`, cancelled. */
  async #read(recording: vscode.Uri, closed: AbortSignal): Promise<AnalysisView | undefined> {
    if (recording.scheme !== 'file') throw new Error('Only recordings on disk can be opened.');
    const { store, lastShown } = this.parts;
    const shown = store.findRecording(recording);
    const isAsShown = shown !== undefined && shown.writtenAt === (await lastWrite(recording.fsPath));
    return isAsShown ? shown : await lastShown.load(recording, { closed });
  }
}
