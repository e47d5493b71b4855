import * as vscode from 'vscode';
import type { ValueName } from '../core/index.ts';
import type { SamplerChoice } from '../recorder/recording-session.ts';
import type { LoaderChoice } from '../target/index.ts';
import { settings, settingsSection } from './contributed-names.ts';

type Flag =
  | 'frameRepair'
  | 'marks'
  | 'steady'
  | 'showGcEstimate'
  | 'showDependencies'
  | 'openFlameGraph'
  | 'live'
  | 'testCodeLens';
type HeatFlag = 'gutter' | 'inlineText' | 'overviewRuler' | 'lineTint' | 'underlineExpression';

/** What each setting holds. Package.json has their meanings and their defaults, which VS Code fills in. */
interface SettingValues extends Readonly<Record<Flag | HeatFlag, boolean>> {
  readonly samplingInterval: string;
  readonly sampler: SamplerChoice;
  readonly time: ValueName;
  readonly runtimeExecutable: unknown;
  readonly loader: LoaderChoice;
  readonly paths: unknown;
  /** The user's alone: a workspace cannot name servers. */
  readonly servers: unknown;
  readonly console: string;
  /** Which time heats a line: what it took itself, with all that it called, or itself with callers marked quietly. */
  readonly measure: 'self' | 'total' | 'both';
  /** In per cent of active time; lines below it are not drawn. */
  readonly minimumShare: number;
  /** In MB. */
  readonly logLimit: number;
  /** In MB. */
  readonly detailLimit: number;
  /** How many recordings of a workspace are kept; 0 keeps all. */
  readonly keep: number;
}

/** What a setting holds, for code in a folder where it may be another one there. */
export const readSetting = <Key extends keyof SettingValues>(
  key: Key,
  folder?: vscode.WorkspaceFolder,
): SettingValues[Key] =>
  vscode.workspace.getConfiguration(settingsSection, folder).get(settings[key]) as SettingValues[Key];

/** The Node that programs are to run in; undefined where none is set. */
export function readRuntime(folder?: vscode.WorkspaceFolder): string | undefined {
  const set = readSetting('runtimeExecutable', folder);
  return typeof set === 'string' && set !== '' ? set : undefined;
}

/** What is drawn in the editor. `minimumShare` is a share of active time, 0 to 1. */
export type HeatSettings = Pick<SettingValues, HeatFlag | 'measure' | 'minimumShare'>;

/** Settings of what is drawn. */
export const readHeatSettings = (): HeatSettings => ({
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
