import * as vscode from 'vscode';
import type { AnalysisView } from '../analysis/analysis-store.ts';

/** The texts of profiled lines, for showing them beside their figures. Files are read once for each recording. */
export class LineTexts {
  readonly #lines = new Map<number, readonly string[]>();
  #view: AnalysisView | undefined;

  /** Reads a source, so that `text` answers for its lines. A source that cannot be read has no texts. */
  async load(view: AnalysisView, source: number): Promise<void> {
    if (view !== this.#view) {
      this.#view = view;
      this.#lines.clear();
    }
    if (this.#lines.has(source)) return;
    const text = await readSource(view, source);
    if (view === this.#view && text !== undefined) this.#lines.set(source, text.split(/\r\n|\r|\n/));
  }

  /** The text of a row of the line table, if its source was loaded. */
  text(view: AnalysisView, row: number): string | undefined {
    if (view !== this.#view) return undefined;
    const { source, line } = view.analysis.lines;
    return this.#lines.get(source[row])?.[line[row] - 1]?.slice(0, longest);
  }
}

/** Minified lines are not shown whole. */
const longest = 200;

async function readSource(view: AnalysisView, row: number): Promise<string | undefined> {
  const source = view.analysis.sources[row];
  if (source.content !== undefined || !source.isFile) return source.content;
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(source.path)));
  } catch {
    return undefined;
  }
}
