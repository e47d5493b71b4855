import * as vscode from 'vscode';
import type { Analysis } from '../../profile/index.ts';
import { type AnalysisIndex, buildIndex } from './analysis-index.ts';
import type { Baseline } from './comparison.ts';

/** One analysed recording, as everything in the editor shows it. */
export interface AnalysisView {
  /** Counts up; links carry it, so that one made for an older recording does nothing wrong. */
  readonly id: number;
  readonly analysis: Analysis;
  readonly index: AnalysisIndex;
  /** The recording it comes from. */
  readonly recording: vscode.Uri;
  readonly title: string;
  /** The run of the same program that was shown before this one was made. */
  readonly previous?: Baseline;
}

/** Holds the recording that is shown, and those that open panels still show. */
export class AnalysisStore implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<AnalysisView | undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #retained = new Map<number, AnalysisView>();
  #current: AnalysisView | undefined;
  #lastId = 0;

  get current(): AnalysisView | undefined {
    return this.#current;
  }

  /** Makes a view of an analysis without showing it. */
  createView(analysis: Analysis, recording: vscode.Uri, title: string): AnalysisView {
    this.#lastId++;
    return { id: this.#lastId, analysis, index: buildIndex(analysis), recording, title };
  }

  /** Shows a view everywhere; undefined clears. */
  show(view: AnalysisView | undefined): void {
    if (view === this.#current) return;
    this.#current = view;
    this.#changed.fire(view);
  }

  /** Keeps a view reachable by its id until the returned function is called. */
  retain(view: AnalysisView): vscode.Disposable {
    this.#retained.set(view.id, view);
    return new vscode.Disposable(() => this.#retained.delete(view.id));
  }

  /** The view with this id, if it is shown somewhere. */
  find(id: number): AnalysisView | undefined {
    return this.#current?.id === id ? this.#current : this.#retained.get(id);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
