import * as path from 'node:path';
import * as v from 'valibot';
import type { Milliseconds } from '../../core/index.ts';
import type { SamplerChoice } from '../../recorder/recording-session.ts';
import type { LoaderChoice, TypeScriptChoice } from '../../target/index.ts';
import { runnerChoices } from '../../target/tests/runner-names.ts';
import { settings } from '../contributed-names.ts';

/** Where the workspace folder of a configuration travels to the adapter. */
export const folderKey = '__workspaceFolder';
/** Whether a configuration stands in launch.json travels there by this name. */
export const writtenKey = '__isWritten';

/**
 * A launch configuration of type `heatline` after variable substitution; see package.json for the meanings. `duration`
 * is in milliseconds here, and null in `env` takes a variable away.
 */
export type HeatlineConfiguration = v.InferOutput<ReturnType<typeof configurationSchema>>;

/** More runs of a series than this tell nothing more. */
export const MOST_RUNS = 30;

/** A launch configuration is wrong; the sentence says which property and what it takes. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * What VS Code hands over, as what it means; null is as good as left out. Throws a {@link ConfigurationError} for the
 * first property that is not what it has to be.
 */
export function parseConfiguration(given: object): HeatlineConfiguration {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const parsed = v.safeParse(configurationSchema(), known);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw wrong(v.getDotPath(issue) ?? '', issue.message, issue.input);
  }
  const { program: file, runtimeArgs } = parsed.output;
  if (file !== '' || runtimeArgs.length > 0) return parsed.output;
  throw wrong('program', program, 'program' in known ? known.program : '');
}

function wrong(property: string, wanted: string, given: unknown): ConfigurationError {
  const place = Object.values<string>(settings).includes(property)
    ? 'the launch configuration or the settings'
    : 'the launch configuration';
  return new ConfigurationError(`"${property}" must be ${wanted}, not ${show(given)}; correct it in ${place}.`);
}

const samplers = ['auto', 'inspector', 'v8log'] as const satisfies SamplerChoice[];
const waysOfTypeScript = ['auto', 'native', 'loader', 'build', 'strip'] as const satisfies TypeScriptChoice[];
const loaders = ['auto', 'tsx', 'ts-node', 'swc'] as const satisfies LoaderChoice[];
const consoles = ['internalConsole', 'integratedTerminal'] as const;
const program = 'the path of the file to profile, for example "${file}"';

/** What each property takes. The message of a schema continues after "must be". */
function configurationSchema() {
  const oneOf = <const Names extends readonly string[]>(names: Names) =>
    v.optional(v.picklist(names, `one of ${names.map((name) => `"${name}"`).join(', ')}`));
  const value = 'a string, a number, true or false';
  const word = v.pipe(v.union([v.string(), v.number(), v.boolean()], value), v.transform(String));
  const list = 'a list of strings, or one string that is split at spaces outside quotes';
  const words = v.pipe(
    v.union([v.array(v.unknown()), v.pipe(v.string(), v.transform(splitWords))], list),
    v.array(word),
  );
  const file = v.pipe(
    v.string(),
    v.transform((given) => (given === '' ? [] : [given])),
  );
  const variables = 'an object with a string for each variable';
  const seconds = 'a number of seconds greater than 0';
  const lineNumber = 'the number of a line, from 1 on';
  const runs = `a whole number of runs from 1 to ${MOST_RUNS}`;
  return v.object({
    name: v.optional(v.string('a string')),
    // Empty where `runtimeArgs` say all: `npm run build`.
    program: v.pipe(v.optional(v.string(program), ''), v.trim()),
    args: v.optional(words, []),
    cwd: v.optional(v.string('the path of a folder')),
    env: v.optional(
      v.pipe(
        v.custom<object>((given) => typeof given === 'object' && !Array.isArray(given), variables),
        v.record(v.string(), v.nullable(word)),
      ),
      {},
    ),
    envFile: v.optional(v.union([file, v.array(v.string())], 'the path of a file, or a list of such'), []),
    runtimeExecutable: v.optional(v.string('the name or path of Node, or of what runs the program')),
    runtimeArgs: v.optional(words, []),
    samplingInterval: v.optional(v.union([v.string(), v.number()], 'a time such as "1ms" or "250us"')),
    sampler: oneOf(samplers),
    frameRepair: v.optional(v.boolean('true or false')),
    steady: v.optional(v.boolean('true or false'), false),
    typescript: oneOf(waysOfTypeScript),
    loader: oneOf(loaders),
    duration: v.optional(
      v.pipe(
        v.number(seconds),
        v.gtValue(0, seconds),
        v.transform((given) => given * 1000),
      ),
    ),
    runs: v.optional(v.pipe(v.number(runs), v.integer(runs), v.minValue(1, runs), v.maxValue(MOST_RUNS, runs)), 1),
    console: oneOf(consoles),
    testRunner: oneOf(runnerChoices),
    testLine: v.optional(v.pipe(v.number(lineNumber), v.integer(lineNumber), v.minValue(1, lineNumber))),
    [folderKey]: v.optional(v.string()),
  });
}

