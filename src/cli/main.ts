import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
// Not the recorder's index: `heatline show` must not load the recorder.
import {
  addAttachOptions,
  addTimeOptions,
  addDiffOptions,
  addMcpOptions,
  addRunOptions,
  addRangeOptions,
  addShowOptions,
  addWhyOptions,
} from './options.ts';
import { reasonOf } from '../recording/index.ts';
import { isProgramFile, type RunTarget } from './run-target.ts';
import { addFetchOptions, addPushAfterOptions, addPushOptions } from './server-options.ts';
import { neutralise } from './text.ts';
import { TOO_FEW_FILES } from '../target/index.ts';

const secretsHelp = `Credentials are taken from the environment alone, and never stored: HEATLINE_TOKEN (a bearer token), with HEATLINE_USER (user
and password, as Grafana Cloud takes them), and HEATLINE_HEADERS=X-Scope-OrgID=team,projectID=1234.`;

const examples = `
Examples:
  heatline run app.js                               which lines of app.js take the time?
  heatline run --flamegraph out.html main.ts input  with a flame graph; "input" is an argument of main.ts
  heatline run --interval 250us --duration 10s server.mjs
  heatline run -- npm test                          any command: every Node that it starts is in the recording
  heatline attach --duration 10s 9229               what is the program with this inspector port doing?
  heatline count --function parse app.js            how often is parse called, exactly?
  heatline time --function parse,Index.search app.js  and how long does one call take?
  heatline why app.js                               which objects, deletes and calls make its hot lines slow?
  heatline show --all --top 40 .heatline/app-2026-01-31-09-05-00-4711.cpuprofile

Options come before FILE or --; everything after it is passed to the program. Ctrl-C ends the recording and prints the report;
a second Ctrl-C kills the program. The exit code is the program's, or 2 when Heatline itself fails.`;

const fetchHelp = `
Examples:
  heatline fetch pyroscope http://localhost:4040                         what is there?
  heatline fetch pyroscope http://localhost:4040 --app shop --from 6h    the merged profile of six hours
  heatline fetch parca http://localhost:7070 --label comm=node --path /app=.
  heatline fetch pyroscope $URL --app shop --from 2026-01-30 --until 2026-01-31 --output before.pprof

${secretsHelp}`;

const pushHelp = `
Example:
  heatline push .heatline/app-2026-01-31-09-05-00-4711.v8log --to http://localhost:4040 --app shop --label env=test

${secretsHelp}`;

const diffHelp = `
Examples:
  heatline run --runs 5 --output before app.js      then edit, and again with --output after
  heatline diff before after
  heatline diff --fail-above 10% --markdown summary.md before after
  heatline diff old/*.cpuprofile --to new/*.cpuprofile

Exit code: 0 nothing is slower than allowed, 1 something clearly is, 3 the runs do not suffice to say, 2 Heatline itself failed.`;

/** `done` is called with the exit code of the command that ran. */
function buildProgram(done: (code: number) => void): Command {
  const program = new Command('heatline')
    .description('Shows which lines of a Node or TypeScript program take the time.')
    .version(readVersion())
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('See heatline --help, or heatline run --help.')
    .addHelpText('after', examples);
  const doing: Doing =
    (load) =>
    async (...given) =>
      done(await (await load())(...given));
  for (const add of [addProgramCommands, addRecordingCommands, addServerCommands]) add(program, doing);
  return program;
}

/** Makes the action of a command from what loads its code on first use; the loaded function returns the exit code. */
type Doing = <Given extends unknown[]>(
  load: () => Promise<(...given: Given) => Promise<number>>,
) => (...given: Given) => Promise<void>;

/** After `--` it is a command, unless it is a file of JavaScript or TypeScript all the same. */
const targetOf = (name: string, args: readonly string[]): RunTarget => ({
  name,
  args,
  isCommand: process.argv.at(-args.length - 2) === '--' && !isProgramFile(name),
});

/** Commands that run a program; what stands behind its name is the program's. */
function addProgramCommands(program: Command, doing: Doing): void {
  const add = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .usage('[options] FILE [ARGS…] | [options] -- COMMAND [ARGS…]')
      .argument('<FILE>', 'the JavaScript or TypeScript file to run, or after -- any command')
      .argument('[ARGS...]', 'its arguments')
      .passThroughOptions();
  const doingWith = <Options>(load: () => Promise<(what: RunTarget, options: Options) => Promise<number>>) =>
    doing(async () => {
      const run = await load();
      return (name: string, args: string[], options: Options) => run(targetOf(name, args), options);
    });
  addPushAfterOptions(addShowOptions(addRunOptions(add('run', 'profile a program and report its hot lines'))))
    .addHelpText('after', examples)
    .action(doingWith(async () => (await import('./run-command.ts')).run));
  const countHelp = 'the same as `heatline time --count-only`: how often each function is called; nothing is timed';
  const time = async () => (await import('./time-command.ts')).time;
  addTimeOptions(add('count', countHelp)).setOptionValue('countOnly', true).action(doingWith(time));
  const timeHelp = 'time each call of functions exactly: how often, min, mean, median, p99, max, in which order';
  addTimeOptions(add('time', timeHelp)).action(doingWith(time));
  const whyHelp =
    'run a program once more and tell what V8 knows of why its hot lines are slow; of that run nothing is timed';
  addShowOptions(addWhyOptions(add('why', whyHelp))).action(
    doingWith(async () => (await import('./why-command.ts')).why),
  );
}

