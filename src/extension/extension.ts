import * as vscode from 'vscode';
import { AnalysisWorker } from '../analysis/index.ts';
import { AnalysisLoader } from './analysis/analysis-loader.ts';
import { AnalysisStore } from './analysis/analysis-store.ts';
import { SourceDocuments } from './analysis/source-documents.ts';
import { showChangedFiles } from './changed-file-status.ts';
import { registerHeatCommands } from './commands/heat.ts';
import { registerProfileCommands } from './commands/profile.ts';
import { registerRecordingCommands } from './commands/recordings.ts';
import { registerRevealCommands, Revealer } from './commands/reveal.ts';
import { commands, contextKeys, sourceScheme, views } from './contributions.ts';
import { followCursor } from './cursor-highlight.ts';
import { registerDebugger } from './debug/adapter.ts';
import { createProfilerPorts } from './debug/profiling.ts';
import { RunRegistry } from './debug/run-registry.ts';
import { HeatController } from './heat/heat-controller.ts';
import { HeatDocuments } from './heat/heat-documents.ts';
import { HeatHover } from './heat/heat-hover.ts';
import { FlameGraphPanel } from './panel/flame-graph-panel.ts';
import type { PanelActions } from './panel/panel-host.ts';
import { RecordingEditor } from './panel/recording-editor.ts';
import { LastShown } from './recordings/last-shown.ts';
import { RecordingStore } from './recordings/recording-store.ts';
import { describeError, registerCommand, reportError } from './report-error.ts';
import { StatusBar } from './status-bar.ts';
import { HotLinesTree } from './tree/hot-lines-tree.ts';
import { LineTexts } from './tree/line-texts.ts';
import { RecordingsTree } from './tree/recordings-tree.ts';

/** The living parts, for the tests that run inside VS Code. Not an interface for other extensions. */
export interface HeatlineParts {
  readonly store: AnalysisStore;
  readonly documents: HeatDocuments;
  readonly runs: RunRegistry;
  readonly recordings: RecordingStore;
  readonly tree: HotLinesTree;
  readonly panel: FlameGraphPanel;
}

/** Wires the parts together; called by VS Code when the extension is first needed. */
export function activate(context: vscode.ExtensionContext): HeatlineParts {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('Heatline', { log: true }));
  const worker = own(
    new AnalysisWorker(vscode.Uri.joinPath(context.extensionUri, 'dist', 'analysis-worker.cjs').fsPath),
  );
  const store = own(new AnalysisStore());
  const runs = own(new RunRegistry());
  const recordings = own(new RecordingStore(context.storageUri ?? context.globalStorageUri));
  const loader = new AnalysisLoader(worker, store, log);
  const lastShown = own(new LastShown(context.workspaceState, recordings, loader, store));
  const documents = new HeatDocuments();
  const controller = own(new HeatController(context.extensionUri, store, documents, log));
  const revealer = new Revealer(documents);

  const actions: PanelActions = {
    revealFunction: (view, row) => revealer.function(view, row),
    copy: async (text) => await vscode.env.clipboard.writeText(text),
    profileAgain: () => void vscode.commands.executeCommand(commands.profileAgain),
    showLog: () => log.show(),
    describeError: (error) => describeError(log, error),
  };
  const panel = own(new FlameGraphPanel(context.extensionUri, store, actions, () => lastShown.restore()));
  const tree = own(new HotLinesTree(store, new LineTexts()));
  const recordingsTree = own(new RecordingsTree(recordings, store));
  const hotLinesView = own(
    vscode.window.createTreeView(views.hotLines, { treeDataProvider: tree, showCollapseAll: true }),
  );

  own(new StatusBar(runs, store));
  own(vscode.window.createTreeView(views.recordings, { treeDataProvider: recordingsTree }));
  own(new SourceDocuments((id) => store.find(id)).register());
  own(new RecordingEditor(context.extensionUri, store, loader, actions).register());
  own(
    registerDebugger(
      createProfilerPorts({ log, runs, recordings, loader, store, showFlameGraph: () => panel.reveal() }),
    ),
  );
  own(
    vscode.languages.registerHoverProvider(
      [{ scheme: 'file' }, { scheme: sourceScheme }],
      new HeatHover(store, documents, controller),
    ),
  );
  own(followCursor(store, documents, panel));
  own(showChangedFiles(store, documents, controller));

  own(registerProfileCommands(log, runs));
  own(registerHeatCommands({ log, store, documents, controller, tree, revealer }));
  own(registerRecordingCommands({ log, recordings, loader, store, panel }));
  own(registerRevealCommands(log, store, revealer, panel));
  own(registerCommand(log, commands.showLog, () => log.show()));
  own(
    registerCommand(log, commands.showFlameGraph, async () => {
      await lastShown.restore();
      panel.reveal();
    }),
  );
  own(
    hotLinesView.onDidChangeVisibility(({ visible }) => {
      if (visible) lastShown.restore().catch((error: unknown) => reportError(log, error));
    }),
  );
  own(
    store.onDidChange((view) => {
      void vscode.commands.executeCommand('setContext', contextKeys.hasAnalysis, view !== undefined);
      const diagnostics = view?.analysis.diagnostics.filter(({ severity }) => severity !== 'info') ?? [];
      hotLinesView.message = diagnostics.length > 0 ? diagnostics[0].message : undefined;
    }),
  );
  return { store, documents, runs, recordings, tree, panel };
}
