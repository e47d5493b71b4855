import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { parseEnv } from 'node:util';
import {
  adviseInterval,
  askedInterval,
  type AskToOpen,
  type AttachedSession,
  DEFAULT_INTERVAL,
  type LaunchCommand,
  type LaunchedProcess,
  parseAttachTarget,
  type RecordingSession,
  type RecordOptions,
  startAttached,
  startRecording,
} from '../../recorder/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { isOtherScript, prepareRun, STEADY_FLAGS } from '../../target/index.ts';
import { type EnvironmentChanges, mergeEnvironment } from './launch-environment.ts';
import {
  type AttachConfiguration,
  ConfigurationError,
  type HeatlineConfiguration,
  programPath,
  subjectOf,
  workingDirectory,
} from './launch-options.ts';
import { findCommand } from './named-command.ts';

/** What recording takes from around it. */
export interface RecordContext {
  readonly folder: string | undefined;
  readonly newPath: (program: string) => Promise<string>;
  readonly launch: ((command: LaunchCommand) => Promise<LaunchedProcess>) | undefined;
  /** Says something in the Debug Console. */
  readonly note: (sentence: string) => void;
  /** See `RecordOptions`. */
  readonly logLimit?: number;
  /** Bytes of the inspector's samples whose order is kept. */
  readonly detailLimit?: number;
  readonly bootloader?: string;
}

/** The bundle also has what lists the programs to attach to. */
export { finishLeftovers, listBrowserPages, listNodeProcesses, scriptOf } from '../../recorder/index.ts';

/** Starts recording a program that runs. Rejects with a sentence for the user. */
export function attachProgram(
  { target, page, threads, samplingInterval, duration, frameRepair }: AttachConfiguration,
  newPath: (program: string) => Promise<string>,
  mayOpen: AskToOpen,
  detailLimit?: number,
): Promise<AttachedSession> {
  const interval = askedInterval(samplingInterval) ?? DEFAULT_INTERVAL;
  const how = { page, threads, interval, duration, detailLimit, frameRepair };
  return startAttached({ target: parseAttachTarget(target), mayOpen, ...how, output: newPath });
}

/** On Windows the process of a command is not known when somebody else starts it, nor its end. */
export const othersMayStartCommands = (): boolean => process.platform !== 'win32';

/** Starts recording what a launch configuration describes. Rejects with a sentence for the user. */
export async function recordProgram(
  configuration: HeatlineConfiguration,
  context: RecordContext,
): Promise<RecordingSession> {
  const { folder, newPath, launch, note, bootloader } = context;
  const located = configuration.program === '' ? '' : programPath(configuration, folder);
  const cwd = workingDirectory({ ...configuration, program: located }, folder);
  const env = mergeEnvironment(process.env, await readEnvironmentFiles(configuration, cwd), configuration.env);
  const interval = askedInterval(configuration.samplingInterval);
  const { args } = configuration;
  const script = located !== '' && isOtherScript(located) ? { command: located, args } : undefined;
  const command = findCommand(configuration, { cwd, env, folder }) ?? script;
  const { notes, ...launched } = command
    ? describeCommand(configuration, { ...command, cwd, env })
    : await describeFile(configuration, { program: located, cwd, env });
  for (const sentence of [...notes, ...adviseInterval(interval ?? DEFAULT_INTERVAL).map(describeDiagnostic)])
    note(sentence);
  return await startRecording({
    ...launched,
    interval,
    duration: configuration.duration,
    sampler: configuration.sampler ?? 'auto',
    frameRepair: configuration.frameRepair,
    logLimit: context.logLimit,
    detailLimit: context.detailLimit,
    output: await newPath(subjectOf(configuration)),
    stdio: 'pipe',
    launch: command && !othersMayStartCommands() ? undefined : launch,
    bootloader,
  });
}

type Described = Omit<RecordOptions, 'interval' | 'sampler' | 'output' | 'stdio'> & {
  readonly notes: readonly string[];
};

/** What a launcher starts brings its own Node and its own way to run TypeScript. */
function describeCommand(
  configuration: HeatlineConfiguration,
  launched: Pick<RecordOptions, 'args' | 'cwd' | 'env'> & { readonly command: string },
): Described {
  const unsteady =
    '"steady" is for a program that Heatline runs itself: what this command starts chooses its own flags, and runs without.';
  return { ...launched, program: subjectOf(configuration), notes: configuration.steady ? [unsteady] : [] };
}

async function describeFile(
  configuration: HeatlineConfiguration,
  { program, cwd, env }: Pick<RecordOptions, 'program' | 'cwd' | 'env'>,
): Promise<Described> {
  const { target, launch } = await prepareRun({
    ...configuration,
    ...{ program, cwd, env },
    isCwdGiven: configuration.cwd !== undefined,
    runtime: configuration.runtimeExecutable,
    runtimeFolder: cwd,
  });
  const how = target.how === 'javascript' ? [] : [target.reason];
  return {
    ...launch,
    runtimeArgs: [...(configuration.steady ? STEADY_FLAGS : []), ...launch.runtimeArgs],
    notes: [...how, ...target.diagnostics.map(describeDiagnostic)],
  };
}

/** The variables of the later files win. */
async function readEnvironmentFiles({ envFile }: HeatlineConfiguration, cwd: string): Promise<EnvironmentChanges> {
  const read = envFile.map((file) => readEnvironmentFile(path.resolve(cwd, file)));
  return Object.assign({}, ...(await Promise.all(read))) as EnvironmentChanges;
}

async function readEnvironmentFile(file: string): Promise<EnvironmentChanges> {
  try {
    // A byte order mark would belong to the first name.
    return parseEnv((await fs.readFile(file, 'utf8')).replace(/^\uFEFF/, '')) as EnvironmentChanges;
  } catch {
    throw new ConfigurationError(
      `The environment file ${file} cannot be read. Check "envFile" in the launch configuration.`,
    );
  }
}
