import * as vscode from 'vscode';

/** A row of a tree as VS Code draws it, with what is below it. */
export interface TreeRow extends vscode.TreeItem {
  readonly children?: () => TreeRow[] | Promise<TreeRow[]>;
  /** Row of the function table, for the commands of its menu. */
  readonly function?: number;
}

/** A row that does something when it is clicked; `icon`: one of VS Code's. */
export function commandRow(
  label: string,
  icon: string,
  command: string,
  { args, ...more }: { readonly args?: unknown[]; readonly tooltip?: string; readonly description?: string } = {},
): TreeRow {
  const iconPath = new vscode.ThemeIcon(icon);
  return { label, iconPath, command: { command, title: label, arguments: args }, ...more };
}

/** A row that only holds others; `icon`: one of VS Code's. */
export function groupRow(
  label: string,
  icon: string,
  children: NonNullable<TreeRow['children']>,
  collapsibleState = vscode.TreeItemCollapsibleState.Collapsed,
): TreeRow {
  return { label, collapsibleState, iconPath: new vscode.ThemeIcon(icon), children };
}

/** An event that tells nothing but that one of others fired. */
export const anyOf =
  (...events: readonly vscode.Event<unknown>[]): vscode.Event<undefined> =>
  (listener, self) =>
    vscode.Disposable.from(...events.map((event) => event(() => listener.call(self, undefined) as unknown)));
