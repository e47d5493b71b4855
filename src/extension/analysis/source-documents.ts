import * as vscode from 'vscode';
import { sourceScheme } from '../contributions.ts';
import type { AnalysisView } from './analysis-store.ts';
import { parseVirtualUri } from './source-uris.ts';

/** The text that was profiled, by the hash of its bytes, where it was put aside. */
export type KeptText = (hash: string) => Promise<string | undefined>;

/** Shows, read-only, sources whose text is only inside a recording or was kept beside it. */
export class SourceDocuments implements vscode.TextDocumentContentProvider {
  readonly #viewOf: (id: number) => AnalysisView | undefined;
  readonly #kept: KeptText;

  /** `viewOf`: the shown or an older view, by its id; `kept`: texts that were put aside, by their hash. */
  constructor(viewOf: (id: number) => AnalysisView | undefined, kept: KeptText) {
    this.#viewOf = viewOf;
    this.#kept = kept;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const reference = parseVirtualUri(uri);
    const source = reference && this.#viewOf(reference.view)?.analysis.sources[reference.source];
    const kept = source?.contentHash === undefined ? undefined : await this.#kept(source.contentHash);
    return source?.content ?? kept ?? 'The recording that holds this text is not open any more.';
  }

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(sourceScheme, this);
  }
}
