import * as vscode from 'vscode';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import { internalCommands } from '../contributed-names.ts';
import { joinParts } from '../../present/names.ts';
import { formatActive, formatBytes, formatCountOf } from '../../present/quantities.ts';
import { isKept, type RecordingEntry } from '../recordings/recording-list.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { anyOf } from './tree-row.ts';

/** The *Recordings* view: those of this workspace, the newest first. */
export const createRecordingsTree = (
  recordings: RecordingStore,
  store: AnalysisStore,
): vscode.TreeDataProvider<RecordingEntry> => ({
  onDidChangeTreeData: anyOf(recordings.onDidChange, store.onDidChange),
  getChildren: async (entry) => (entry ? [] : [...(await recordings.list())]),
  getTreeItem: (entry) => {
    const shown = store.current?.recording.fsPath === recordings.uriOf(entry).fsPath;
    return {
      label: entry.title,
      id: entry.id,
      // Side bars are narrow: what came out of it stands first.
      description: joinParts(' · ', ...answerTexts(entry), whenRecorded(entry.recordedAt), entry.result?.runtime),
      tooltip: joinParts(
        '\n',
        entry.program,
        new Date(entry.recordedAt).toLocaleString(vscode.env.language),
        ...answerTexts(entry),
        entry.result?.runtime,
        formatBytes(entry.bytes),
        isKept(entry) && 'Kept: it is not deleted to make room.',
      ),
      iconPath: new vscode.ThemeIcon(shown ? 'eye' : isKept(entry) ? 'pinned' : 'history'),
      contextValue: isKept(entry) ? 'recording.kept' : 'recording',
      command: { command: internalCommands.openStoredRecording, title: 'Open', arguments: [entry.id] },
    };
  },
});

/** How many runs a recording is of, where it is of several, and how long it was active. */
export const runTexts = ({ result, runs }: RecordingEntry): (string | undefined)[] => [
  runs && formatCountOf(runs.length, 'run'),
  result && formatActive(result, result.activeTime),
];

const answerTexts = (entry: RecordingEntry): (string | undefined)[] => [...runTexts(entry), entry.result?.hottestLine];

/** When a recording was made: the time of today, else the day, `isExact` with its time. */
export function whenRecorded(recordedAt: number, isExact = false): string {
  const { language } = vscode.env;
  const date = new Date(recordedAt);
  if (new Date().toDateString() === date.toDateString())
    return date.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isExact ? date.toLocaleString(language) : date.toLocaleDateString(language);
}
