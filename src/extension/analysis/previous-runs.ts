import type * as vscode from 'vscode';
import { alignLines, splitLines } from '../../compare/index.ts';
import { loadProfiledText } from '../heat/profiled-text.ts';
import type { AnalysisStore, AnalysisView } from './analysis-store.ts';
import { type Baseline, isComparable, rowOfLine, sameSource } from './comparison.ts';
import type { KeptText } from './source-documents.ts';

/** So many programs' last runs are remembered. */
const remembered = 8;

/** The last shown run of each program, and where the lines of a run stood in it. */
export class PreviousRuns implements vscode.Disposable {
  readonly #listening: vscode.Disposable;
  readonly #kept: KeptText;
  readonly #last = new Map<string, Baseline>();
  readonly #places = new WeakMap<AnalysisView, Map<number, Promise<Int32Array | undefined>>>();

  /** `kept`: texts that were put aside when recordings were made, by their hash. */
  constructor(store: AnalysisStore, kept: KeptText) {
    this.#kept = kept;
    this.#listening = store.onDidChange((view) => view && this.#remember(view));
  }

  /** The same view with the run before it, where the two can be compared. */
  compare(view: AnalysisView): AnalysisView {
    const before = this.#last.get(view.analysis.facts.program ?? '');
    return before && isComparable(before, view.analysis) ? { ...view, previous: before } : view;
  }

  /** The row that a line had in the run before; -1 where it cannot be found again, or had no time. */
  async rowBefore(view: AnalysisView, row: number): Promise<number> {
    const { previous, analysis } = view;
    if (!previous) return -1;
    const source = analysis.lines.source[row];
    const before = sameSource(previous, analysis, source);
    const place = before < 0 ? undefined : await this.#placesOf(view, previous, source, before);
    const line = place?.[analysis.lines.line[row] - 1] ?? -1;
    return line < 0 ? -1 : rowOfLine(previous, before, line + 1);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #remember({ analysis }: AnalysisView): void {
    const { sources, lines, functions, quality, facts, thread } = analysis;
    // One thread of a run says nothing about the next run.
    if (facts.program === undefined || thread !== undefined) return;
    this.#last.delete(facts.program);
    this.#last.set(facts.program, { sources, lines, functions, quality, facts });
    const [oldest] = this.#last.keys();
    if (this.#last.size > remembered) this.#last.delete(oldest);
  }

  #placesOf(view: AnalysisView, previous: Baseline, source: number, before: number): Promise<Int32Array | undefined> {
    const known = this.#places.get(view) ?? new Map<number, Promise<Int32Array | undefined>>();
    this.#places.set(view, known);
    const places = known.get(source) ?? this.#align(view, previous, source, before);
    known.set(source, places);
    return places;
  }

  async #align(
    view: AnalysisView,
    previous: Baseline,
    source: number,
    before: number,
  ): Promise<Int32Array | undefined> {
    const [now, then] = await Promise.all([
      loadProfiledText(view.analysis.sources[source], '', this.#kept),
      loadProfiledText(previous.sources[before], '', this.#kept),
    ]);
    if (now.state !== 'known' || then.state !== 'known') return undefined;
    return alignLines(splitLines(now.text), splitLines(then.text));
  }
}
