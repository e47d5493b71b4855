import * as vscode from 'vscode';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import { contextKeys, internalCommands } from '../contributed-names.ts';
import { formatBytes } from '../../present/quantities.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';

/** The *Recordings* view: those of this workspace, the newest first. */
export class RecordingsTree implements vscode.TreeDataProvider<RecordingEntry>, vscode.Disposable {
  readonly #recordings: RecordingStore;
  readonly #store: AnalysisStore;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #disposables: vscode.Disposable[];

  constructor(recordings: RecordingStore, store: AnalysisStore) {
    this.#recordings = recordings;
    this.#store = store;
    const refresh = (): void => this.#changed.fire(undefined);
    this.#disposables = [this.#changed, recordings.onDidChange(refresh), store.onDidChange(refresh)];
  }

  async getChildren(entry?: RecordingEntry): Promise<RecordingEntry[]> {
    if (entry) return [];
    const list = await this.#recordings.list();
    void vscode.commands.executeCommand('setContext', contextKeys.hasRecordings, list.length > 0);
    return [...list];
  }

  getTreeItem(entry: RecordingEntry): vscode.TreeItem {
    const shown = this.#store.current?.recording.fsPath === this.#recordings.uriOf(entry).fsPath;
    return {
      label: entry.title,
      id: entry.id,
      description: `${whenRecorded(entry.recordedAt)} · ${formatBytes(entry.bytes)}`,
      tooltip: `${entry.program}\n${new Date(entry.recordedAt).toLocaleString(vscode.env.language)}`,
      iconPath: new vscode.ThemeIcon(shown ? 'eye' : 'history'),
      contextValue: 'recording',
      command: { command: internalCommands.openStoredRecording, title: 'Open', arguments: [entry.id] },
    };
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function whenRecorded(time: number): string {
  const date = new Date(time);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
    : date.toLocaleDateString(vscode.env.language);
}
