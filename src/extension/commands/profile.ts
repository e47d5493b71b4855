import * as vscode from 'vscode';
import { commands, debugType, internalCommands, isProgram } from '../contributed-names.ts';
import { findConfiguration } from './launch-configurations.ts';
import { currentEditor, currentFile } from '../current-file.ts';
import { profileFileConfiguration } from '../debug/adapter.ts';
import { type HeatlineConfiguration, MOST_RUNS } from '../debug/launch-options.ts';
import type { Parts } from '../parts.ts';
import type { CommandTable } from '../report-error.ts';
import { mayBeTest } from '../../target/tests/may-be-test.ts';
import { type RunnerChoice, runnerChoices } from '../../target/tests/runner-names.ts';
import { visibleColumn } from './reveal.ts';

/** What was profiled last: by its name, so that what launch.json says under it now counts. */
export interface LastLaunch extends Chosen<'testRunner' | 'testLine' | 'runtimeExecutable' | 'runtimeArgs' | 'cwd'> {
  /** Uri of the workspace folder. */
  readonly folder?: string;
  readonly name: string;
  /** Absent for a command. */
  readonly program?: string;
}

type Chosen<Key extends keyof HeatlineConfiguration> = Partial<Pick<HeatlineConfiguration, Key>>;
/** What it is to say besides. `testLine`: in the one test that is to run, 1-based. */
type More = Chosen<'runs' | 'testLine'>;

export const lastLaunchKey = 'heatline.launchedLast';

/** Commands that start and end profiling. `memory` outlives reloads of the window. */
export const profileCommands = ({ runs }: Parts, memory: vscode.Memento): CommandTable => ({
  [commands.profileCurrentFile]: (file?: vscode.Uri) => profileFile(file, memory),
  [commands.profileTestAtCursor]: () => profileTestAtCursor(memory),
  [internalCommands.profileTest]: (file: vscode.Uri, testLine: number) => profileFile(file, memory, { testLine }),
  [commands.profileAgain]: () => profileAgain(memory),
  [commands.profileAgainTimes]: async () => {
    const runs = await askForRuns();
    if (runs !== undefined) await profileAgain(memory, { runs });
  },
  [commands.stopProfiling]: () => runs.stopAll(),
});

/** Remembers what is launched, for the commands that do it again. */
export const rememberLaunches = (memory: vscode.Memento): vscode.Disposable =>
  vscode.debug.onDidStartDebugSession(({ type, workspaceFolder, configuration }) => {
    const { name, request, program } = configuration;
    if (type !== debugType || request !== 'launch') return;
    const { testRunner, testLine, runtimeExecutable, runtimeArgs, cwd } =
      configuration as Partial<HeatlineConfiguration>;
    const what = program ? { program: String(program), testRunner, testLine } : { runtimeExecutable, runtimeArgs, cwd };
    const last: LastLaunch = { folder: workspaceFolder?.uri.toString(), name, ...what };
    void memory.update(lastLaunchKey, last);
  });

async function profileAgain(memory: vscode.Memento, more: More = {}): Promise<void> {
  const last = memory.get<LastLaunch>(lastLaunchKey);
  await (last ? launchAgain(last, more) : profileFile(undefined, memory, more));
}

/** How often to run; undefined when the user changed their mind. */
async function askForRuns(): Promise<number | undefined> {
  const answer = await vscode.window.showInputBox({
    title: 'Profile Again: How Many Runs?',
    value: '5',
    prompt: 'They are shown as one recording, their mean. Three tell large changes, five most, ten or more small ones.',
    validateInput: (text) =>
      /^\d+$/.test(text.trim()) && Number(text) >= 2 && Number(text) <= MOST_RUNS
        ? undefined
        : `Enter a number from 2 to ${MOST_RUNS}.`,
  });
  return answer === undefined ? undefined : Number(answer);
}

async function profileTestAtCursor(memory: vscode.Memento): Promise<void> {
  const editor = currentEditor();
  if (!editor) throw new Error('No file is open. Open a file of tests, and put the cursor into a test.');
  await profileFile(editor.document.uri, memory, { testLine: editor.selection.active.line + 1 });
}

/** Saves a file and profiles it; without one, the current file. A file of tests runs by its runner. */
async function profileFile(wanted: vscode.Uri | undefined, memory: vscode.Memento, more: More = {}): Promise<void> {
  const file = wanted instanceof vscode.Uri ? wanted : currentFile();
  if (!file) throw new Error('No file is open. Open the JavaScript or TypeScript file to profile.');
  if (file.scheme === 'untitled') throw new Error('Save this file first: Node can only run a file on disk.');
  if (file.scheme !== 'file') throw new Error(`${file.toString(true)} is not a file on disk, so Node cannot run it.`);
  if (!isProgram(file.fsPath)) {
    throw new Error(`${file.fsPath} is neither JavaScript nor TypeScript. Open the file to profile.`);
  }
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (document?.isDirty && !(await document.save())) throw new Error(`${file.fsPath} could not be saved.`);
  const testRunner = await chooseRunner(file.fsPath, memory);
  if (testRunner === undefined) return;
  const configuration = {
    ...profileFileConfiguration(file.fsPath),
    ...(testRunner !== 'auto' && { testRunner }),
    ...more,
  };
  // VS Code shows why a launch failed by itself; false only says that it did.
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), configuration);
}

/** Launches what launch.json says under this name now; what is not there was a file that was profiled by itself. */
async function launchAgain(last: LastLaunch, more: More): Promise<void> {
  const { folder: uri, ...what } = last;
  const folder = vscode.workspace.workspaceFolders?.find((one) => one.uri.toString() === uri);
  const found = findConfiguration(folder, what.name);
  const again = found ?? { type: debugType, request: 'launch', ...what };
  // VS Code fills in the file in front.
  const viewColumn = visibleColumn() ?? vscode.ViewColumn.Beside;
  if (found && what.program !== undefined && (found.program ?? '${file}') === '${file}')
    await vscode.window.showTextDocument(vscode.Uri.file(what.program), { viewColumn });
  await vscode.debug.startDebugging(folder, { ...again, ...more });
}

const memoryKey = 'heatline.testRunners';

/**
 * What runs a file that may be a test for one of several runners: asked once, and remembered for its package in this workspace.
 * `auto` where nothing is to be asked, undefined where the question was not answered.
 */
async function chooseRunner(file: string, memory: vscode.Memento): Promise<RunnerChoice | undefined> {
  if (!mayBeTest(file)) return 'auto';
  const { recogniseRunner } = await import('../../target/tests/test-runs.ts');
  const found = recogniseRunner(file);
  if (found.kind !== 'unclear') return 'auto';
  const known = memory.get<Record<string, RunnerChoice>>(memoryKey, {});
  const before = known[found.folder];
  if (runnerChoices.includes(before)) return before;
  const items = [
    ...found.candidates.map((runner) => ({ label: runner, runner: runner })),
    { label: 'No Test Runner', description: 'run the file by itself', runner: 'none' as const },
  ];
  const title = 'Which runner do the tests of this package have?';
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: found.folder });
  if (!chosen) return undefined;
  await memory.update(memoryKey, { ...known, [found.folder]: chosen.runner });
  return chosen.runner;
}
