import type * as vscode from 'vscode';
import { splitLines } from '../../compare/index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { sourceOfDocument } from '../analysis/source-uris.ts';
import { hashOfNamedFile } from '../files-of-recording.ts';
import { buildDocumentHeat, type DocumentHeat, type ProfiledLines } from './document-heat.ts';
import { type KeptText, loadProfiledText } from './profiled-text.ts';

/** What is known of the documents of one recording: heat by the document's uri, texts by the row of the source. */
const nothing = () => ({ heat: new Map<string, DocumentHeat>(), texts: new Map<number, Promise<ProfiledLines>>() });

/** Where the profiled lines stand in each open document; for the recording that is shown, kept up to date at each edit. */
export class HeatDocuments {
  #shown: AnalysisView | undefined;
  /** Of the recording that is shown. */
  #found = nothing();

  /** `kept`: texts that were put aside when recordings were made, by their hash. */
  constructor(private readonly kept: KeptText) {}

  /** The heat of a document; undefined when the recording knows nothing of it. */
  async heatOf(view: AnalysisView, document: vscode.TextDocument): Promise<DocumentHeat | undefined> {
    const key = document.uri.toString();
    const found = view === this.#shown ? this.#found : nothing();
    const known = found.heat.get(key);
    if (known) return known;
    const source = sourceOfDocument(view, document.uri);
    if (source < 0) return undefined;
    const profiled = (await this.#isAsProfiled(view, source, document))
      ? 'asProfiled'
      : await this.#profiledLines(view, source, document, found);
    const raced = found.heat.get(key);
    if (raced) return raced;
    const { lines } = view.analysis;
    const heat = buildDocumentHeat(lines, view.index.linesOfSource[source], profiled, document);
    found.heat.set(key, heat);
    return heat;
  }

  /** From now on this recording's heat is kept. */
  show(view: AnalysisView | undefined): void {
    if (view === this.#shown) return;
    this.#shown = view;
    this.#found = nothing();
  }

  /** The heat of a document for the recording that is shown, if it was asked for before. */
  known(document: vscode.TextDocument): DocumentHeat | undefined {
    return this.#found.heat.get(document.uri.toString());
  }

  /** After an edit the lines are found anew when they are asked for next. False where the recording knows nothing of the document. */
  edit({ document, contentChanges }: vscode.TextDocumentChangeEvent): boolean {
    const source = this.#shown ? sourceOfDocument(this.#shown, document.uri) : -1;
    if (source < 0 || contentChanges.length === 0) return false;
    this.#found.heat.delete(document.uri.toString());
    // The text is that of the file again, or the file was read anew: until now it may have been another than the disk's.
    if (!document.isDirty) this.#found.texts.delete(source);
    return true;
  }

  /** Forgets a closed document; its profiled text is kept, so that it is found again when it opens. */
  close(document: vscode.TextDocument): void {
    this.#found.heat.delete(document.uri.toString());
  }

  /** Whether the document is the file on disk, and that is still what was profiled: told without its text. */
  async #isAsProfiled(view: AnalysisView, source: number, document: vscode.TextDocument): Promise<boolean> {
    const { path, isFile, content, contentHash } = view.analysis.sources[source];
    if (document.isDirty || !isFile || content !== undefined || contentHash === undefined) return false;
    return (await hashOfNamedFile(path)) === contentHash && !document.isDirty;
  }

  #profiledLines(
    view: AnalysisView,
    source: number,
    document: vscode.TextDocument,
    { texts }: ReturnType<typeof nothing>,
  ): Promise<ProfiledLines> {
    const known = texts.get(source);
    if (known) return known;
    const loading = loadProfiledText(view.analysis.sources[source], document.getText(), this.kept).then(
      ({ state, text }) => ({ state, lines: splitLines(text) }),
    );
    texts.set(source, loading);
    return loading;
  }
}