/** Commands on recordings, or that make one of a program that runs already. */
function addRecordingCommands(program: Command, doing: Doing): void {
  const attach = program
    .command('attach')
    .description('profile a program that is already running, for as long as you like')
    .usage('[options] [PROGRAM]')
    .argument(
      '[PROGRAM]',
      'its inspector or the debugging port of a browser (9229, host:9229, ws://…), or its process (4711, pid:4711); without: lists processes',
    )
    .action(doing(async () => (await import('./attach-command.ts')).attach));
  addPushAfterOptions(addShowOptions(addAttachOptions(attach)));
  const show = program
    .command('show')
    .description('report on a recording: a .cpuprofile of any tool, or a .v8log or .calls.json of Heatline')
    .usage('[options] RECORDING')
    .argument('<RECORDING>', 'the file')
    .action(doing(async () => (await import('./show-command.ts')).show));
  addRangeOptions(addShowOptions(show));
  const diff = program
    .command('diff')
    .description('tell which lines and functions got slower or faster, beyond what runs differ by themselves')
    .usage('[options] BEFORE AFTER')
    .argument('<RECORDINGS...>', 'two recordings or folders of runs: before and after')
    .action(doing(async () => (await import('./diff-command.ts')).diff));
  addDiffOptions(diff).addHelpText('after', diffHelp);
  const mcp = program
    .command('mcp')
    .description('answer an agent by the Model Context Protocol on standard input and output (docs/agents.md)')
    .action(
      doing(async () => {
        const { mcp } = await import('./mcp-command.ts');
        return (options: Parameters<typeof mcp>[0]) => mcp(options, readVersion(), sentenceOf);
      }),
    );
  addMcpOptions(mcp);
}

/** Commands that speak to servers of profiles. */
function addServerCommands(program: Command, doing: Doing): void {
  const fetch = program
    .command('fetch')
    .description('get a profile of production from Pyroscope or Parca, and report on it')
    .usage('[options] pyroscope|parca URL')
    .argument('<KIND>', 'what the server is: pyroscope (Grafana Cloud Profiles too) or parca')
    .argument('<URL>', 'its address')
    .action(doing(async () => (await import('./fetch-command.ts')).fetchProfile));
  addFetchOptions(fetch).addHelpText('after', fetchHelp);
  const push = program
    .command('push')
    .description('send a recording to Pyroscope')
    .usage('[options] RECORDING --to URL --app NAME')
    .argument('<RECORDING>', 'the file')
    .action(doing(async () => (await import('./push-command.ts')).push));
  addPushOptions(push).addHelpText('after', pushHelp);
}

/** The package's own manifest lies above the folder of bundles. */
function readVersion(): string {
  return (JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as { version: string }).version;
}

async function main(argv: readonly string[]): Promise<number> {
  let code = 0;
  try {
    await buildProgram((result) => (code = result)).parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`heatline: ${sentenceOf(error)}\n`);
    return 2;
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

/** What the operating system refuses is a matter of the user's files and folders. */
function describeSystemError({ code = '', syscall, path, message }: NodeJS.ErrnoException): string {
  if (code === 'EMFILE') return `Heatline cannot go on: ${TOO_FEW_FILES}.`;
  if (syscall === 'uv_cwd') return 'The current folder is gone; change to one that exists.';
  const [reason] = message.replace(`${code}: `, '').split(', ', 1);
  return neutralise(`${path ?? syscall ?? 'A file'}: ${reason} (${code}); name another file or mend that one.`);
}

function sentenceOf(error: unknown): string {
  // By name: other bundles have copies of these classes of their own.
  const isTold =
    error instanceof Error &&
    /^(CliError|FormatError|RecordingError|ServerError|UnreadableRecordingError)$/.test(error.name);
  const message = neutralise(reasonOf(error));
  if (isSystemError(error)) return describeSystemError(error);
  return isTold ? message : `Internal error: ${message} Please report it.`;
}

// A closed pipe (`heatline show … | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`heatline: Standard output takes nothing more (${error.code ?? error.message}).\n`);
  process.exitCode = 2;
});
// With standard error closed there is nobody to tell; the recording and the exit code still matter.
process.stderr.on('error', () => undefined);

void main(process.argv).then((code) => {
  process.exitCode ??= code;
});
