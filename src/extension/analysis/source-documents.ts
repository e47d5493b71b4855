import * as vscode from 'vscode';
import { sourceScheme } from '../contributions.ts';
import type { AnalysisView } from './analysis-store.ts';
import { parseVirtualUri } from './source-uris.ts';

/** Shows, read-only, sources whose text is only inside a recording. */
export class SourceDocuments implements vscode.TextDocumentContentProvider {
  readonly #viewOf: (id: number) => AnalysisView | undefined;

  /** `viewOf`: the shown or an older view, by its id. */
  constructor(viewOf: (id: number) => AnalysisView | undefined) {
    this.#viewOf = viewOf;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const reference = parseVirtualUri(uri);
    const source = reference && this.#viewOf(reference.view)?.analysis.sources[reference.source];
    return source?.content ?? vscode.l10n.t('The recording that holds this text is not open any more.');
  }

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(sourceScheme, this);
  }
}
