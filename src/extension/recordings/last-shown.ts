import type * as vscode from 'vscode';
import type { AnalysisLoader } from '../analysis/analysis-loader.ts';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import type { RecordingStore } from './recording-store.ts';

const key = 'heatline.lastShown';

/** Remembers which recording was shown, over reloads of the window, and brings it back when somebody asks. */
export class LastShown implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #recordings: RecordingStore;
  readonly #loader: AnalysisLoader;
  readonly #store: AnalysisStore;
  readonly #listening: vscode.Disposable;
  #restoring: Promise<void> | undefined;

  constructor(memory: vscode.Memento, recordings: RecordingStore, loader: AnalysisLoader, store: AnalysisStore) {
    this.#memory = memory;
    this.#recordings = recordings;
    this.#loader = loader;
    this.#store = store;
    this.#listening = store.onDidChange(() => void this.#remember());
  }

  /** Shows the last recording again, unless one is shown; only the first call after a reload does anything. */
  restore(): Promise<void> {
    this.#restoring ??= this.#load();
    return this.#restoring;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #load(): Promise<void> {
    const id = this.#memory.get<string>(key);
    if (id === undefined || this.#store.current) return;
    const entry = await this.#recordings.find(id);
    if (!entry) return;
    const view = await this.#loader.load(this.#recordings.uriOf(entry), entry.title);
    if (view && !this.#store.current) this.#store.show(view);
  }

  async #remember(): Promise<void> {
    const view = this.#store.current;
    const entry = view && (await this.#recordings.findFile(view.recording));
    await this.#memory.update(key, entry?.id);
  }
}
