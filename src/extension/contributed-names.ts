import * as path from 'node:path';
import type { ValueName } from '../core/index.ts';
import type { SamplerChoice } from '../recorder/recording-session.ts';
import type { LoaderChoice } from '../target/index.ts';

/**
 * Every name that package.json contributes, declared once. Code takes names from here; a test holds package.json
 * against it, in both directions.
 */

export const debugType = 'heatline';
export const flameGraphPanel = 'heatline.flameGraph';
/** Of one kind of file each: VS Code has a viewer of its own for the first, and would show the second as text. */
export const recordingEditors = {
  cpuprofile: 'heatline.cpuprofile',
  pprof: 'heatline.pprof',
  v8log: 'heatline.v8log',
} as const;
/** Of the order in which timed calls ran. */
export const callsEditor = 'heatline.calls';
/** Documents whose text is only inside a recording (`sourcesContent`). */
export const sourceScheme = 'heatline-source';

/** Commands that users see. */
export const commands = {
  profileCurrentFile: 'heatline.profileCurrentFile',
  profileTestAtCursor: 'heatline.profileTestAtCursor',
  profileLaunchConfiguration: 'heatline.profileLaunchConfiguration',
  profileNpmScript: 'heatline.profileNpmScript',
  attach: 'heatline.attach',
  profileBrowserTab: 'heatline.profileBrowserTab',
  profileAgain: 'heatline.profileAgain',
  profileAgainTimes: 'heatline.profileAgainTimes',
  timeFunction: 'heatline.timeFunction',
  why: 'heatline.why',
  stopProfiling: 'heatline.stopProfiling',
  showFlameGraph: 'heatline.showFlameGraph',
  openRecording: 'heatline.openRecording',
  openProductionProfile: 'heatline.openProductionProfile',
  forgetCredentials: 'heatline.forgetCredentials',
  showHeat: 'heatline.showHeat',
  hideHeat: 'heatline.hideHeat',
  toggleHeat: 'heatline.toggleHeat',
  clear: 'heatline.clear',
  nextHotLine: 'heatline.nextHotLine',
  previousHotLine: 'heatline.previousHotLine',
  showDependencies: 'heatline.showDependencies',
  hideDependencies: 'heatline.hideDependencies',
  deleteRecording: 'heatline.deleteRecording',
  renameRecording: 'heatline.renameRecording',
  exportRecording: 'heatline.exportRecording',
  compareWith: 'heatline.compareWith',
  compareSelected: 'heatline.compareSelected',
  showChanges: 'heatline.showChanges',
  pinRecording: 'heatline.pinRecording',
  unpinRecording: 'heatline.unpinRecording',
  showInFlameGraph: 'heatline.showInFlameGraph',
  selectThread: 'heatline.selectThread',
  selectValue: 'heatline.selectValue',
  selectLabels: 'heatline.selectLabels',
  showLog: 'heatline.showLog',
} as const;

/** Commands that only our own links and tree items call; not contributed. Their arguments are row numbers. */
export const internalCommands = {
  /** `[view, line row]` */
  revealLine: 'heatline.internal.revealLine',
  /** `[view, function row]` */
  revealFunction: 'heatline.internal.revealFunction',
  /** `[view, function row]` */
  focusFunction: 'heatline.internal.focusFunction',
  /** `[view, line row]` */
  unfoldHover: 'heatline.internal.unfoldHover',
  /** `[uri of the file, line]`, 1-based */
  profileTest: 'heatline.internal.profileTest',
  /** `[recording id]` */
  openStoredRecording: 'heatline.internal.openStoredRecording',
  /** `[view, id of a thread, or none for all]` */
  showThread: 'heatline.internal.showThread',
  /** `[view]`: the whole recording instead of a part of its time */
  showAllTime: 'heatline.internal.showAllTime',
  /** `[view, index into its diagnostics]` */
  openFinding: 'heatline.internal.openFinding',
} as const;

export const views = {
  hotLines: 'heatline.hotLines',
  changes: 'heatline.changes',
  /** In its place, folded, where a recording is compared with nothing. */
  noChanges: 'heatline.noChanges',
  findings: 'heatline.findings',
  recordings: 'heatline.recordings',
} as const;

