import * as vscode from 'vscode';
import {
  type ComparableRun,
  compareRuns,
  type ComparisonContext,
  conditionsOf,
  findRefusal,
  isAnswered,
  type Refusal,
  type RunComparison,
  type Verdict,
} from '../../compare/index.ts';
import type { Analysis } from '../../core/index.ts';
import type { AnalysisLoader } from '../analysis/analysis-loader.ts';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { earlierTimes, findBaseline } from './baseline.ts';
import { type ChangeIndex, indexChanges } from './changes-model.ts';
import { type KeptText, loadComparedTexts } from '../heat/profiled-text.ts';
import { isPart } from '../result-text.ts';

/** Why a recording is compared with nothing. */
export type AloneReason =
  /** It is the first one of its program. */
  | 'first'
  /** It is a file from elsewhere, not of this workspace's recordings. */
  | 'elsewhere'
  /** One of its threads is shown, and comparisons are of all of them. */
  | 'thread'
  /** A part of its time is shown, and comparisons are of all of it. */
  | 'range';

/** What is known of the changes of the recording that is shown. */
export type ChangesState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'alone'; readonly view: AnalysisView; readonly why: AloneReason }
  | ({ readonly kind: 'comparing' } & Pair)
  | ({ readonly kind: 'refused'; readonly refusal: Refusal } & Pair)
  | Compared;

interface Pair {
  /** The later recording, which is shown. */
  readonly view: AnalysisView;
  readonly before: RecordingEntry;
}

/** Two recordings that could be compared. */
export interface Compared extends Pair {
  readonly kind: 'compared';
  readonly comparison: RunComparison;
  readonly index: ChangeIndex;
}

/** So many recordings' tables are kept for the next comparison. */
const remembered = 3;

interface ChangesParts {
  readonly store: AnalysisStore;
  readonly recordings: RecordingStore;
  readonly loader: AnalysisLoader;
  readonly kept: KeptText;
  readonly log: vscode.LogOutputChannel;
}

/**
 * Compares the recording that is shown with the one before it of the same program, in the background, or with another
 * that the user chose.
 */
export class ChangesStore {
  readonly #changed = new vscode.EventEmitter<ChangesState>();
  readonly onDidChange = this.#changed.event;
  /** By the entry's id, the one that was used last at the end. */
  readonly #runs = new Map<string, readonly ComparableRun[]>();
  #state: ChangesState = { kind: 'nothing' };
  /** The latest wish; work for an older one is dropped. */
  #turn = {};

