import { isSamePart, type RecordingPart } from '../../core/index.ts';
import type { AnalysisLoader } from './analysis-loader.ts';
import type { AnalysisStore, AnalysisView } from './analysis-store.ts';

/** Shows another part of a recording everywhere: another thread, another range of its time, or all of it. */
export class PartLoader {
  constructor(
    private readonly store: AnalysisStore,
    private readonly loader: AnalysisLoader,
  ) {}

  /** False where the user cancelled the reading, so that nothing comes of it. Whatever was asked for before is dropped. */
  async show(view: AnalysisView, part: RecordingPart): Promise<boolean> {
    const asked = this.store.ask();
    if (isSamePart(view.analysis, part)) return true;
    const before = this.store.current;
    const otherRuns = view.series?.files.slice(1);
    const next = await this.loader.load(view.recording, { title: view.title, ...part, otherRuns, closed: asked });
    if (asked.aborted) return true;
    if (!next) return false;
    const { current } = this.store;
    // Another recording may have been opened by now.
    if (current === before || current?.recording.fsPath === view.recording.fsPath) this.store.show(next);
    return true;
  }
}