export const contextKeys = {
  hasAnalysis: 'heatline.hasAnalysis',
  running: 'heatline.running',
  heatVisible: 'heatline.heatVisible',
  /** The tree shows dependencies and Node's own code too. */
  showsDependencies: 'heatline.showsDependencies',
  /** What *Changes* has to say: `nothing`, why there is no verdict (see `AloneReason`), or that there is one. */
  changesState: 'heatline.changesState',
  /** The recording is of a program that ran already, so that nothing can profile it again. */
  wasAttached: 'heatline.wasAttached',
  hasRecordings: 'heatline.hasRecordings',
} as const;

declare const held: unique symbol;
/** The name of a setting that holds this. */
export type SettingOf<Held> = string & { readonly [held]?: Held };
const holding = <Held>(name: string): SettingOf<Held> => name;

/**
 * Names of the settings without the section, as `getConfiguration('heatline')` takes them, and what each holds. Package.json has
 * their meanings and their defaults, which VS Code fills in.
 */
export const settings = {
  samplingInterval: holding<string>('samplingInterval'),
  sampler: holding<SamplerChoice>('sampler'),
  frameRepair: holding<boolean>('frameRepair'),
  steady: holding<boolean>('steady'),
  time: holding<ValueName>('time'),
  marks: holding<boolean>('marks'),
  runtimeExecutable: holding<unknown>('runtimeExecutable'),
  loader: holding<LoaderChoice>('loader'),
  paths: holding<unknown>('paths'),
  /** The user's alone: a workspace cannot name servers. */
  servers: holding<unknown>('servers'),
  console: holding<string>('console'),
  gutter: holding<boolean>('heat.gutter'),
  inlineText: holding<boolean>('heat.inlineText'),
  overviewRuler: holding<boolean>('heat.overviewRuler'),
  lineTint: holding<boolean>('heat.lineTint'),
  underlineExpression: holding<boolean>('heat.underlineExpression'),
  /** Which time heats a line: what it took itself, with all that it called, or itself with callers marked quietly. */
  measure: holding<'self' | 'total' | 'both'>('heat.measure'),
  /** In per cent of active time; lines below it are not drawn. */
  minimumShare: holding<number>('heat.minimumShare'),
  showGcEstimate: holding<boolean>('showGcEstimate'),
  showDependencies: holding<boolean>('showDependencies'),
  openFlameGraph: holding<boolean>('openFlameGraph'),
  /** In MB, as the next. */
  logLimit: holding<number>('logLimit'),
  detailLimit: holding<number>('detailLimit'),
  live: holding<boolean>('live'),
  testCodeLens: holding<boolean>('testCodeLens'),
  /** How many recordings of a workspace are kept; 0 keeps all. */
  keep: holding<number>('recordings.keep'),
} as const;
export const settingsSection = 'heatline';

/** Tools for language models, as `heatline mcp` calls them; in VS Code, which has one list for all extensions, with the prefix. */
export const languageModelTools = [
  'profile_program',
  'list_hot_lines',
  'explain_function',
  'explain_line',
  'compare_runs',
  'list_recordings',
  'count_calls',
] as const;
export const toolPrefix = 'heatline_';

/** Levels of heat, from 1 (warm) to this (hottest). */
export const heatLevels = 8;
/** All of them, the warmest first. */
export const allHeatLevels: readonly number[] = Array.from({ length: heatLevels }, (_, index) => index + 1);

/** Ids of the colours; those of a level are made by the functions below. */
export const colors = {
  tint: (level: number): string => `heatline.heat${level}Background`,
  ruler: (level: number): string => `heatline.heat${level}Ruler`,
  text: (level: number): string => `heatline.heat${level}Foreground`,
  staleText: 'heatline.staleForeground',
  uncertainText: 'heatline.uncertainForeground',
  callerText: 'heatline.callerForeground',
  expression: 'heatline.expressionUnderline',
  slowerText: 'heatline.slowerForeground',
  fasterText: 'heatline.fasterForeground',
} as const;

/** Languages and file extensions of the programs that can be profiled. */
export const languages = ['javascript', 'typescript', 'javascriptreact', 'typescriptreact'] as const;
export const programExtensions = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'] as const;

/** Whether Heatline can profile a file, by its name: JavaScript and TypeScript, but not declarations. */
export function isProgram(file: string): boolean {
  const extension = path.extname(file).toLowerCase();
  return programExtensions.some((known) => known === extension) && !/\.d\.[cm]?ts$/i.test(file);
}
