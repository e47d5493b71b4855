import * as vscode from 'vscode';

/** A row of a tree as VS Code draws it, with what is below it. */
export interface TreeRow extends vscode.TreeItem {
  readonly children?: () => TreeRow[] | Promise<TreeRow[]>;
  /** Row of the function table, for the commands of its menu. */
  readonly function?: number;
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
