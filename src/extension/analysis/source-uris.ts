import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Source } from '../../profile/index.ts';
import { sourceScheme } from '../contributions.ts';
import { comparablePath } from './analysis-index.ts';
import type { AnalysisView } from './analysis-store.ts';

/** Where a source can be opened: on disk, else in the recording; undefined when its text is nowhere. */
export function uriOfSource(view: AnalysisView, row: number): vscode.Uri | undefined {
  const source: Source | undefined = view.analysis.sources[row];
  if (source === undefined) return undefined;
  if (source.content !== undefined) return virtualUri(view, row, source);
  return source.isFile ? vscode.Uri.file(source.path) : undefined;
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
export function parseVirtualUri(uri: vscode.Uri): { view: number; source: number } | undefined {
  const match = /^(\d+)\.(\d+)$/.exec(uri.query);
  return match ? { view: Number(match[1]), source: Number(match[2]) } : undefined;
}

/** How a source is named to people: relative to the workspace where it is inside. */
export function labelOfSource(path: string, isFile: boolean): string {
  return isFile ? vscode.workspace.asRelativePath(path) : path;
}

function virtualUri(view: AnalysisView, row: number, source: Source): vscode.Uri {
  const name = source.path.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/[?#].*$/, '');
  return vscode.Uri.from({
    scheme: sourceScheme,
    path: path.posix.join('/', name.replaceAll('\\', '/')),
    query: `${view.id}.${row}`,
  });
}
