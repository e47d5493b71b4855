import * as vscode from 'vscode';
import { joinParts } from '../../present/names.ts';
import { commands } from '../contributed-names.ts';
import { asHeatline, isProfileable, picksProcess, type WrittenConfiguration } from '../debug/node-configurations.ts';
import { withoutIcons } from '../plain-text.ts';

type Folder = vscode.WorkspaceFolder | undefined;

/** Profiles what launch.json launches under this name; without one, what the user picks. */
export async function profileLaunchConfiguration(name?: unknown): Promise<void> {
  const choices = listChoices();
  if (choices.length === 0) {
    throw new Error(
      'No launch configuration of type "node" is in .vscode/launch.json. Add one there, or profile a file by Profile Current File.',
    );
  }
  const options = { title: 'Profile Launch Configuration', matchOnDescription: true, matchOnDetail: true };
  const named = choices.find(({ written }) => written.name === name);
  const chosen = named ?? (await vscode.window.showQuickPick(choices, options));
  if (!chosen) return;
  const { folder, written } = chosen;
  // VS Code shows why a launch failed by itself.
  if (picksProcess(written)) await vscode.commands.executeCommand(commands.attach);
  else await vscode.debug.startDebugging(folder, asHeatline(written));
}

/** The configuration of this name that can be profiled, as one of type `heatline`. */
export function findConfiguration(folder: Folder, name: string): vscode.DebugConfiguration | undefined {
  const written = listConfigurations(folder).find((one) => one.name === name && isProfileable(one));
  return written && asHeatline(written);
}

/** Whether a configuration of this name stands in launch.json. */
export const isWritten = (folder: Folder, name: string): boolean =>
  listConfigurations(folder).some((one) => one.name === name);

function listChoices() {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const places: readonly Folder[] = folders.length > 0 ? folders : [undefined];
  return places.flatMap((folder) =>
    listConfigurations(folder)
      .filter(isProfileable)
      .map((written) => ({
        ...{ folder, written, label: withoutIcons(written.name), detail: withoutIcons(describe(written)) },
        description: joinParts(' · ', written.request, folders.length > 1 && folder?.name),
      })),
  );
}

function describe({ request, program, runtimeExecutable, runtimeArgs, command, port }: WrittenConfiguration): string {
  const words = [runtimeExecutable, runtimeArgs, program, command].flat().filter((word) => typeof word === 'string');
  if (words.length > 0) return words.join(' ');
  return request === 'attach' && port !== undefined ? `port ${JSON.stringify(port)}` : '';
}

/** What stands in launch.json, the workspace file or the settings; of several with one name the nearest. */
function listConfigurations(folder: Folder): WrittenConfiguration[] {
  const places = vscode.workspace.getConfiguration('launch', folder).inspect<WrittenConfiguration[]>('configurations');
  const all = [places?.workspaceFolderValue, places?.workspaceValue, places?.globalValue].flatMap((some) =>
    Array.isArray(some) ? some : [],
  );
  const named = all.filter((one) => typeof one === 'object' && typeof one.name === 'string');
  return [...new Map(named.toReversed().map((one) => [one.name, one])).values()].toReversed();
}
