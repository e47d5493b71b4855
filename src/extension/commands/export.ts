import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { labelText, pickPart, type RecordingPart } from '../../core/index.ts';
import { type ExportName, exportFormats, exportNames } from '../../export/format-names.ts';
import { capitalise } from '../../present/answer.ts';
import { formatCountOf } from '../../present/quantities.ts';
import { lastWrite } from '../files-of-recording.ts';
import type { Parts } from '../parts.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import { notifyProgress } from '../progress-notification.ts';
import { readPlaces, readSetting } from '../settings.ts';
import { RecordingError } from '../../recording/index.ts';
import { pickRecording } from './compare.ts';

interface Subject {
  readonly recording: vscode.Uri;
  readonly title: string;
  readonly part: RecordingPart;
}

/** Writes a recording in any format; what is shown, if nobody says which. */
export async function exportRecording({ recordings, store }: Parts, row?: RecordingEntry): Promise<void> {
  const shown = store.current;
  if (!row && shown && !shown.series) {
    return exportFile({ recording: shown.recording, title: shown.title, part: pickPart(shown.analysis) });
  }
  const entry = row ?? (await pickRecording(recordings, 'Export'));
  if (!entry) return;
  if (entry.runs !== undefined) return saveRuns(recordings.urisOf(entry), nameOf(entry));
  await exportFile({ recording: recordings.uriOf(entry), title: entry.title, part: {} });
}

const nameOf = ({ title }: Pick<Subject, 'title'>): string => title.replace(/[^\w.-]+/g, '_');
const homeFolder = (): vscode.Uri | undefined => vscode.workspace.workspaceFolders?.[0]?.uri;

async function exportFile(subject: Subject): Promise<void> {
  const { recording } = subject;
  const ending = path.posix.extname(recording.path);
  const copy = { label: 'Recording', description: `${ending}, as it is, to open in Heatline again`, format: undefined };
  const formats = exportNames.map((format) => ({
    ...{ label: exportFormats[format].label, description: exportFormats[format].ending },
    ...{ detail: withoutHints(capitalise(exportFormats[format].help)), format },
  }));
  const chosen = await vscode.window.showQuickPick([copy, ...formats], { title: `Export ${subject.title}` });
  if (!chosen) return;
  const name = `${nameOf(subject)}${chosen.format === undefined ? ending : exportFormats[chosen.format].ending}`;
  const folder = homeFolder();
  const defaultUri = folder && vscode.Uri.joinPath(folder, name);
  const target = await vscode.window.showSaveDialog({ title: `Export as ${chosen.label}`, defaultUri });
  if (!target) return;
  if (chosen.format === undefined) return vscode.workspace.fs.copy(recording, target, { overwrite: true });
  if (!(await write(subject, chosen.format, target.fsPath))) return;
  const open = 'Open';
  const done = `Exported to ${path.basename(target.fsPath)}.`;
  if ((await vscode.window.showInformationMessage(done, open)) === open)
    await (chosen.format === 'flamegraph'
      ? vscode.env.openExternal(target)
      : vscode.commands.executeCommand('vscode.open', target));
}

/** What the help says to do, without what is for the command line. */
const withoutHints = (help: string): string => help.replace(/; (?:without --|- for).*$| \(docs\/.*$/, '');

/**
 * Lets the command line write it: it has the same formats, and reads in a process of its own. False where the user cancelled; a
 * file that was there before is left if nothing was written yet.
 */
async function write(subject: Subject, format: ExportName, file: string): Promise<boolean> {
  const before = await lastWrite(file);
  const args = [path.join(__dirname, 'cli.cjs'), 'show', ...argumentsFor(subject, format), `--${format}`, file];
  const options = { cwd: homeFolder()?.fsPath, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' } };
  const title = `Heatline: exporting ${path.basename(file)}`;
  const isWritten = await new Promise<boolean>((resolve, reject) => {
    const child = execFile(process.execPath, args, options, (error, _stdout, stderr) => {
      notification.end();
      const told = /^heatline: (.*)$/m.exec(stderr)?.[1];
      if (!error || child.killed) resolve(!error);
      else reject(new RecordingError('export', told ?? error.message));
    });
    const notification = notifyProgress(title, () => child.kill());
  });
  if (!isWritten && (await lastWrite(file)) !== before) await rm(file, { force: true });
  return isWritten;
}

function argumentsFor({ recording, part }: Subject, format: ExportName): string[] {
  const { thread, range, marks, value, labels = [] } = part;
  const { moves = [] } = readPlaces();
  // A CPU profile has all of a thread's samples.
  const times = format === 'cpuprofile' ? undefined : range;
  return [
    ...[recording.fsPath, '--time', readSetting('time')],
    ...(thread === undefined ? [] : ['--thread', String(thread)]),
    ...(times ? ['--from', `${times.from / 1000}ms`, '--to', `${times.to / 1000}ms`] : []),
    ...(value === undefined ? [] : ['--value', value]),
    ...labels.flatMap((label) => ['--label', labelText(label)]),
    ...(!times && typeof marks === 'object' ? ['--mark', marks.name] : []),
    ...(marks === 'ignored' || (!marks && !readSetting('marks')) ? ['--ignore-marks'] : []),
    ...moves.flatMap(({ from, to }) => ['--path', `${from}=${to}`]),
  ];
}

/** Saves a series as a folder, which `heatline show` and `heatline diff` take. */
async function saveRuns(files: readonly vscode.Uri[], name: string): Promise<void> {
  const places = await vscode.window.showOpenDialog({
    title: `Folder to Save ${formatCountOf(files.length, 'Run')} In`,
    openLabel: 'Save Here',
    canSelectFiles: false,
    canSelectFolders: true,
    defaultUri: homeFolder(),
  });
  if (!places) return;
  const target = vscode.Uri.joinPath(places[0], `${name}-runs`);
  if ((await lastWrite(target.fsPath)) !== undefined) {
    throw new RecordingError('export', `${target.fsPath} is there already; save in another folder, or delete it.`);
  }
  for (const [at, file] of files.entries()) {
    const copy = vscode.Uri.joinPath(target, `run-${at + 1}${path.extname(file.path)}`);
    await vscode.workspace.fs.copy(file, copy);
  }
}
