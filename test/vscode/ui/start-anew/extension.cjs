// An extension for the tests of the window: its command brings the window, and all that Heatline keeps, back to where they
// were at the start, applies the settings of the file `start-anew.json` beside the workspace folder, and then tells that file's number in
// the status bar. JavaScript, because VS Code loads it itself.
const { readFileSync } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

/** @typedef {import('../../../../src/extension/extension.ts').HeatlineParts} HeatlineParts */

const tidying = [
  'workbench.action.closeAllEditors',
  'workbench.action.closePanel',
  'workbench.debug.panel.action.clearReplAction',
  'notifications.clearAll',
  'heatline.hideDependencies',
  'heatline.clear',
  'workbench.view.extension.heatline',
];

/** @param {import('vscode').ExtensionContext} context */
exports.activate = ({ subscriptions }) => {
  const item = vscode.window.createStatusBarItem('startAnew', vscode.StatusBarAlignment.Right);
  const startAnew = async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    /** @type {{ suite: number, settings: Record<string, unknown> }} */
    const { suite, settings } = JSON.parse(readFileSync(path.join(folder.uri.fsPath, '../start-anew.json'), 'utf8'));
    item.show();
    try {
      item.text = 'ending all';
      await endAll();
      for (const command of tidying) {
        item.text = command;
        await vscode.commands.executeCommand(command);
      }
      item.text = 'settings';
      await applySettings(settings);
      item.text = `suite ${suite}`;
    } catch (error) {
      item.text = `suite ${suite} cannot start: ${error}`;
    }
  };
  subscriptions.push(item, vscode.commands.registerCommand('startAnew', startAnew));
};

/** Ends what runs, and forgets what was recorded. */
async function endAll() {
  /** @type {HeatlineParts | undefined} */
  const heatline = await vscode.extensions.getExtension('heatline.heatline')?.activate();
  if (!heatline) throw new Error('Heatline is not there');
  await heatline.runs.stopAll();
  if (vscode.debug.activeDebugSession) await vscode.debug.stopDebugging();
  for (const terminal of vscode.window.terminals) terminal.dispose(); // VS Code's command waits for ever for one that has ended
  for (const document of vscode.workspace.textDocuments) if (document.isDirty) await document.save();
  for (const { id } of await heatline.recordings.list()) await heatline.recordings.delete(id);
}

/** @param {Record<string, unknown>} settings of the workspace; null for the default. */
async function applySettings(settings) {
  const { Workspace } = vscode.ConfigurationTarget;
  const configuration = vscode.workspace.getConfiguration();
  for (const [name, value] of Object.entries(settings)) await configuration.update(name, value ?? undefined, Workspace);
}
