import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { AnalysisCancelledError, type AnalysisProgress, type AnalysisWorker } from '../../analysis/index.ts';
import { meanOfRuns } from '../../compare/index.ts';
import { type Analysis, isSamePart, type MarkChoice, type RecordingPart } from '../../core/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { lastWrite } from '../files-of-recording.ts';
import { notifyProgress, type ProgressNotification } from '../progress-notification.ts';
import { readPlaces, readSetting } from '../settings.ts';
import { withoutIcons, withoutLinks } from '../plain-text.ts';
import type { AnalysisStore, AnalysisView } from './analysis-store.ts';
import { nameAsOpened } from './linked-files.ts';

export interface LoadOptions extends RecordingPart {
  /** How the recording is called; without one, as it says itself. */
  readonly title?: string;
  readonly log?: string;
  /** It is a run with timed calls, of which the order is shown. */
  readonly ofCalls?: boolean;
  /** The other runs of a series, whose mean is shown. */
  readonly otherRuns?: readonly vscode.Uri[];
  /** Whoever wanted it does not any more. */
  readonly closed?: AbortSignal;
}

/** How one file is analysed, see `LoadOptions`. */
interface ReadOptions extends RecordingPart, Pick<LoadOptions, 'log' | 'ofCalls'> {
  readonly signal?: AbortSignal;
  readonly report?: (message: string) => void;
  /** It is read again and again, and not told in the log each time. */
  readonly isQuiet?: boolean;
}

/** Analyses recordings in the worker, shows how far it is, and can be cancelled. */
export class AnalysisLoader {
  constructor(
    readonly worker: AnalysisWorker,
    private readonly store: AnalysisStore,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /**
   * The analysed recording. Undefined when the user, or `closed`, cancelled. Throws `UnreadableRecordingError`.
   * `log`: the path under which it was followed while it was written.
   */
  async load(recording: vscode.Uri, options: LoadOptions = {}): Promise<AnalysisView | undefined> {
    const { title, closed } = options;
    const abort = new AbortController();
    closed?.addEventListener('abort', () => abort.abort());
    let notification: ProgressNotification | undefined;
    const work = this.#loadAll(recording, options, abort.signal, (message) => notification?.report(message));
    const over = Promise.allSettled([work]);
    const heading = `Heatline: reading ${withoutIcons(withoutLinks(title ?? path.posix.basename(recording.path)))}`;
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: heading }, () => over);
    const isQuick = await Promise.race([over, delay(patienceMs, false, { ref: false })]);
    if (!isQuick) notification = notifyProgress(heading, () => abort.abort());
    return await work.finally(() => notification?.end());
  }

  /**
   * Shows another part of a recording everywhere: another thread, another range of its time, or all of it. Whatever was asked
   * for before is dropped. False where the user cancelled the reading, so that nothing comes of it.
   */
  async showPart(view: AnalysisView, part: RecordingPart): Promise<boolean> {
    const { store } = this;
    const closed = store.ask();
    const before = store.current;
    if (isSamePart(view.analysis, part)) {
      // A panel may ask for what it shows while another part that it asked for, by now shown elsewhere, is on its way to it.
      if (before?.recording.fsPath === view.recording.fsPath) store.show(view);
      return true;
    }
    const otherRuns = view.series?.files.slice(1);
    const next = await this.load(view.recording, { title: view.title, ...part, otherRuns, closed });
    if (closed.aborted) return true;
    // Another recording may have been opened by now.
    if (next && (store.current === before || store.current?.recording.fsPath === view.recording.fsPath))
      store.show(next);
    return next !== undefined;
  }

  /** Analyses one recording. Throws `UnreadableRecordingError` and `AnalysisCancelledError`. */
  async read(recording: vscode.Uri, { signal, report, log, isQuiet, ...part }: ReadOptions = {}): Promise<Analysis> {
    const started = Date.now();
    const onProgress = (done: AnalysisProgress): void => report?.(describe(done));
    const marks: MarkChoice | undefined = part.marks ?? (readSetting('marks') ? undefined : 'ignored');
    const what = { ...part, marks, time: readSetting('time'), places: readPlaces() };
    const asked = { signal, onProgress, log, ...what };
    const analysis = await this.worker.analyze(recording.fsPath, asked);
    const sources = await nameAsOpened(analysis.sources);
    if (isQuiet) return { ...analysis, sources };
    this.log.info(`Analysed ${recording.fsPath} in ${Date.now() - started} ms: ${JSON.stringify(analysis.quality)}`);
    for (const diagnostic of analysis.diagnostics)
      this.log.info(`[${diagnostic.severity}] ${diagnostic.code}: ${describeDiagnostic(diagnostic)}`);
    return { ...analysis, sources };
  }

  /** A view of runs that were analysed, each in one of these files. There has to be one at least. */
  async createView(runs: readonly Analysis[], files: readonly vscode.Uri[], title?: string): Promise<AnalysisView> {
    const [recording] = files;
    const from = { recording, title: title ?? runs[0].title, writtenAt: await lastWrite(recording.fsPath) };
    if (runs.length === 1) return this.store.createView(runs[0], from);
    return this.store.createView(meanOfRuns(runs), { ...from, series: { files, runs } });
  }

  async #loadAll(
    recording: vscode.Uri,
    { title, otherRuns = [], ...asked }: LoadOptions,
    signal: AbortSignal,
    report: (message: string) => void,
  ): Promise<AnalysisView | undefined> {
    const files = [recording, ...otherRuns];
    const runs: Analysis[] = [];
    try {
      for (const [at, file] of files.entries()) {
        const which = files.length > 1 ? `run ${at + 1} of ${files.length}: ` : '';
        const run = await this.read(file, { ...asked, signal, report: (message) => report(which + message) });
        runs.push(withoutSamples(run, runs.at(0)));
      }
      return await this.createView(runs, files, title);
    } catch (error) {
      if (error instanceof AnalysisCancelledError) return undefined;
      throw error;
    }
  }
}

/**
 * A run without its samples, calls and stacks, which are most of what an analysis takes. They are those of the first run, since
 * nobody asks for the others; the first run itself stays whole.
 */
export function withoutSamples(run: Analysis, first: Analysis = run): Analysis {
  const { lanes, callPairs, tree } = first;
  return { ...run, lanes, callPairs, tree };
}

/** Most recordings are read sooner than this; only for the others is it worth to offer a cancel button. */
const patienceMs = 1500;

function describe({ stage, share }: AnalysisProgress): string {
  if (stage === 'reading') return `reading ${Math.round(share * 100)} %`;
  return stage === 'mapping' ? 'mapping to original lines' : 'adding up';
}
