import * as vscode from 'vscode';

/** When a file was written last: Unix time in milliseconds; undefined where there is none that can be looked at. */
export async function lastWrite(file: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(file)).mtime;
  } catch {
    return undefined;
  }
}
