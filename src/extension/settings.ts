import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Places } from '../analysis/index.ts';
import { type SettingOf, settings, settingsSection } from './contributed-names.ts';

type Settings = typeof settings;
type Held<Setting> = Setting extends SettingOf<infer Value> ? Value : never;

/** What a setting holds, for code in a folder where it may be another one there. */
export const readSetting = <Key extends keyof Settings>(key: Key, folder?: vscode.WorkspaceFolder) =>
  vscode.workspace.getConfiguration(settingsSection, folder).get(settings[key]) as Held<Settings[Key]>;

/** The Node that programs are to run in; undefined where none is set. */
export function readRuntime(folder?: vscode.WorkspaceFolder): string | undefined {
  const set = readSetting('runtimeExecutable', folder);
  return typeof set === 'string' && set !== '' ? set : undefined;
}

/** Where files are looked for that are not where a recording says: in the workspace, and where `heatline.paths` says. */
export function readPlaces(): Places {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const settings = folders.map((folder) => ({ paths: readSetting('paths', folder), home: folder.uri.fsPath }));
  if (folders.length === 0) settings.push({ paths: readSetting('paths'), home: path.parse(process.cwd()).root });
  const moves = settings.flatMap(({ paths, home }) =>
    Object.entries((paths ?? {}) as Readonly<Record<string, unknown>>).flatMap(([from, to]) =>
      typeof to !== 'string' || to === '' || from === ''
        ? []
        : { from, to: path.resolve(home, to.replaceAll('${workspaceFolder}', home)) },
    ),
  );
  return { folders: folders.map(({ uri }) => uri.fsPath), moves };
}

/** What is drawn in the editor. `minimumShare` is a share of active time, 0 to 1. */
export type HeatSettings = Readonly<ReturnType<typeof readHeatSettings>>;

/** Settings of what is drawn. */
export const readHeatSettings = () => ({
  gutter: readSetting('gutter'),
  inlineText: readSetting('inlineText'),
  overviewRuler: readSetting('overviewRuler'),
  lineTint: readSetting('lineTint'),
  underlineExpression: readSetting('underlineExpression'),
  measure: readSetting('measure'),
  minimumShare: readSetting('minimumShare') / 100,
});

/** Whether the setting that this key names was touched by a change. */
export const touches = (event: vscode.ConfigurationChangeEvent, key: string): boolean =>
  event.affectsConfiguration(`${settingsSection}.${key}`);
