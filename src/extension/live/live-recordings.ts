import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { RecordingSession } from '../../recorder/recording-session.ts';
import type { AnalysisLoader } from '../analysis/analysis-loader.ts';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { isPart, isSlight } from '../result-text.ts';
import { readSetting } from '../settings.ts';

/** From one look to the next, in milliseconds. */
const LOOK_EVERY = 1500;
/** A recording grows, and with it what a look takes: all looks together get at most one part in so many of the time. */
const REST = 5;

/** Shows what the recordings of running programs hold by now, until they end. */
export class LiveRecordings {
  readonly #ends = new Map<RecordingSession, () => void>();

  /** `loader` has a worker of its own, whose thread nobody else waits for. */
  constructor(
    private readonly store: AnalysisStore,
    private readonly loader: AnalysisLoader,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** A program runs. */
  start(session: RecordingSession, title: string): void {
    if (!readSetting('live')) return;
    const { store, log } = this;
    const folder = vscode.Uri.file(session.folder);
    const before = store.current;
    const over = new AbortController();
    const isOurs = (view: AnalysisView | undefined): boolean => view?.recording.fsPath === folder.fsPath;
    this.#ends.set(session, () => {
      over.abort();
      if (isOurs(store.current)) store.show(before?.isLive ? undefined : before);
    });
    const show = (view: AnalysisView): void => {
      const { current } = store;
      // Who has opened another recording meanwhile wants to see that, and who has chosen a part that, until they want all again.
      const isWanted = current === undefined || current === before || (isOurs(current) && !isPart(current));
      if (isWanted && !over.signal.aborted && !isSlight(view)) store.show({ ...view, isLive: true });
    };
    void this.#watch(folder, title, over.signal, show).catch((error: unknown) => log.debug(`Live: ${String(error)}`));
    // What comes last is the recording itself.
    void session.finished.then(() => over.abort());
  }

  /** Nothing of a program is shown any more that is not its recording. */
  end(session: RecordingSession): void {
    this.#ends.get(session)?.();
    this.#ends.delete(session);
    if (this.#ends.size === 0) this.loader.worker.dispose();
  }

  async #watch(
    folder: vscode.Uri,
    title: string,
    over: AbortSignal,
    show: (view: AnalysisView) => void,
  ): Promise<void> {
    let [rest, isFirst] = [LOOK_EVERY, true];
    while (!over.aborted) {
      await delay(rest, undefined, { signal: over, ref: false });
      const began = performance.now();
      // Where it cannot be read there is nothing to see yet, or not any more.
      const look = this.loader.read(folder, { isQuiet: true });
      await look.then((analysis) => this.loader.createView([analysis], [folder], title)).then(show, () => undefined);
      // The first starts the worker, and says nothing of what the next will take.
      rest = isFirst ? LOOK_EVERY : Math.max(LOOK_EVERY, REST * (performance.now() - began));
      isFirst = false;
    }
  }
}