/** A wrong value in a message. What may be long is only named. */
function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}

/** Splits a line of arguments as a shell does (quotes, no expansion). */
function splitWords(line: string): string[] {
  const words: string[] = [];
  for (const [, double, single, plain] of line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)) {
    words.push(double?.replace(/\\(.)/g, '$1') ?? single ?? plain);
  }
  return words;
}

/** The program's folder of work: as configured, else the workspace folder, else the program's own folder. */
export function workingDirectory(
  { cwd, program }: Pick<HeatlineConfiguration, 'cwd' | 'program'>,
  folder: string | undefined,
): string {
  const base = folder ?? (program === '' ? '.' : path.dirname(program));
  return cwd ? path.resolve(base, cwd) : base;
}

/** Absolute path of the program; a relative one is meant from the workspace folder, as in the built-in Node type. */
export function programPath({ cwd, program }: HeatlineConfiguration, folder: string | undefined): string {
  return path.resolve(folder ?? cwd ?? '.', program);
}

/** What a person calls it by that a configuration runs: the path of its program, or its command line. */
export function subjectOf({ program, runtimeExecutable = 'node', runtimeArgs, args }: HeatlineConfiguration): string {
  if (program !== '') return program;
  // Of a shell the text that it runs.
  const words = isShell(runtimeExecutable) ? runtimeArgs.slice(1) : [path.basename(runtimeExecutable), ...runtimeArgs];
  return [...words, ...args].join(' ');
}

/** A short name for a {@link subjectOf}: of a path its last part. */
export const titleOf = (subject: string): string =>
  path.isAbsolute(subject) || !subject.includes(' ') ? path.basename(subject) : subject;

const isShell = (name: string): boolean => /^(sh|cmd)$/.test(name);

const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
);
const attachSchema = v.object({
  port: v.optional(v.pipe(wholeNumber, v.maxValue(65_535))),
  processId: v.optional(wholeNumber),
  host: v.optional(v.string()),
  /** The inspector's websocket. */
  address: v.optional(v.string()),
  /** Of a browser with several pages: a part of a title or url, or the id of a page. */
  page: v.optional(v.string()),
  /** As `address`, of the workers and frames of a page that a debugger shares; `page` is its title then. */
  threads: v.optional(v.array(v.string())),
  samplingInterval: v.optional(v.union([v.string(), v.number()])),
  duration: v.optional(v.pipe(v.number(), v.gtValue(0))),
  frameRepair: v.optional(v.boolean('true or false')),
});

/** A configuration of type `heatline` that attaches, as what it means. `target`: as `parseAttachTarget` takes it. */
export type AttachConfiguration = Readonly<ReturnType<typeof parseAttachConfiguration>>;

/** What VS Code hands over, as what it means. Throws a {@link ConfigurationError}. */
export function parseAttachConfiguration(given: object) {
  const parsed = v.safeParse(attachSchema, given);
  if (!parsed.success) {
    const property = v.getDotPath(parsed.issues[0]) ?? '';
    throw new ConfigurationError(
      `"${property}" is wrong in the configuration to attach by: ${parsed.issues[0].message}.`,
    );
  }
  const { port, processId, host = '', address, duration, ...others } = parsed.output;
  const place = port === undefined ? undefined : `${host}:${port}`;
  const target = address ?? (processId === undefined ? place : `pid:${processId}`);
  if (target === undefined)
    throw new ConfigurationError('Say what to attach to: set "port" to that of an inspector, or "processId".');
  const milliseconds: Milliseconds | undefined = duration === undefined ? undefined : duration * 1000;
  return { target, duration: milliseconds, ...others };
}
