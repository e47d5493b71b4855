import * as vscode from 'vscode';
import { sourceScheme } from '../contributed-names.ts';
import type { KeptText } from '../heat/profiled-text.ts';
import type { AnalysisView } from './analysis-store.ts';
import { parseVirtualUri } from './source-uris.ts';

/**
 * Shows, read-only, sources whose text is only inside a recording or was kept beside it. `viewOf`: the shown or an older
 * view, by its id.
 */
export function registerSourceDocuments(
  viewOf: (id: number) => AnalysisView | undefined,
  kept: KeptText,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(sourceScheme, {
    async provideTextDocumentContent(uri) {
      const reference = parseVirtualUri(uri);
      const source = reference && viewOf(reference.view)?.analysis.sources[reference.source];
      const text = source?.contentHash === undefined ? undefined : await kept(source.contentHash);
      return source?.content ?? text ?? 'The recording that holds this text is no longer open.';
    },
  });
}
