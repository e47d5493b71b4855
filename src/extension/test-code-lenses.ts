import * as vscode from 'vscode';
import { internalCommands, languages, settings } from './contributed-names.ts';
import { readSetting, touches } from './settings.ts';
import { mayBeTest } from '../target/tests/may-be-test.ts';

async function provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  if (!readSetting('testCodeLens') || !vscode.workspace.isTrusted || !mayBeTest(document.uri.fsPath)) return [];
  const { findTestBlocks } = await import('../target/tests/test-runs.ts');
  return findTestBlocks(document.uri.fsPath, document.getText()).map(({ kind, firstLine }) => {
    const title = kind === 'test' ? 'Profile Test' : 'Profile Tests';
    const command = { title, command: internalCommands.profileTest, arguments: [document.uri, firstLine] };
    return new vscode.CodeLens(new vscode.Range(firstLine - 1, 0, firstLine - 1, 0), command);
  });
}

/** Offers *Profile Test* above the tests of files that are test files. */
export function registerTestCodeLenses(): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const selector = languages.map((language) => ({ language, scheme: 'file' }));
  const lenses = { provideCodeLenses, onDidChangeCodeLenses: changed.event };
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(selector, lenses),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (touches(event, settings.testCodeLens)) changed.fire();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
  );
}
