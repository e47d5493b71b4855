import * as vscode from 'vscode';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import { anyOf } from '../any-of.ts';
import { internalCommands } from '../contributed-names.ts';
import { formatBytes, formatCountOf, formatTime } from '../../present/quantities.ts';
import { isKept, type RecordingEntry } from '../recordings/recording-list.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';

/** The *Recordings* view: those of this workspace, the newest first. */
export class RecordingsTree implements vscode.TreeDataProvider<RecordingEntry> {
  readonly onDidChangeTreeData: vscode.Event<undefined>;

  constructor(
    private readonly recordings: RecordingStore,
    private readonly store: AnalysisStore,
  ) {
    this.onDidChangeTreeData = anyOf(recordings.onDidChange, store.onDidChange);
  }

  async getChildren(entry?: RecordingEntry): Promise<RecordingEntry[]> {
    if (entry) return [];
    return [...(await this.recordings.list())];
  }

  getTreeItem(entry: RecordingEntry): vscode.TreeItem {
    const shown = this.store.current?.recording.fsPath === this.recordings.uriOf(entry).fsPath;
    return {
      label: entry.title,
      id: entry.id,
      // Side bars are narrow: what came out of it stands first.
      description: [...answerTexts(entry), whenRecorded(entry.recordedAt), entry.result?.runtime ?? '']
        .filter(Boolean)
        .join(' · '),
      tooltip: [
        entry.program,
        new Date(entry.recordedAt).toLocaleString(vscode.env.language),
        ...answerTexts(entry),
        entry.result?.runtime ?? '',
        formatBytes(entry.bytes),
        isKept(entry) ? 'Kept: it is not deleted to make room.' : '',
      ]
        .filter(Boolean)
        .join('\n'),
      iconPath: new vscode.ThemeIcon(shown ? 'eye' : isKept(entry) ? 'pinned' : 'history'),
      contextValue: isKept(entry) ? 'recording.kept' : 'recording',
      command: { command: internalCommands.openStoredRecording, title: 'Open', arguments: [entry.id] },
    };
  }
}

/** What came out of the run, or of the mean of several: active time and hottest line. */
function answerTexts({ result, runs }: RecordingEntry): string[] {
  const count = runs && formatCountOf(runs.length, 'run');
  const active = result && `${formatTime(result.activeTime)} active`;
  return [count, active, result?.hottestLine].filter((text) => text !== undefined);
}

function whenRecorded(time: number): string {
  const date = new Date(time);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
    : date.toLocaleDateString(vscode.env.language);
}
