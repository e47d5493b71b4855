import * as vscode from 'vscode';
import { joinParts } from '../../present/names.ts';
import { commands, views } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import { withoutIcons } from '../plain-text.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import type { CommandTable } from '../report-error.ts';
import { runTexts } from '../tree/recordings-tree.ts';

/** Commands that compare recordings of the workspace. The earlier one is always *before*. */
export function compareCommands({ recordings, store, changes, panel }: Parts): CommandTable {
  const compare = async (a: RecordingEntry | undefined, b: RecordingEntry | undefined): Promise<void> => {
    if (!a || !b) return;
    const [before, after] = a.recordedAt <= b.recordedAt ? [a, b] : [b, a];
    await changes.compare(before, after);
    await vscode.commands.executeCommand(`${views.changes}.focus`);
  };
  return {
    [commands.showChanges]: () => panel.revealChanges(),
    [commands.compareWith]: async (entry?: RecordingEntry) => {
      const shown = store.current && (await recordings.findFile(store.current.recording));
      const one = entry ?? shown ?? (await pickRecording(recordings, 'Compare Recordings'));
      if (one) await compare(one, await pickRecording(recordings, `Compare ${one.title} with…`, one));
    },
    [commands.compareSelected]: async (_?: RecordingEntry, selected: readonly RecordingEntry[] = []) => {
      if (selected.length !== 2) throw new Error('Select two recordings to compare.');
      await compare(selected[0], selected[1]);
    },
  };
}

/** Asks for a recording; `other`: the one that it is to be compared with. Those of the same program are first. */
export async function pickRecording(
  recordings: RecordingStore,
  title: string,
  other?: RecordingEntry,
): Promise<RecordingEntry | undefined> {
  const list = (await recordings.list()).filter(({ id }) => id !== other?.id);
  if (list.length === 0 && !other) throw new Error('This workspace has no recordings yet.');
  if (list.length === 0) throw new Error('There is no other recording to compare with. Profile the program again.');
  const isSame = ({ program }: RecordingEntry): boolean => program === other?.program;
  const sorted = [...list.filter(isSame), ...list.filter((entry) => !isSame(entry))];
  const items = sorted.map((entry) => ({
    label: withoutIcons(entry.title),
    description: new Date(entry.recordedAt).toLocaleString(vscode.env.language),
    detail: joinParts(' · ', ...runTexts(entry)),
    entry,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.entry;
}
