import * as path from 'node:path';
import type { SamplerChoice } from '../../recorder/recording-session.ts';
import type { TypeScriptChoice } from '../../recorder/target/index.ts';
import type { EnvironmentChanges } from './launch-environment.ts';

/** A launch configuration of type `heatline` after variable substitution; see package.json for the meanings. */
export interface HeatlineConfiguration {
  readonly type: string;
  readonly request: string;
  readonly name: string;
  readonly program: string;
  readonly args?: readonly string[] | string;
  readonly cwd?: string;
  readonly env?: EnvironmentChanges;
  readonly envFile?: string;
  readonly runtimeExecutable?: string;
  readonly runtimeArgs?: readonly string[];
  readonly samplingInterval?: string | number;
  readonly sampler?: SamplerChoice;
  readonly typescript?: TypeScriptChoice;
  /** Seconds. */
  readonly duration?: number;
  readonly console?: 'internalConsole' | 'integratedTerminal';
}

/** A launch configuration is wrong; the sentence says which property and what it takes. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}

/** The program's folder of work: as configured, else the workspace folder, else the program's own folder. */
export function workingDirectory(configuration: HeatlineConfiguration, folder: string | undefined): string {
  const base = folder ?? path.dirname(configuration.program);
  return configuration.cwd ? path.resolve(base, configuration.cwd) : base;
}

/** Absolute path of the program; a relative one is meant from the workspace folder, as in the built-in Node type. */
export function programPath(configuration: HeatlineConfiguration, folder: string | undefined): string {
  if (typeof configuration.program !== 'string' || configuration.program.trim() === '') {
    throw new ConfigurationError(
      'The launch configuration has no "program". Set it to the file to profile, for example "${file}".',
    );
  }
  return path.resolve(folder ?? configuration.cwd ?? '.', configuration.program);
}

/** The program's arguments: a list, or one string that is split as a shell does (quotes, no expansion). */
export function argumentList(args: HeatlineConfiguration['args']): string[] {
  if (args === undefined) return [];
  if (typeof args !== 'string') return args.map(String);
  const words: string[] = [];
  for (const [, double, single, plain] of args.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)) {
    words.push(double?.replace(/\\(.)/g, '$1') ?? single ?? plain);
  }
  return words;
}

/** The duration in milliseconds; undefined for none. */
export function durationMs(configuration: HeatlineConfiguration): number | undefined {
  const { duration } = configuration;
  if (duration === undefined) return undefined;
  if (typeof duration !== 'number' || !(duration > 0)) {
    throw new ConfigurationError('"duration" in the launch configuration has to be a number of seconds above 0.');
  }
  return duration * 1000;
}
