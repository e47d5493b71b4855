import { realpath } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Source } from '../../core/index.ts';
import { comparablePath } from './analysis-index.ts';

/**
 * Names files as the editor does. Node names each by its real path, so that a folder opened through a symbolic link
 * would have no heat. What stands in a folder of the workspace without any link keeps its name.
 */
export async function nameAsOpened(sources: readonly Source[]): Promise<readonly Source[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const documents = vscode.workspace.textDocuments.map(({ uri }) => uri);
  const open = [...folders, ...documents].filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
  const links = (await Promise.all(open.map(linkOf))).filter((link) => link !== undefined);
  if (links.length === 0) return sources;
  const isInWorkspace = (file: string): boolean => folders.some(({ fsPath }) => within(fsPath, file) !== undefined);
  return sources.map((source) => {
    if (!source.isFile || isInWorkspace(source.path)) return source;
    for (const { real, opened } of links) {
      const rest = within(real, source.path);
      if (rest !== undefined) return { ...source, path: path.join(opened, rest) };
    }
    return source;
  });
}

/** Of a folder or file that is open under another path than its own: what Node calls it, and what the editor does. */
async function linkOf(opened: string) {
  // Where it was deleted meanwhile, nothing can have run from there.
  const real = await realpath(opened).catch(() => opened);
  return comparablePath(real) === comparablePath(opened) ? undefined : { real, opened };
}

/** The path of `file` from `folder`, which may be the file itself; undefined when it is not in there. */
function within(folder: string, file: string): string | undefined {
  const rest = path.relative(folder, file);
  return rest === '..' || rest.startsWith(`..${path.sep}`) || path.isAbsolute(rest) ? undefined : rest;
}
