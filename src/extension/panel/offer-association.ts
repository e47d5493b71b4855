import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { formatBytes } from '../../present/quantities.ts';
import { recordingEditors } from '../contributed-names.ts';

/** VS Code's own viewer reads a recording as one JSON, in the window: from this size on that takes long. */
const BIG_BYTES = 30_000_000;
const offeredKey = 'heatline.offeredAssociation';
const PATTERN = '*.cpuprofile';

/** Which editor opens what, by patterns of file names. */
type Associations = Readonly<Record<string, string>>;

/**
 * Offers, once, to open `.cpuprofile` files with Heatline from now on: when a big one is open in another viewer. Where the
 * user has chosen a viewer for them, nothing is offered. `memory` outlives reloads of the window.
 */
export function offerAssociation(memory: vscode.Memento): vscode.Disposable {
  const look = ({ input }: vscode.Tab): void => {
    const uri = shownElsewhere(input);
    if (uri?.scheme === 'file' && uri.path.endsWith('.cpuprofile')) void offer(uri, memory);
  };
  for (const { tabs } of vscode.window.tabGroups.all) tabs.forEach(look);
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => opened.forEach(look));
}

/** The file of a tab that is a text, or in a viewer that is not Heatline's. */
function shownElsewhere(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputCustom && input.viewType !== recordingEditors.cpuprofile
    ? input.uri
    : undefined;
}

async function offer(uri: vscode.Uri, memory: vscode.Memento): Promise<void> {
  const size = (await stat(uri.fsPath).catch(() => undefined))?.size ?? 0;
  if (size < BIG_BYTES || memory.get(offeredKey) === true) return;
  const settings = vscode.workspace.getConfiguration('workbench');
  if (settings.get<Associations>('editorAssociations', {})[PATTERN] !== undefined) return;
  await memory.update(offeredKey, true);
  const always = 'Always Use Heatline';
  const question = `This recording has ${formatBytes(size)}. Heatline opens recordings of any size: open all .cpuprofile files with it?`;
  if ((await vscode.window.showInformationMessage(question, always, 'No')) !== always) return;
  // The user's alone: what a workspace associates besides is not to be written into the user's settings.
  const own = settings.inspect<Associations>('editorAssociations')?.globalValue;
  const next = { ...own, [PATTERN]: recordingEditors.cpuprofile };
  await settings.update('editorAssociations', next, vscode.ConfigurationTarget.Global);
  await openAgain(uri);
}

/** Shows a recording with Heatline wherever another viewer has it. */
async function openAgain(uri: vscode.Uri): Promise<void> {
  const elsewhere = (): vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => shownElsewhere(input)?.toString() === uri.toString());
  for (const { group } of elsewhere()) {
    await vscode.commands.executeCommand('vscode.openWith', uri, recordingEditors.cpuprofile, group.viewColumn);
  }
  await vscode.window.tabGroups.close(elsewhere());
}
