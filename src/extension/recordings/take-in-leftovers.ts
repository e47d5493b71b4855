import * as path from 'node:path';
import * as vscode from 'vscode';
import type { RecordingStore } from './recording-store.ts';

/**
 * Takes in what was recorded when VS Code was killed, and says so. Other windows may have the same store: what they record
 * now is left alone.
 */
export async function takeInLeftovers(recordings: RecordingStore, log: vscode.LogOutputChannel): Promise<void> {
  if (!(await recordings.hasUnfinished())) return;
  const { finishLeftovers } = await import('../debug/record-program.ts');
  const leftovers = await finishLeftovers(recordings.folder);
  for (const { recording, program } of leftovers) {
    const title = path.basename(program);
    const entry = await recordings.add(recording, program, title);
    log.info(`Took in ${recording}, which was not finished.`);
    const question = `The recording of ${title} was cut off when VS Code ended. What there was of it is in the list of recordings.`;
    const open = 'Open';
    if ((await vscode.window.showInformationMessage(question, open)) === open)
      await vscode.commands.executeCommand('vscode.open', recordings.uriOf(entry));
  }
}
