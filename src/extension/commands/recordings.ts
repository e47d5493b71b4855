import * as vscode from 'vscode';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import { commands, internalCommands, recordingEditors } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import type { CommandTable } from '../report-error.ts';
import { pickRecording } from './compare.ts';

/** Commands on recordings: those of the workspace, and files from anywhere. */
export function recordingCommands(parts: Parts): CommandTable {
  const { recordings, loader, store } = parts;
  /** On a row of the list, or on a recording that is asked for. */
  const onEntry = (act: (entry: RecordingEntry) => Promise<void>) => async (row?: RecordingEntry) => {
    const entry = row ?? (await pickRecording(recordings, 'Recordings of this workspace'));
    if (entry) await act(entry);
  };
  return {
    [commands.openRecording]: (file?: vscode.Uri) => openFile(store, file),
    [internalCommands.openStoredRecording]: async (id: unknown) => {
      const asked = store.ask();
      const entry = await recordings.find(typeof id === 'string' ? id : '');
      if (!entry) throw new Error('That recording no longer exists.');
      const [file, ...otherRuns] = recordings.urisOf(entry);
      const view = asked.aborted
        ? undefined
        : await loader.load(file, { title: entry.title, otherRuns, closed: asked });
      if (view && !asked.aborted) store.show(view);
    },
    [commands.renameRecording]: onEntry((entry) => rename(recordings, entry)),
    [commands.pinRecording]: onEntry(({ id }) => recordings.pin(id, true)),
    [commands.unpinRecording]: onEntry(({ id }) => recordings.pin(id, false)),
    [commands.deleteRecording]: onEntry((entry) => remove(parts, entry)),
  };
}

/** Opens a file as a flame graph, which shows its heat too; also one that is open already. */
async function openFile(store: AnalysisStore, wanted: vscode.Uri | undefined): Promise<void> {
  const file = wanted instanceof vscode.Uri ? wanted : await askForFile();
  if (!file) return;
  const ending = Object.keys(recordingEditors).find((known) => file.path.endsWith(`.${known}`)) ?? 'cpuprofile';
  const editor = recordingEditors[ending as keyof typeof recordingEditors];
  const asked = store.ask();
  await vscode.commands.executeCommand('vscode.openWith', file, editor);
  const open = store.findRecording(file);
  if (open && !asked.aborted) store.show(open);
}

async function askForFile(): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: 'Open Recording',
    filters: { Recordings: Object.keys(recordingEditors), 'All files': ['*'] },
  });
  return files?.[0];
}

async function rename(recordings: RecordingStore, entry: RecordingEntry): Promise<void> {
  const title = await vscode.window.showInputBox({
    title: 'Rename Recording',
    prompt: 'A recording that you have named is never deleted to make room.',
    value: entry.title,
    validateInput: (text) => (text.trim() === '' ? 'Enter a name.' : undefined),
  });
  if (title !== undefined) await recordings.rename(entry.id, title.trim());
}

async function remove({ recordings, store }: Parts, entry: RecordingEntry): Promise<void> {
  const yes = 'Delete';
  const question = `Delete the recording "${entry.title}"?`;
  const detail = 'This cannot be undone.';
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  const isShown = store.current?.recording.fsPath === recordings.uriOf(entry).fsPath;
  await recordings.delete(entry.id);
  if (isShown) store.show(undefined);
}