  constructor(private readonly parts: ChangesParts) {
    parts.store.onDidChange((view) => {
      if (!('view' in this.#state) || this.#state.view !== view) void this.#compareUnasked(view);
    });
  }

  get state(): ChangesState {
    return this.#state;
  }

  /** The comparison, where one of this view is there. */
  of(view: AnalysisView | undefined): Compared | undefined {
    return this.#state.kind === 'compared' && this.#state.view === view ? this.#state : undefined;
  }

  /** Shows a recording with what changed since another one, unless something else is asked for while it is read. */
  async compare(before: RecordingEntry, after: RecordingEntry): Promise<void> {
    const { loader, recordings, store } = this.parts;
    const asked = store.ask();
    const [file, ...otherRuns] = recordings.urisOf(after);
    const isShown = store.current?.recording.fsPath === file.fsPath && !isPart(store.current);
    const view = isShown ? store.current : await loader.load(file, { title: after.title, otherRuns, closed: asked });
    if (!view || asked.aborted) return;
    const turn = (this.#turn = {});
    this.#set({ kind: 'comparing', view, before });
    store.show(view);
    await this.#hold(view, before, after.id, turn);
  }

  /** What the runs so far of a series leave no doubt of, if anything. */
  async earlyAnswer(program: string, runs: readonly Analysis[]): Promise<Verdict | undefined> {
    const result = { activeTime: 0, isSlight: false, conditions: conditionsOf(runs[0]) };
    const newer = { id: '', program, recordedAt: Infinity, runs: [], result };
    const entry = findBaseline(await this.parts.recordings.list(), newer);
    if (!entry) return undefined;
    const before = await this.#runsOf(entry);
    if (findRefusal(before, [runs[0]]) || !isAnswered(before, runs)) return undefined;
    const { verdict } = compareRuns(before, runs, await this.#contextOf(before, runs, entry.id)).whole;
    return verdict === 'unclear' ? undefined : verdict;
  }

  async #compareUnasked(view: AnalysisView | undefined): Promise<void> {
    const turn = (this.#turn = {});
    // What grows is compared with nothing: it has not done all of its work.
    if (!view || view.isLive) {
      if (this.#state.kind !== 'nothing') this.#set({ kind: 'nothing' });
      return;
    }
    const { recordings, log } = this.parts;
    try {
      const entry = await recordings.findFile(view.recording);
      const before = entry && findBaseline(await recordings.list(), entry);
      if (this.#turn !== turn) return;
      if (entry && !isPart(view)) this.#remember(entry.id, view.series?.runs ?? [view.analysis]);
      if (entry && before && !isPart(view)) {
        this.#set({ kind: 'comparing', view, before });
        await this.#hold(view, before, entry.id, turn);
      } else this.#set({ kind: 'alone', view, why: whyAlone(view, entry) });
    } catch (error) {
      // Nobody asked for it: that a recording before cannot be read must not get in the way.
      log.warn(`Comparing ${view.recording.fsPath}: ${String(error)}`);
      if (this.#turn === turn) this.#set({ kind: 'alone', view, why: 'first' });
    }
  }

  async #hold(view: AnalysisView, before: RecordingEntry, afterId: string, turn: object): Promise<void> {
    const after = view.series?.runs ?? [view.analysis];
    this.#remember(afterId, after);
    const runs = await this.#runsOf(before);
    if (this.#turn !== turn) return;
    const refusal = findRefusal(runs, after);
    if (refusal) {
      this.#set({ kind: 'refused', view, before, refusal });
      return;
    }
    const context = await this.#contextOf(runs, after, before.id, afterId);
    if (this.#turn !== turn) return;
    const comparison = compareRuns(runs, after, context);
    const index = indexChanges(comparison);
    this.#set({ kind: 'compared', view, before, comparison, index });
  }

  /** `ids`: those of the entries that are compared. */
  async #contextOf(
    [before]: readonly ComparableRun[],
    [after]: readonly ComparableRun[],
    ...ids: readonly string[]
  ): Promise<ComparisonContext> {
    const texts = await loadComparedTexts(before, after, this.parts.kept);
    return { texts, earlier: earlierTimes(await this.parts.recordings.list(), after, ...ids) };
  }

  async #runsOf(entry: RecordingEntry): Promise<readonly ComparableRun[]> {
    const known = this.#runs.get(entry.id);
    const files = this.parts.recordings.urisOf(entry);
    const runs: ComparableRun[] = known?.length === files.length ? [...known] : [];
    if (runs.length === 0) for (const file of files) runs.push(await this.parts.loader.read(file));
    this.#remember(entry.id, runs);
    return runs;
  }

  /** Only what is compared: samples, calls and stacks are most of what a recording takes. */
  #remember(id: string, runs: readonly ComparableRun[]): void {
    this.#runs.delete(id);
    this.#runs.set(
      id,
      runs.map(({ sources, lines, functions, quality, facts, marked, marks }) => {
        return { sources, lines, functions, quality, facts, marked, marks };
      }),
    );
    for (const oldest of [...this.#runs.keys()].slice(0, -remembered)) this.#runs.delete(oldest);
  }

  #set(state: ChangesState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}

function whyAlone(view: AnalysisView, entry: RecordingEntry | undefined): AloneReason {
  if (isPart(view)) return view.analysis.range ? 'range' : 'thread';
  return entry ? 'first' : 'elsewhere';
}
