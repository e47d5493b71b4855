import * as vscode from 'vscode';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { activeLabel } from '../../present/changes.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { contextKeys, views } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import { withoutLinks } from '../plain-text.ts';
import { reportError } from '../report-error.ts';
import { HotLinesTree } from './hot-lines-tree.ts';
import { createRecordingsTree } from './recordings-tree.ts';

const introducedKey = 'heatline.introduced';

/** Registers both views in Run and Debug. What was shown before a reload of the window comes back with *Hot Lines*. */
export function registerViews(
  { store, recordings, lastShown, changes, log }: Parts,
  { globalState: memory, subscriptions }: vscode.ExtensionContext,
) {
  const hotLines = new HotLinesTree(store, changes, (hash) => recordings.profiledText(hash), subscriptions);
  const recordingsTree = createRecordingsTree(recordings, store);
  const treeView = vscode.window.createTreeView(views.hotLines, { treeDataProvider: hotLines, showCollapseAll: true });
  const restore = (): void => {
    lastShown.restore().catch((error: unknown) => reportError(log, error));
  };
  const publish = (): void =>
    void vscode.commands.executeCommand('setContext', contextKeys.hasAnalysis, store.current !== undefined);
  const publishRecordings = (): void => {
    recordings.list().then(
      (list) => vscode.commands.executeCommand('setContext', contextKeys.hasRecordings, list.length > 0),
      (error: unknown) => log.error(String(error)),
    );
  };
  publishRecordings();
  publish(); // a window keeps what was said before extensions were started anew
  if (treeView.visible) restore();
  subscriptions.push(
    treeView,
    vscode.window.createTreeView(views.recordings, { treeDataProvider: recordingsTree, canSelectMany: true }),
    treeView.onDidChangeVisibility(({ visible }) => {
      if (visible) restore();
    }),
    recordings.onDidChange(publishRecordings),
    store.onDidChange((shown) => {
      publish();
      treeView.message = firstError(shown);
      treeView.description = shown && `${shown.isLive ? 'live · ' : ''}${activeLabel(shown.analysis.quality)}`;
    }),
    changes.onDidChange(() => {
      const shown = store.current;
      if (shown?.isLive) return;
      treeView.description = shown && activeLabel(shown.analysis.quality, changes.of(shown)?.comparison.whole);
    }),
  );
  /** Opens *Hot Lines* the first time that there is something to see; VS Code starts it collapsed. */
  const introduce = (): void => {
    if (memory.get(introducedKey)) return;
    void memory.update(introducedKey, true);
    treeView
      .reveal(hotLines.lines, { select: false, focus: false, expand: true })
      .then(undefined, (error: unknown) => log.warn(String(error)));
  };
  return { hotLines, introduce };
}

/** An error puts all figures in doubt, so it stands above them; warnings are in the tree. */
function firstError(view: AnalysisView | undefined): string | undefined {
  const error = view?.analysis.diagnostics.find(({ severity }) => severity === 'error');
  return error && withoutLinks(describeDiagnostic(error));
}
