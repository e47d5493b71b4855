import * as vscode from 'vscode';
import type { ClockName } from '../core/index.ts';
import type { SamplerChoice } from '../recorder/recording-session.ts';
import type { Measure } from './heat/shown-line.ts';
import { settings, settingsSection } from './contributed-names.ts';

/** What is drawn in the editor. */
export interface HeatSettings {
  readonly gutter: boolean;
  readonly inlineText: boolean;
  readonly overviewRuler: boolean;
  readonly lineTint: boolean;
  readonly underlineExpression: boolean;
  readonly measure: Measure;
  /** As a share of active time, 0 to 1 (the setting is in per cent). */
  readonly minimumShare: number;
}

/** How programs are profiled when their launch configuration does not say. */
export interface RecordingSettings {
  readonly samplingInterval: string;
  readonly sampler: SamplerChoice;
  readonly frameRepair: boolean;
  readonly steady: boolean;
  readonly runtimeExecutable: string | undefined;
  readonly console: string;
}

/** Settings of what is drawn. */
export function readHeatSettings(): HeatSettings {
  const section = vscode.workspace.getConfiguration(settingsSection);
  return {
    gutter: section.get(settings.gutter, true),
    inlineText: section.get(settings.inlineText, true),
    overviewRuler: section.get(settings.overviewRuler, true),
    lineTint: section.get(settings.lineTint, true),
    underlineExpression: section.get(settings.underlineExpression, true),
    measure: section.get<Measure>(settings.measure, 'both'),
    minimumShare: section.get(settings.minimumShare, 0.1) / 100,
  };
}

/** Settings of recording for code in this folder. */
export function readRecordingSettings(folder?: vscode.WorkspaceFolder): RecordingSettings {
  const section = vscode.workspace.getConfiguration(settingsSection, folder);
  return {
    samplingInterval: section.get(settings.samplingInterval, '1ms'),
    sampler: section.get<SamplerChoice>(settings.sampler, 'auto'),
    frameRepair: section.get(settings.frameRepair, true),
    steady: section.get(settings.steady, false),
    runtimeExecutable: String(section.get<unknown>(settings.runtimeExecutable, '')).trim() || undefined,
    console: section.get(settings.console, 'internalConsole'),
  };
}

/** Which time is heat. */
export const readTime = (): ClockName =>
  vscode.workspace.getConfiguration(settingsSection).get<ClockName>(settings.time, 'cpu');

/** How many recordings of a workspace are kept; 0 keeps all. */
export const readKeep = (): number => vscode.workspace.getConfiguration(settingsSection).get(settings.keep, 20);

/** Whether the garbage collection that followed a line is told with it. */
export const readShowGcEstimate = (): boolean =>
  vscode.workspace.getConfiguration(settingsSection).get(settings.showGcEstimate, true);

/** Whether the tree also shows code that is not the user's own, until the view's button says otherwise. */
export const readShowDependencies = (): boolean =>
  vscode.workspace.getConfiguration(settingsSection).get(settings.showDependencies, false);

/** Whether the flame graph opens by itself after profiling. */
export const readOpenFlameGraph = (): boolean =>
  vscode.workspace.getConfiguration(settingsSection).get(settings.openFlameGraph, false);

/** Whether tests have an entry above them that profiles them. */
export const readTestCodeLens = (): boolean =>
  vscode.workspace.getConfiguration(settingsSection).get(settings.testCodeLens, true);

/** Bytes at which V8 logs end. */
export const readLogLimit = (): number =>
  vscode.workspace.getConfiguration(settingsSection).get(settings.logLimit, 2048) * 1024 ** 2;

/** Whether heat, tree and panel fill while a program runs. */
export const readLive = (): boolean => vscode.workspace.getConfiguration(settingsSection).get(settings.live, true);

/** Whether the setting that this key names was touched by a change. */
export const touches = (event: vscode.ConfigurationChangeEvent, key: string): boolean =>
  event.affectsConfiguration(`${settingsSection}.${key}`);
