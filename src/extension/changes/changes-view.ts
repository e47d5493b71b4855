import * as vscode from 'vscode';
import { describeFinding, describeRefusal } from '../../present/comparisons.ts';
import { contextKeys, views } from '../contributed-names.ts';
import { withoutLinks } from '../plain-text.ts';
import { whenRecorded } from '../tree/recordings-tree.ts';
import { isOfAll, ranByItself } from './changes-model.ts';
import { type ChangesTree, createChangesTree } from './changes-tree.ts';
import type { ChangesState, ChangesStore } from './changes-store.ts';

/**
 * Registers the view *Changes*. Where there is no verdict, it says why, with a button that helps (`viewsWelcome`). VS Code
 * lets nobody fold a view, so a second one, folded at first, stands in its place where a recording is compared with nothing.
 */
export function registerChangesView(changes: ChangesStore, subscriptions: vscode.Disposable[]): ChangesTree {
  const tree = createChangesTree(changes);
  const treeView = vscode.window.createTreeView(views.changes, { treeDataProvider: tree, showCollapseAll: false });
  const show = (state: ChangesState): void => {
    const key = state.kind === 'alone' ? state.why : state.kind;
    void vscode.commands.executeCommand('setContext', contextKeys.changesState, key);
    const wasAttached = 'view' in state && ranByItself(state.view.analysis);
    void vscode.commands.executeCommand('setContext', contextKeys.wasAttached, wasAttached);
    const since = 'before' in state && `since ${state.before.title}, ${whenRecorded(state.before.recordedAt, true)}`;
    treeView.description = since || undefined;
    treeView.message = messageOf(state);
  };
  show(changes.state);
  const empty = { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') };
  const folded = vscode.window.registerTreeDataProvider(views.noChanges, empty);
  subscriptions.push(treeView, folded, changes.onDidChange(show));
  return tree;
}

function messageOf(state: ChangesState): string | undefined {
  if (state.kind === 'comparing') return 'Comparing…';
  if (state.kind === 'refused') return withoutLinks(describeRefusal(state.refusal));
  const findings = state.kind === 'compared' ? state.comparison.findings.filter(isOfAll) : [];
  return findings.map((finding) => withoutLinks(describeFinding(finding).message)).join(' ') || undefined;
}
