import * as vscode from 'vscode';
import type { RecordingPart } from '../../core/index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { callsEditor, recordingEditors } from '../contributed-names.ts';
import { lastWrite } from '../files-of-recording.ts';
import type { Parts } from '../parts.ts';
import { describeError } from '../report-error.ts';
import { PanelHost } from './panel-host.ts';

/**
 * Opens files, each in a panel of its own: recordings as flame graphs, which show their heat, and runs with timed calls
 * (`*.calls.json`) as a chart of the calls in their order, of which nothing is heat.
 */
export function registerFileEditors(extensionUri: vscode.Uri, parts: Parts): vscode.Disposable {
  const register = (viewType: string): vscode.Disposable =>
    vscode.window.registerCustomEditorProvider(
      viewType,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        // Returns before the file is read: only then does VS Code show the page, which loads meanwhile.
        resolveCustomEditor: ({ uri }, panel) => openFile(uri, panel, extensionUri, parts, viewType === callsEditor),
      },
      { supportsMultipleEditorsPerDocument: true },
    );
  return vscode.Disposable.from(...[...Object.values(recordingEditors), callsEditor].map(register));
}

function openFile(
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  parts: Parts,
  isOfCalls: boolean,
): void {
  const { store, loader, log } = parts;
  const closed = new AbortController();
  const { signal } = closed;
  /** Absent where nothing is heat. */
  const asked = isOfCalls ? undefined : store.ask();
  let retained: vscode.Disposable | undefined;
  const show = (view: AnalysisView): void => {
    retained?.dispose();
    retained = store.retain(view);
    host.show({ kind: 'view', view });
  };
  const findAsShown = async (): Promise<AnalysisView | undefined> => {
    const shown = store.findRecording(uri);
    return shown && shown.writtenAt === (await lastWrite(uri.fsPath)) ? shown : undefined;
  };
  const read = async (part: RecordingPart = {}): Promise<AnalysisView | undefined> => {
    if (uri.scheme !== 'file') throw new Error('Only recordings on disk can be opened.');
    const view = isOfCalls
      ? await loader.load(uri, { ...part, ofCalls: true, closed: signal })
      : ((await findAsShown()) ?? (await parts.lastShown.load(uri, { closed: signal })));
    if (view && !signal.aborted) show(view);
    return view;
  };
  // Another part of timed calls is shown here alone.
  const own = { showPart: async (_: AnalysisView, part: RecordingPart) => (await read(part)) !== undefined };
  const host = new PanelHost(panel.webview, extensionUri, isOfCalls ? { ...parts, loader: own } : parts);
  host.show({ kind: 'loading', message: 'Reading the recording…' });
  panel.onDidDispose(() => {
    closed.abort();
    retained?.dispose();
    host.dispose();
  });
  if (!isOfCalls) shareHeat(uri, panel, host, show, parts);
  read().then(
    (view) => {
      // Nobody waits for a recording any more whose editor was closed.
      if (signal.aborted) return;
      if (!view) host.show({ kind: 'empty', message: 'Reading was cancelled.' });
      else if (asked?.aborted === false) store.show(view);
    },
    (error: unknown) => {
      if (signal.aborted) return;
      host.show({ kind: 'failed', message: describeError(log, error) });
      // Not the figures of another recording beside one that cannot be read.
      if (asked && panel.active) store.show(undefined);
    },
  );
}

/** The heat in the editors is that of the panel in front, and the panel shows the part that was chosen elsewhere. */
function shareHeat(
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
  host: PanelHost,
  show: (view: AnalysisView) => void,
  { store }: Parts,
): void {
  const listening = store.onDidChange((shown) => {
    if (host.view && shown?.recording.fsPath === uri.fsPath) show(shown);
  });
  panel.onDidChangeViewState(() => {
    if (panel.active && host.view) store.show(host.view);
  });
  panel.onDidDispose(() => {
    listening.dispose();
    // The heat of a recording that nobody has open would stay without a name.
    if (host.view !== undefined && host.view === store.current) store.show(undefined);
  });
}
