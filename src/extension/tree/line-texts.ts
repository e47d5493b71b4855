import type { Source } from '../../core/index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import type { KeptText } from '../analysis/source-documents.ts';
import { loadProfiledText } from '../heat/profiled-text.ts';
import { readNamedFile } from '../files-of-recording.ts';
import { splitLines } from '../../compare/index.ts';

/** The texts of profiled lines, for showing them beside their figures. Files are read once for each recording. */
export class LineTexts {
  readonly #lines = new Map<number, readonly string[]>();
  #view: AnalysisView | undefined;

  /** `kept`: texts that were put aside when recordings were made, by their hash. */
  constructor(private readonly kept: KeptText) {}

  /** Reads a source, so that `text` answers for its lines. A source that cannot be read has no texts. */
  async load(view: AnalysisView, source: number): Promise<void> {
    if (view !== this.#view) {
      this.#view = view;
      this.#lines.clear();
    }
    if (this.#lines.has(source)) return;
    const text = await this.#read(view.analysis.sources[source]);
    if (view === this.#view && text !== undefined) this.#lines.set(source, splitLines(text));
  }

  /** The text of a row of the line table, if its source was loaded. */
  text(view: AnalysisView, row: number): string | undefined {
    if (view !== this.#view) return undefined;
    const { source, line } = view.analysis.lines;
    return this.#lines.get(source[row])?.[line[row] - 1]?.slice(0, longest);
  }

  /** The text that was profiled; never that of a file which changed since, whose lines are other ones. */
  async #read(source: Source): Promise<string | undefined> {
    const profiled = await loadProfiledText(source, '', this.kept);
    if (profiled.state === 'known') return profiled.text;
    if (profiled.state === 'differs' || !source.isFile) return undefined;
    return (await readNamedFile(source.path))?.toString('utf8');
  }
}

/** Minified lines are not shown whole. */
const longest = 200;
