import * as vscode from 'vscode';
import { pickPart, type RecordingPart } from '../../core/index.ts';
import type { AnalysisLoader, LoadOptions } from '../analysis/analysis-loader.ts';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { lastWrite } from '../files-of-recording.ts';
import type { RecordingStore } from './recording-store.ts';

const key = 'heatline.lastShown';
const partKey = 'heatline.lastShownPart';

/**
 * Remembers which recording was shown, of the workspace's or another, over reloads of the window, and brings it back when
 * somebody asks.
 */
export class LastShown {
  #restoring: Promise<void> | undefined;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly recordings: RecordingStore,
    private readonly loader: AnalysisLoader,
    private readonly store: AnalysisStore,
  ) {
    store.onDidChange(() => void this.#remember());
  }

  /** Shows the last recording again, unless one is shown; only the first call after a reload does anything. */
  restore(): Promise<void> {
    if (!this.#restoring) {
      this.#restoring = this.#load();
      // Whoever waits for it hears why it failed; afterwards it is as if nothing had been shown.
      this.#restoring.catch(() => {
        this.#restoring = Promise.resolve();
      });
    }
    return this.#restoring;
  }

  /** Loads a recording: the part of it that was shown, if it is the last that was. See `AnalysisLoader.load`. */
  async load(recording: vscode.Uri, options: LoadOptions): Promise<AnalysisView | undefined> {
    const isLast = this.memory.get<string>(key) === recording.fsPath;
    const part = isLast ? this.memory.get<RecordingPart>(partKey) : undefined;
    try {
      return await this.loader.load(recording, { ...options, ...part });
    } catch (error) {
      // The file may have been replaced by one without these labels.
      if (!part?.labels?.length) throw error;
      return await this.loader.load(recording, options);
    }
  }

  async #load(): Promise<void> {
    const last = this.memory.get<string>(key);
    if (last === undefined || this.store.current) return;
    const file = vscode.Uri.file(last);
    if ((await lastWrite(file.fsPath)) === undefined) return;
    const entry = await this.recordings.findFile(file);
    const otherRuns = entry && this.recordings.urisOf(entry).slice(1);
    const view = await this.load(file, { title: entry?.title, otherRuns });
    if (view && !this.store.current) this.store.show(view);
  }

  async #remember(): Promise<void> {
    const { current } = this.store;
    if (current?.isLive) return;
    await this.memory.update(key, current?.recording.fsPath);
    await this.memory.update(partKey, pickPart(current?.analysis));
  }
}
