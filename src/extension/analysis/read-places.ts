import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Places } from '../../analysis/index.ts';
import { readSetting } from '../settings.ts';

/** Where files are looked for that are not where a recording says: in the workspace, and where `heatline.paths` says. */
export function readPlaces(): Places {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const settings = folders.map((folder) => ({ paths: readSetting('paths', folder), home: folder.uri.fsPath }));
  if (folders.length === 0) settings.push({ paths: readSetting('paths'), home: path.parse(process.cwd()).root });
  const moves = settings.flatMap(({ paths, home }) =>
    Object.entries((paths ?? {}) as Readonly<Record<string, unknown>>).flatMap(([from, to]) =>
      typeof to !== 'string' || to === '' || from === ''
        ? []
        : { from, to: path.resolve(home, to.replaceAll('${workspaceFolder}', home)) },
    ),
  );
  return { folders: folders.map(({ uri }) => uri.fsPath), moves };
}
