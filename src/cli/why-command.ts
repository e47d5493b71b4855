import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { collectCauses } from '../analysis/collect-causes.ts';
import { type Analysis, attempt } from '../core/index.ts';
import { writeCauses } from '../readers/causes-file.ts';
import { causeFlags, exitCodeOf } from '../recorder/index.ts';
import { type Ending, reasonOf } from '../recording/index.ts';
import type { ResolvedRun } from '../target/index.ts';
import { analyzeApart } from './analyze-apart.ts';
import { CliError } from './cli-error.ts';
import { formatWhyReport } from './format-why-report.ts';
import { finishRuns, type SavedOutcome } from './launch.ts';
import { placesOf, questionOf, type WhyOptions } from './options.ts';
import { nameOf, newRecording, OWNER_ONLY, prepareOutputs } from './output-files.ts';
import { publish } from './publish.ts';
import { prepareRecording, withDiagnostics } from './run-command.ts';
import type { RunTarget } from './run-target.ts';
import { neutralise } from './text.ts';

/** The programs of a recorded run may have so many files open at least, or V8 could not open its own. */
const ENOUGH_FILES = 1024;

/** `heatline why`: runs a program for causes alone, joins them onto a recording, and reports. The exit code: the program's. */
export async function why(what: RunTarget, options: WhyOptions): Promise<number> {
  const { recording: given, output } = options;
  if (given !== undefined && output !== undefined)
    throw new CliError('--output is for a recording that is made first; with --recording leave it out.');
  if (given !== undefined && !existsSync(given)) throw new CliError(`${given} does not exist; name a recording.`);
  if (output !== undefined && !output.endsWith('.cpuprofile'))
    throw new CliError(`--output ${output} must end in .cpuprofile.`);
  const inputs = [what.name, ...what.args, ...(given === undefined ? [] : [given])];
  await prepareOutputs(options, inputs);
  const how = { ...options, sampler: 'auto', frameRepair: true } as const;
  const { target, title, v8Version, record } = await prepareRecording(what, how);
  const known = given === undefined ? await newestOf(title, what.args, v8Version, options) : resolve(given);
  if (known === undefined) refuseInput();
  const folder = mkdtempSync(join(tmpdir(), 'heatline-why-'));
  const traces = mayOpenFiles() ? join(tmpdir(), `heatline-why-${randomUUID()}.txt`) : undefined;
  const release = (): void => {
    for (const path of [folder, traces ?? folder]) rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', release);
  let made = known;
  if (traces !== undefined) makeTraces(traces);
  const place = output === undefined ? newRecording(title) : resolve(output);
  const forCauses = () => {
    tellRun(title, known, traces);
    return record(join(folder, 'causes.cpuprofile'), { moreLogFlags: causeFlags(traces) });
  };
  return finishRuns((run) => (known === undefined && run === 1 ? record(place) : forCauses()), known ? 1 : 2, {
    place: ({ recording = '' }) => {
      if (!recording.startsWith(folder)) made ??= recording;
      return made && `Recording: ${made}`;
    },
    report: (outcomes) => report(known, outcomes, target, options),
    release,
  });
}

/** Joins the causes of the last run onto the recording, keeps them beside it, and reports. */
async function report(
  known: string | undefined,
  outcomes: readonly SavedOutcome[],
  target: ResolvedRun | undefined,
  options: WhyOptions,
): Promise<void> {
  const [first] = outcomes;
  const recording = known ?? first.recording;
  const ofCauses = outcomes.at(known === undefined ? 1 : 0);
  if (ofCauses === undefined)
    throw new CliError(
      'The program was stopped in its first run, so it was not run again for causes. Name the recording by --recording, or end the runs by --duration.',
    );
  if (!ofCauses.recording.endsWith('.v8log'))
    throw new CliError(
      'V8 wrote no log of the program, from which causes come: name a file that Node runs, and leave --cpu-prof and --prof out.',
    );
  const causes = await collectCauses(ofCauses.recording, placesOf(options));
  const question = { ...questionOf(options), causes };
  const analysis = await analyzeApart(recording, question);
  const noted = outcomes.reduce((so, outcome) => withDiagnostics(so, target, outcome), analysis);
  await publish(noted, options, process.stderr, { recording, question }, formatWhyReport);
  const { startedAt, ending } = analysis.facts;
  tellOtherEnding(known === undefined ? first.ending : ending, ofCauses.ending);
  await writeCauses(recording, causes, startedAt).catch((error: unknown) =>
    say(`The causes could not be kept beside ${recording} (${reasonOf(error)}); other reports do not have them.`),
  );
}

/** What a program does that fails may be other work than what was recorded. */
function tellOtherEnding(recorded: Ending | undefined, ofCauses: Ending): void {
  if (recorded === undefined) return;
  const [before, now] = [exitCodeOf(recorded), exitCodeOf(ofCauses)];
  if (before !== now)
    say(
      `The run for causes ended with exit code ${now}, and the recorded one with ${before}: it may have done other work.`,
    );
}

/** A program that reads what is piped in, or a file, finds nothing left in its second run. */
function refuseInput(): void {
  const input = attempt(() => fstatSync(0));
  if (input?.isFIFO() || input?.isFile())
    throw new CliError(
      'The program has to run twice, and can read this standard input only once: give --recording FILE, or no input (< /dev/null).',
    );
}

const say = (sentence: string): void => {
  process.stderr.write(`\n${neutralise(sentence)}\n`);
};

/** The newest recording of a program with these arguments, and with this V8 where that is known, that its file is not younger than; undefined for none. */
async function newestOf(program: string, args: readonly string[], v8Version: string | undefined, options: WhyOptions) {
  if (options.output !== undefined) return undefined;
  const home = resolve('.heatline');
  const name = nameOf(program);
  const isRecording = (file: string): boolean =>
    file.startsWith(`${name}-`) && /^-\d{4}(-\d\d){5}-\d+(-\d+)?\.(cpuprofile|v8log)$/.test(file.slice(name.length));
  const edited = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = (existsSync(home) ? readdirSync(home) : [])
    .filter(isRecording)
    .map((file) => ({ file: join(home, file), time: statSync(join(home, file)).mtimeMs }))
    .filter(({ time }) => time >= edited)
    .sort((a, b) => b.time - a.time);
  for (const { file } of files.slice(0, MOST_TRIED)) {
    const { facts } = await analyzeApart(file, { places: placesOf(options) }).catch((): Partial<Analysis> => ({}));
    const isSame = facts?.program === program && facts.args?.join('\0') === args.join('\0');
    if (isSame && (facts.v8Version ?? v8Version) === (v8Version ?? facts.v8Version)) return file;
  }
  return undefined;
}

/** Other programs have files of the same name. */
const MOST_TRIED = 5;

/** Made by us, so that nobody else can read it: V8 keeps a file's mode. It opens it again and again, also as who root has become. */
function makeTraces(file: string): void {
  const made = openSync(file, 'wx', OWNER_ONLY);
  // By descriptor: in a folder that is not root's, another file may have its name by now.
  if (process.getuid?.() === 0) fchmodSync(made, 0o622);
  closeSync(made);
}

/** Whether this process and what it starts may open many files; Node raises its own limit as far as the system allows. */
function mayOpenFiles(): boolean {
  const report = process.report.getReport() as { userLimits?: { open_files?: { hard?: number | string } } };
  const most = Number(report.userLimits?.open_files?.hard ?? Infinity);
  return Number.isNaN(most) || most >= ENOUGH_FILES;
}

function tellRun(title: string, recording: string | undefined, traces: string | undefined): void {
  const parts = [
    recording === undefined ? '' : `Explaining ${recording}.`,
    `${title} runs once more, with a log of V8’s causes, in up to twice its time; nothing of that run is timed.`,
    traces === undefined
      ? 'Few files may be open here (ulimit -n), so V8 does not tell why it throws code out.'
      : 'Up to Node 24 V8 also prints code that it throws out; that goes into a file of Heatline’s, and not among what the program prints.',
  ];
  process.stderr.write(`${neutralise(parts.filter(Boolean).join(' '))}\n`);
}
