import * as vscode from 'vscode';
import type { Analysis } from '../../core/index.ts';
import { buildIndex, type Indexed } from './analysis-index.ts';

/** One analysed recording, as everything in the editor shows it. */
export interface AnalysisView extends Indexed {
  /** Counts up; links carry it, so that one made for an older recording does nothing wrong. */
  readonly id: number;
  /** The recording it comes from; of a series, its first run. */
  readonly recording: vscode.Uri;
  /** The runs of a series, of which `analysis` is the mean; absent for a single recording. */
  readonly series?: Series;
  readonly title: string;
  /** When its file had been written last as it was read: Unix time in milliseconds. */
  readonly writtenAt: number | undefined;
  /** Its program still runs: this is what was recorded until now. */
  readonly isLive?: true;
}

/** Several runs of a program that are shown as one. */
export interface Series {
  readonly files: readonly vscode.Uri[];
  /** In the order of `files`. All but the first are without samples and calls. */
  readonly runs: readonly Analysis[];
}

/** Holds the recording that is shown, and those that open panels still show. */
export class AnalysisStore {
  readonly #changed = new vscode.EventEmitter<AnalysisView | undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #retained = new Set<{ readonly view: AnalysisView }>();
  #current: AnalysisView | undefined;
  #asked = new AbortController();
  #lastId = 0;

  get current(): AnalysisView | undefined {
    return this.#current;
  }

  createView(
    analysis: Analysis,
    from: Pick<AnalysisView, 'recording' | 'title' | 'writtenAt' | 'series'>,
  ): AnalysisView {
    this.#lastId++;
    return { id: this.#lastId, analysis, index: buildIndex(analysis), ...from };
  }

  /** Shows a view everywhere; undefined clears. */
  show(view: AnalysisView | undefined): void {
    if (view === this.#current) return;
    this.#current = view;
    this.#changed.fire(view);
  }

  /**
   * Says that somebody wants to see something which has still to be read. The signal is aborted as soon as something else is
   * asked for: what is read then comes too late, and must not be shown.
   */
  ask(): AbortSignal {
    this.#asked.abort();
    this.#asked = new AbortController();
    return this.#asked.signal;
  }

  /** Keeps a view reachable until what is returned, and all else that retains it, is disposed of. */
  retain(view: AnalysisView): vscode.Disposable {
    const retained = { view };
    this.#retained.add(retained);
    return new vscode.Disposable(() => this.#retained.delete(retained));
  }

  /** The view with this id, if it is shown somewhere. */
  find(id: number): AnalysisView | undefined {
    return this.#shown().find((view) => view.id === id);
  }

  /** The view of this recording, if it is shown somewhere. */
  findRecording(file: vscode.Uri): AnalysisView | undefined {
    return this.#shown().find(({ recording }) => recording.fsPath === file.fsPath);
  }

  #shown(): readonly AnalysisView[] {
    const retained = [...this.#retained].map(({ view }) => view);
    return this.#current ? [this.#current, ...retained] : retained;
  }
}
