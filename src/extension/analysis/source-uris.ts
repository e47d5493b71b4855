import * as path from 'node:path';
import * as vscode from 'vscode';
import { shortUrl, type Source } from '../../core/index.ts';
import { placeLabel } from '../../present/names.ts';
import { sourceScheme } from '../contributed-names.ts';
import type { KeptText } from '../heat/profiled-text.ts';
import { comparablePath } from './analysis-index.ts';
import type { AnalysisView } from './analysis-store.ts';

/** Where a source can be opened: as the recording has its text, else on disk; undefined when it says neither. */
export function uriOfSource(view: AnalysisView, row: number): vscode.Uri | undefined {
  const source: Source | undefined = view.analysis.sources[row];
  if (source === undefined) return undefined;
  if (source.content !== undefined) return recordedUri(view, row);
  return source.isFile ? vscode.Uri.file(source.path) : undefined;
}

/** A source as it was profiled, read-only. */
export function recordedUri(view: AnalysisView, row: number): vscode.Uri {
  const { path: name } = view.analysis.sources[row];
  const plain = name.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/[?#].*$/, '');
  return vscode.Uri.from({
    scheme: sourceScheme,
    path: path.posix.join('/', plain.replaceAll('\\', '/')),
    query: `${view.id}.${row}`,
  });
}

/** The source that a document shows, or -1. */
export function sourceOfDocument(view: AnalysisView, uri: vscode.Uri): number {
  if (uri.scheme === sourceScheme) {
    const reference = parseVirtualUri(uri);
    return reference?.view === view.id ? reference.source : -1;
  }
  if (uri.scheme !== 'file') return -1;
  return view.index.sourceOfPath.get(comparablePath(uri.fsPath)) ?? -1;
}

/** View and row that a virtual document names. */
function parseVirtualUri(uri: vscode.Uri): { view: number; source: number } | undefined {
  const match = /^(\d+)\.(\d+)$/.exec(uri.query);
  return match ? { view: Number(match[1]), source: Number(match[2]) } : undefined;
}

/** How a source is named to people: relative to the workspace where it is inside. */
export const labelOfSource = ({ path, isFile }: Source): string =>
  isFile ? vscode.workspace.asRelativePath(path) : shortUrl(path);

/** A line (1-based) of a source: `src/app.ts:12`; empty where the source is unknown. */
export const placeOfLine = (source: Source | undefined, line: number): string =>
  source ? placeLabel(labelOfSource(source), line) : '';

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
