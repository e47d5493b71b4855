import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { AnalysisCancelledError, type AnalysisProgress, type AnalysisWorker } from '../../analysis/index.ts';
import type { ThreadId } from '../../core/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { lastWrite } from '../files-of-recording.ts';
import { readTime } from '../settings.ts';
import { withoutIcons, withoutLinks } from '../plain-text.ts';
import type { AnalysisStore, AnalysisView } from './analysis-store.ts';
import { nameAsOpened } from './linked-files.ts';

export interface LoadOptions {
  /** How the recording is called; without one, as it says itself. */
  readonly title?: string;
  readonly log?: string;
  /** The thread to show; all of them together where absent. */
  readonly thread?: ThreadId;
  /** Whoever wanted it does not any more. */
  readonly closed?: AbortSignal;
}

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

  /** Reads a V8 log while the program still writes it, until `load` asks for what came of it, or `unfollow`. */
  follow(log: string): void {
    this.#worker.follow(log);
  }

  unfollow(log: string): void {
    this.#worker.unfollow(log);
  }

  /**
   * The analysed recording. Undefined when the user, or `closed`, cancelled. Throws `UnreadableRecordingError`.
   * `log`: the path under which it was followed while it was written.
   */
  async load(recording: vscode.Uri, options: LoadOptions = {}): Promise<AnalysisView | undefined> {
    const { title, closed } = options;
    const abort = new AbortController();
    closed?.addEventListener('abort', () => abort.abort());
    const progress = new vscode.EventEmitter<string>();
    const work = this.#analyze(recording, options, abort.signal, (message) => progress.fire(message));
    const name = withoutIcons(withoutLinks(title ?? nameOf(recording)));
    const heading = `Heatline: reading ${name}`;
    try {
      void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: heading }, () =>
        settled(work),
      );
      const isQuick = await Promise.race([settled(work).then(() => true), delay(patienceMs, false, { ref: false })]);
      if (!isQuick) await showCancellable(heading, progress.event, settled(work), abort);
      return await work;
    } finally {
      progress.dispose();
    }
  }

  async #analyze(
    recording: vscode.Uri,
    { title, log, thread }: LoadOptions,
    signal: AbortSignal,
    report: (message: string) => void,
  ): Promise<AnalysisView | undefined> {
    const started = Date.now();
    try {
      const writtenAt = await lastWrite(recording.fsPath);
      const onProgress = (done: AnalysisProgress): void => report(describe(done));
      const asked = { signal, onProgress, log, thread, time: readTime() };
      const analysis = await this.#worker.analyze(recording.fsPath, asked);
      this.#log.info(`Analysed ${recording.fsPath} in ${Date.now() - started} ms: ${JSON.stringify(analysis.quality)}`);
      for (const diagnostic of analysis.diagnostics)
        this.#log.info(`[${diagnostic.severity}] ${diagnostic.code}: ${describeDiagnostic(diagnostic)}`);
      const sources = await nameAsOpened(analysis.sources);
      return this.#store.createView({ ...analysis, sources }, { recording, title: title ?? analysis.title, writtenAt });
    } catch (error) {
      if (error instanceof AnalysisCancelledError) return undefined;
      throw error;
    }
  }
}

/** Most recordings are read sooner than this; only for the others is it worth to offer a cancel button. */
const patienceMs = 1500;

async function showCancellable(
  title: string,
  messages: vscode.Event<string>,
  end: Promise<void>,
  abort: AbortController,
): Promise<void> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  await vscode.window.withProgress(options, async (progress, token) => {
    const listening = vscode.Disposable.from(
      messages((message) => progress.report({ message })),
      token.onCancellationRequested(() => abort.abort()),
    );
    await end;
    listening.dispose();
  });
}

/** Resolves when the work is over, well or not. */
const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

function describe({ stage, share }: AnalysisProgress): string {
  switch (stage) {
    case 'reading':
      return `reading ${Math.round(share * 100)} %`;
    case 'mapping':
      return 'mapping to original lines';
    case 'aggregating':
      return 'adding up';
  }
}

const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);
