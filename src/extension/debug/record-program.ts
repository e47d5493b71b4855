import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import {
  adviseInterval,
  type AskToOpen,
  type AttachedSession,
  DEFAULT_INTERVAL,
  type LaunchCommand,
  type LaunchedProcess,
  parseAttachTarget,
  parseInterval,
  type RecordingSession,
  startAttached,
  startRecording,
} from '../../recorder/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { detectRuntime, resolveRun } from '../../target/index.ts';
import { type EnvironmentChanges, mergeEnvironment, parseEnvironmentFile } from './launch-environment.ts';
import type { AttachConfiguration } from './attach-options.ts';
import { ConfigurationError, type HeatlineConfiguration, programPath, workingDirectory } from './launch-options.ts';

/** What recording takes from around it. */
export interface RecordContext {
  readonly folder: string | undefined;
  /** VS Code's own environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** A path for the recording of this program. */
  readonly newPath: (program: string) => Promise<string>;
  readonly launch: ((command: LaunchCommand) => Promise<LaunchedProcess>) | undefined;
  /** Says something in the Debug Console. */
  readonly note: (sentence: string) => void;
  /** See `RecordOptions`. */
  readonly bootloader?: string;
}

/** The bundle also has what lists the programs to attach to. */
export { finishLeftovers, listNodeProcesses, scriptOf } from '../../recorder/index.ts';

/** Starts recording a program that runs. Rejects with a sentence for the user. */
export function attachProgram(
  { target, samplingInterval, duration }: AttachConfiguration,
  newPath: (program: string) => Promise<string>,
  mayOpen: AskToOpen,
): Promise<AttachedSession> {
  const interval = parseInterval(samplingInterval ?? DEFAULT_INTERVAL);
  return startAttached({ target: parseAttachTarget(target), mayOpen, interval, duration, output: newPath });
}

/** Starts recording what a launch configuration describes. Rejects with a sentence for the user. */
export async function recordProgram(
  configuration: HeatlineConfiguration,
  context: RecordContext,
): Promise<RecordingSession> {
  const program = programPath(configuration, context.folder);
  const cwd = workingDirectory({ ...configuration, program }, context.folder);
  const env = mergeEnvironment(context.environment, await readEnvironmentFile(configuration, cwd), configuration.env);
  const interval = parseInterval(configuration.samplingInterval ?? DEFAULT_INTERVAL);
  const runtime = await detectRuntime(configuration.runtimeExecutable, env, cwd);
  const target = await resolveRun({
    program,
    args: configuration.args,
    cwd,
    isCwdGiven: configuration.cwd !== undefined,
    env,
    runtimeExecutable: runtime.path,
    testRunner: configuration.testRunner,
    testLine: configuration.testLine,
    runtimeArgs: configuration.runtimeArgs,
    runtimeVersion: runtime.version,
    runtimeTypescript: runtime.typescript,
    typescript: configuration.typescript,
  });
  const notes = [
    target.how === 'javascript' ? '' : target.reason,
    ...[...target.diagnostics, ...adviseInterval(interval)].map(describeDiagnostic),
  ];
  for (const note of notes) if (note) context.note(note);
  return await startRecording({
    program: target.program,
    subject: target.subject,
    args: target.args,
    cwd: target.cwd,
    env: { ...target.env, ...env },
    runtimeExecutable: runtime.path,
    runtimeArgs: [...target.runtimeArgs, ...configuration.runtimeArgs],
    interval,
    duration: configuration.duration,
    sampler: configuration.sampler ?? 'auto',
    frameRepair: configuration.frameRepair,
    v8Version: runtime.v8,
    output: await context.newPath(program),
    stdio: 'pipe',
    launch: context.launch,
    bootloader: context.bootloader,
  });
}

async function readEnvironmentFile({ envFile }: HeatlineConfiguration, cwd: string): Promise<EnvironmentChanges> {
  if (!envFile) return {};
  const file = path.resolve(cwd, envFile);
  try {
    return parseEnvironmentFile(await fs.readFile(file, 'utf8'));
  } catch {
    throw new ConfigurationError(
      `The environment file ${file} cannot be read. Check "envFile" in the launch configuration.`,
    );
  }
}
