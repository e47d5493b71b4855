import * as vscode from 'vscode';

/**
 * The file that the user has in front, also while its editor is still opening: VS Code tells extensions of a tab at
 * once, but of the text editor in it only when its text is there, and of one with a very long text never.
 */
export function currentFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText) return input.uri;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return currentEditor()?.document.uri;
}

/** The text editor that the user is in; with the flame graph in front, the one beside it. */
export function currentEditor(): vscode.TextEditor | undefined {
  // Output channels are text editors too, but in no column.
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return [activeTextEditor, ...visibleTextEditors].find((editor) => editor?.viewColumn !== undefined);
}

/** The same, once its text is there: also while the editor in front is still opening. */
export async function openedEditor(): Promise<vscode.TextEditor | undefined> {
  const file = currentFile();
  const editor = currentEditor();
  if (!file || editor?.document.uri.toString() === file.toString()) return editor;
  return vscode.window.showTextDocument(file);
}
