import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { formatBytes } from '../../present/quantities.ts';
import { recordingEditors } from '../contributed-names.ts';

/** VS Code's own viewer reads a recording as one JSON, in the window: from this size on that takes long. */
const BIG_BYTES = 30_000_000;
const offeredKey = 'heatline.offeredAssociation';
const PATTERN = '*.cpuprofile';

/**
 * Offers, once, to open `.cpuprofile` files with Heatline from now on: when a big one is open, in whichever viewer.
 * `memory` outlives reloads of the window.
 */
export function offerAssociation(memory: vscode.Memento): vscode.Disposable {
  const look = ({ input }: vscode.Tab): void => {
    const isFile = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText;
    if (isFile && input.uri.path.endsWith('.cpuprofile')) void offer(input.uri, memory);
  };
  for (const { tabs } of vscode.window.tabGroups.all) tabs.forEach(look);
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => opened.forEach(look));
}

async function offer({ scheme, fsPath }: vscode.Uri, memory: vscode.Memento): Promise<void> {
  if (scheme !== 'file' || memory.get(offeredKey) === true) return;
  const size = (await stat(fsPath).catch(() => undefined))?.size ?? 0;
  const settings = vscode.workspace.getConfiguration('workbench');
  const associations = settings.get<Readonly<Record<string, string>>>('editorAssociations', {});
  if (size < BIG_BYTES || associations[PATTERN] === recordingEditors.cpuprofile) return;
  await memory.update(offeredKey, true);
  const always = 'Always Use Heatline';
  const question = `This recording has ${formatBytes(size)}. Heatline opens recordings of any size: open all .cpuprofile files with it?`;
  if ((await vscode.window.showInformationMessage(question, always)) !== always) return;
  const next = { ...associations, [PATTERN]: recordingEditors.cpuprofile };
  await settings.update('editorAssociations', next, vscode.ConfigurationTarget.Global);
}
