import * as vscode from 'vscode';
import { amountLabel } from '../present/quantities.ts';
import type { AnalysisStore } from './analysis/analysis-store.ts';
import { commands, languages } from './contributed-names.ts';
import type { HeatController } from './heat/heat-controller.ts';
import type { HeatDocuments } from './heat/heat-documents.ts';

/** Says, in the language status of the active editor, whether its file is still the one that was profiled. */
export function showChangedFiles(
  store: AnalysisStore,
  documents: HeatDocuments,
  controller: HeatController,
): vscode.Disposable {
  const selector = languages.flatMap((language) => [{ language, scheme: 'file' }]);
  const item = vscode.languages.createLanguageStatusItem('heatline.changedFile', selector);
  item.name = 'Heatline';
  const update = (): void => {
    const editor = vscode.window.activeTextEditor;
    const heat = store.current && editor && documents.known(editor.document);
    item.command = undefined;
    item.severity = vscode.LanguageStatusSeverity.Information;
    if (!store.current) item.text = 'Heatline: nothing has been profiled';
    else if (!heat) item.text = 'Heatline: this file is not in the profile';
    else if (heat.state === 'differs') {
      item.text = 'Heatline: this file has changed since it was profiled';
      item.detail = 'Heat may be shown on the wrong lines.';
      item.severity = vscode.LanguageStatusSeverity.Warning;
      item.command = { command: commands.profileAgain, title: 'Profile Again' };
      return;
    } else item.text = `Heatline: ${heat.marks.length} lines with ${amountLabel(store.current.analysis.quality)}`;
    item.detail = undefined;
  };
  update();
  return vscode.Disposable.from(
    item,
    controller.onDidPaint(update),
    store.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}
