import * as vscode from 'vscode';
import { AnalysisWorker } from '../analysis/index.ts';
import { AnalysisLoader } from './analysis/analysis-loader.ts';
import { AnalysisStore } from './analysis/analysis-store.ts';
import { registerSourceDocuments } from './analysis/source-uris.ts';
import { Revealer } from './commands/reveal.ts';
import { ChangesStore } from './changes/changes-store.ts';
import { RunRegistry } from './debug/run-registry.ts';
import { HeatController } from './heat/heat-controller.ts';
import { HeatDocuments } from './heat/heat-documents.ts';
import type { KeptText } from './heat/profiled-text.ts';
import { FlameGraphPanel } from './panel/flame-graph-panel.ts';
import { LiveRecordings } from './live/live-recordings.ts';
import { LastShown } from './recordings/last-shown.ts';
import { RecordingStore } from './recordings/recording-store.ts';

/** The parts that hold state; everything else is registered on top of them. */
export type Parts = Readonly<ReturnType<typeof createParts>>;

/** Makes the parts, in the order in which they need each other. */
export function createParts(context: vscode.ExtensionContext) {
  const { extensionUri, storageUri, globalStorageUri, workspaceState, subscriptions } = context;
  const log = vscode.window.createOutputChannel('Heatline', { log: true });
  const workerFile = vscode.Uri.joinPath(extensionUri, 'dist', 'analysis-worker.cjs').fsPath;
  const worker = new AnalysisWorker(workerFile);
  const liveWorker = new AnalysisWorker(workerFile);
  const store = new AnalysisStore();
  const runs = new RunRegistry();
  const recordings = new RecordingStore(storageUri ?? globalStorageUri);
  const loader = new AnalysisLoader(worker, store, log);
  const live = new LiveRecordings(store, new AnalysisLoader(liveWorker, store, log), log);
  const lastShown = new LastShown(workspaceState, recordings, loader, store);
  const kept: KeptText = (hash) => recordings.profiledText(hash);
  const documents = new HeatDocuments(kept);
  const changes = new ChangesStore({ store, recordings, loader, kept, log });
  const controller = new HeatController(extensionUri, store, documents, changes, log, subscriptions);
  const revealer = new Revealer(documents, kept);
  const needs = { log, revealer, loader };
  const panel = new FlameGraphPanel(extensionUri, store, changes, needs, () => lastShown.restore(), subscriptions);
  subscriptions.push(
    registerSourceDocuments((id) => store.find(id), kept),
    log,
    worker,
    liveWorker,
  );
  return {
    log,
    store,
    runs,
    recordings,
    loader,
    lastShown,
    documents,
    controller,
    revealer,
    panel,
    changes,
    live,
  };
}
