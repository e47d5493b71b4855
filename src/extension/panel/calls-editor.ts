import * as vscode from 'vscode';
import type { RecordingPart } from '../../core/index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { callsEditor } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import { describeError } from '../report-error.ts';
import { PanelHost } from './panel-host.ts';

/** Opens runs with timed calls (`*.calls.json`): a chart of the calls in their order. Nothing of such a run is heat. */
export class CallsEditor implements vscode.CustomReadonlyEditorProvider {
  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly parts: Parts,
  ) {}

  register(): vscode.Disposable {
    return vscode.window.registerCustomEditorProvider(callsEditor, this, { supportsMultipleEditorsPerDocument: true });
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  /** Returns before the file is read: only then does VS Code show the page. */
  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const { store, loader, log } = this.parts;
    const closed = new AbortController();
    let retained: vscode.Disposable | undefined;
    const show = (view: AnalysisView): void => {
      retained?.dispose();
      retained = store.retain(view);
      host.show({ kind: 'view', view });
    };
    const read = async (part: RecordingPart = {}): Promise<boolean> => {
      if (uri.scheme !== 'file') throw new Error('Only recordings on disk can be opened.');
      const view = await loader.load(uri, { ...part, ofCalls: true, closed: closed.signal });
      if (view && !closed.signal.aborted) show(view);
      return view !== undefined;
    };
    // Another part is shown here alone.
    const own = { showPart: (_: AnalysisView, part: RecordingPart) => read(part) };
    const host = new PanelHost(panel.webview, this.extensionUri, { ...this.parts, loader: own });
    host.show({ kind: 'loading', message: 'Reading the calls…' });
    panel.onDidDispose(() => {
      closed.abort();
      retained?.dispose();
      host.dispose();
    });
    read().then(
      (isShown) => isShown || host.show({ kind: 'empty', message: 'Reading was cancelled.' }),
      (error: unknown) => closed.signal.aborted || host.show({ kind: 'failed', message: describeError(log, error) }),
    );
  }
}
