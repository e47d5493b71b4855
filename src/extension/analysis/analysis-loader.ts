import * as vscode from 'vscode';
import { AnalysisCancelledError, type AnalysisProgress, type AnalysisWorker } from '../../analysis/index.ts';
import type { AnalysisStore, AnalysisView } from './analysis-store.ts';

/** Analyses recordings in the worker, shows how far it is, and can be cancelled. */
export class AnalysisLoader {
  readonly #worker: AnalysisWorker;
  readonly #store: AnalysisStore;
  readonly #log: vscode.LogOutputChannel;

  constructor(worker: AnalysisWorker, store: AnalysisStore, log: vscode.LogOutputChannel) {
    this.#worker = worker;
    this.#store = store;
    this.#log = log;
  }

  /** Starts the worker's thread while a program still runs, so that its result is read at once. */
  warmUp(): void {
    this.#worker.warmUp();
  }

  /** The analysed recording; undefined when the user cancelled. Throws `UnreadableRecordingError`. */
  async load(recording: vscode.Uri, title?: string): Promise<AnalysisView | undefined> {
    const options = {
      location: vscode.ProgressLocation.Window,
      title: vscode.l10n.t('Heatline: reading {0}', title ?? nameOf(recording)),
      cancellable: true,
    };
    return await vscode.window.withProgress(options, (progress, token) =>
      this.#analyze(recording, title, (message) => progress.report({ message }), token),
    );
  }

  async #analyze(
    recording: vscode.Uri,
    title: string | undefined,
    report: (message: string) => void,
    token: vscode.CancellationToken,
  ): Promise<AnalysisView | undefined> {
    const abort = new AbortController();
    const cancelling = token.onCancellationRequested(() => abort.abort());
    const started = Date.now();
    try {
      const onProgress = (done: AnalysisProgress): void => report(describe(done));
      const analysis = await this.#worker.analyze(recording.fsPath, { signal: abort.signal, onProgress });
      this.#log.info(`Analysed ${recording.fsPath} in ${Date.now() - started} ms: ${JSON.stringify(analysis.quality)}`);
      for (const { severity, code, message } of analysis.diagnostics)
        this.#log.info(`[${severity}] ${code}: ${message}`);
      return this.#store.createView(analysis, recording, title ?? analysis.title);
    } catch (error) {
      if (error instanceof AnalysisCancelledError) return undefined;
      throw error;
    } finally {
      cancelling.dispose();
    }
  }
}

function describe({ stage, share }: AnalysisProgress): string {
  switch (stage) {
    case 'reading':
      return vscode.l10n.t('reading {0} %', Math.round(share * 100));
    case 'mapping':
      return vscode.l10n.t('finding original lines');
    case 'aggregating':
      return vscode.l10n.t('adding up');
  }
}

const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);
