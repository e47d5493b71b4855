import * as vscode from 'vscode';
import { commands } from '../contributed-names.ts';
import { asHeatline, isProfileable, picksProcess, type WrittenConfiguration } from '../debug/node-configurations.ts';
import { withoutIcons } from '../plain-text.ts';
import { registerCommand } from '../report-error.ts';
import { runTask } from './run-task.ts';

/** Several configurations under one name, as launch.json has them. */
interface Compound {
  readonly name: string;
  readonly configurations: readonly (string | { readonly name: string; readonly folder?: string })[];
  readonly preLaunchTask?: string;
  /** Whether the end of one ends the others. */
  readonly stopAll?: boolean;
}

type Folder = vscode.WorkspaceFolder | undefined;

/** The command that profiles what launch.json launches. */
export function registerLaunchConfigurationCommand(log: vscode.LogOutputChannel): vscode.Disposable {
  return registerCommand(log, commands.profileLaunchConfiguration, async (name?: unknown) => {
    const choices = listChoices();
    if (choices.length === 0) {
      throw new Error(
        'No launch configuration of type "node" is in .vscode/launch.json. Add one there, or profile a file by Profile Current File.',
      );
    }
    const named = choices.find((choice) => choice.name === name);
    const options = { title: 'Profile Launch Configuration', matchOnDescription: true, matchOnDetail: true };
    await (named ?? (await vscode.window.showQuickPick(choices, options)))?.start();
  });
}

/** The configuration of this name that can be profiled, as one of type `heatline`. */
export function findConfiguration(folder: Folder, name: string): vscode.DebugConfiguration | undefined {
  const written = listConfigurations(folder).find((one) => one.name === name && isProfileable(one));
  return written && asHeatline(written);
}

/** Whether a configuration of this name stands in launch.json. */
export const isWritten = (folder: Folder, name: string): boolean =>
  listConfigurations(folder).some((one) => one.name === name);

type Choice = vscode.QuickPickItem & { readonly name: string; readonly start: () => Promise<void> };

function listChoices(): Choice[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const places: readonly Folder[] = folders.length > 0 ? folders : [undefined];
  const place = (folder: Folder): string => (folders.length > 1 ? ` · ${folder?.name ?? ''}` : '');
  const choice = (name: string, description: string, detail: string, start: () => Promise<void>): Choice => {
    return { label: withoutIcons(name), name, description, detail: withoutIcons(detail), start };
  };
  const single = places.flatMap((folder) =>
    listConfigurations(folder)
      .filter(isProfileable)
      .map((written) =>
        choice(written.name, `${written.request}${place(folder)}`, describe(written), () => startOne(folder, written)),
      ),
  );
  const compounds = places.flatMap((folder) =>
    listCompounds(folder).flatMap((compound) => {
      const members = membersOf(compound, folder);
      if (!members.some(({ written }) => written && isProfileable(written))) return [];
      const names = members.map(({ name }) => name).join(', ');
      return [choice(compound.name, `compound${place(folder)}`, names, () => startCompound(compound, folder))];
    }),
  );
  return [...single, ...compounds];
}

/** What it runs, in one line. */
function describe({ request, program, runtimeExecutable, runtimeArgs, command, port }: WrittenConfiguration): string {
  const words = [runtimeExecutable, runtimeArgs, program, command].flat().filter((word) => typeof word === 'string');
  if (words.length > 0) return words.join(' ');
  return request === 'attach' && port !== undefined ? `port ${JSON.stringify(port)}` : '';
}

async function startOne(folder: Folder, written: WrittenConfiguration): Promise<void> {
  // VS Code shows why a launch failed by itself.
  if (picksProcess(written)) await vscode.commands.executeCommand(commands.attach);
  else await vscode.debug.startDebugging(folder, asHeatline(written));
}

interface Member {
  readonly name: string;
  readonly folder: Folder;
  /** Undefined where launch.json has none of this name. */
  readonly written: WrittenConfiguration | undefined;
}

function membersOf({ configurations }: Compound, folder: Folder): Member[] {
  return configurations.map((one) => {
    const { name, folder: place } = typeof one === 'string' ? { name: one, folder: undefined } : one;
    const within = vscode.workspace.workspaceFolders?.find((known) => known.name === place) ?? folder;
    return { name, folder: within, written: listConfigurations(within).find((known) => known.name === name) };
  });
}

/** Profiles what can be profiled of a compound, and starts the rest as it is. */
async function startCompound(compound: Compound, folder: Folder): Promise<void> {
  const members = membersOf(compound, folder);
  const missing = members.find(({ written }) => written === undefined);
  if (missing) throw new Error(`launch.json has no configuration "${missing.name}", which "${compound.name}" names.`);
  if (compound.preLaunchTask !== undefined) await runNamedTask(compound.preLaunchTask);
  if (compound.stopAll === true) endTogether(new Set(members.map(({ name }) => name)));
  for (const { name, folder: place, written } of members) {
    if (written && isProfileable(written)) await startOne(place, written);
    else await vscode.debug.startDebugging(place, name);
  }
}

/** The first of these sessions that ends takes the others with it. */
function endTogether(names: ReadonlySet<string>): void {
  const sessions = new Set<vscode.DebugSession>();
  const isOne = (session: vscode.DebugSession): boolean => !session.parentSession && names.has(session.name);
  const listening = vscode.Disposable.from(
    vscode.debug.onDidStartDebugSession((session) => isOne(session) && sessions.add(session)),
    vscode.debug.onDidTerminateDebugSession((session) => {
      if (!sessions.delete(session)) return;
      listening.dispose();
      for (const other of sessions) void vscode.debug.stopDebugging(other);
    }),
  );
}

const listConfigurations = (folder: Folder): WrittenConfiguration[] =>
  listWritten<WrittenConfiguration>(folder, 'configurations');

const listCompounds = (folder: Folder): Compound[] =>
  listWritten<Compound>(folder, 'compounds').filter(({ configurations }) => Array.isArray(configurations));

/** What stands in launch.json, the workspace file or the settings; of several with one name the nearest. */
function listWritten<Written extends { readonly name: string }>(folder: Folder, key: string): Written[] {
  const places = vscode.workspace.getConfiguration('launch', folder).inspect<Written[]>(key);
  const all = [places?.workspaceFolderValue, places?.workspaceValue, places?.globalValue].flatMap((some) =>
    Array.isArray(some) ? some : [],
  );
  const named = all.filter((one) => typeof one === 'object' && typeof one.name === 'string');
  return [...new Map(named.toReversed().map((one) => [one.name, one])).values()].toReversed();
}

/** Runs the task that a launch configuration names, and waits for its end; not for that of a background task, which has none. */
async function runNamedTask(name: string): Promise<void> {
  const tasks = await vscode.tasks.fetchTasks();
  const task = tasks.find((one) => one.name === name || `${one.source}: ${one.name}` === name);
  if (!task) throw new Error(`There is no task "${name}" in tasks.json, which the launch configuration names.`);
  const { ended } = await runTask(task);
  const code = task.isBackground ? 0 : await ended;
  if (code) throw new Error(`The task "${name}" ended with code ${code}, so nothing was launched.`);
}
