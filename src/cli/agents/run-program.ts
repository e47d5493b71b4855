import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Command } from 'commander';
import { meanOfRuns } from '../../compare/index.ts';
import type { Analysis } from '../../core/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { describeEnding } from '../../present/endings.ts';
import { readTimedCalls } from '../../readers/timed-calls.ts';
import { exitCodeOf, type RecordingSession, type TimingSession } from '../../recorder/index.ts';
import { analyzeApart } from '../analyze-apart.ts';
import { CliError } from '../cli-error.ts';
import { keepTexts } from '../kept-texts.ts';
import { endSession, type SavedOutcome } from '../launch.ts';
import { addRunOptions, addShowOptions, addTimeOptions, type RunOptions, type TimeCommandOptions } from '../options.ts';
import { newRecording, newRunFolder } from '../output-files.ts';
import { analyzeAll } from '../recorded-sides.ts';
import { prepareRecording, withDiagnostics } from '../run-command.ts';
import { isProgramFile, type RunTarget } from '../run-target.ts';
import { prepareTiming } from '../time-command.ts';
import { quote } from './quote.ts';
import { type AgentCall, readingOf } from './recordings.ts';

/** What became of a program that an agent had run. */
export interface ProgramRun {
  /** By which the recording can be asked for again. */
  readonly id: string;
  /** How the program ended, where that was not by itself and well, and what it printed then, quoted. Empty elsewhere. */
  readonly failure: string;
}

/** How often, and for how long at most, in seconds. */
interface RunLimits {
  readonly runs?: number;
  readonly seconds?: number;
}

/** Records a file of JavaScript or TypeScript, or any command, in the agent's folder. No shell reads the command. */
export async function recordProgram(
  command: readonly string[],
  { runs = 1, seconds = 60 }: RunLimits,
  call: AgentCall,
): Promise<ProgramRun & { readonly analysis: Analysis }> {
  const defaults = addShowOptions(addRunOptions(new Command())).opts<RunOptions>();
  const options = { ...defaults, duration: seconds * 1000 };
  const { target, title, record } = await prepareRecording(targetOf(command), options);
  const place = newRecording(title, runs > 1 ? '' : undefined);
  if (runs > 1) newRunFolder(place);
  const start = (run: number) => record(runs > 1 ? join(place, `run-${run}.cpuprofile`) : place, { stdio: 'pipe' });
  const recorded = await recordRuns(start, runs, call);
  const files = recorded.outcomes.map(({ recording }) => recording);
  call.tell('reading what was recorded');
  const analyses = await analyzeAll(files, readingOf(call), analyzeApart);
  keepTexts(analyses[0], dirname(files[0]));
  const noted = recorded.outcomes.map((outcome, at) => withDiagnostics(analyses[at], target, outcome));
  const id = basename(runs > 1 ? place : files[0]);
  return { id, failure: recorded.failure, analysis: meanOfRuns(noted) };
}

/** Counts the calls of a file of JavaScript or TypeScript, or of any command: of these functions, or of all own ones. */
export async function countProgram(
  command: readonly string[],
  { seconds = 60, functions = [] }: RunLimits & { readonly functions?: readonly string[] },
  call: AgentCall,
) {
  const defaults = addTimeOptions(new Command()).opts<TimeCommandOptions>();
  const options = { ...defaults, duration: seconds * 1000, function: functions, countOnly: true };
  const { title, start } = await prepareTiming(targetOf(command), options);
  const output = newRecording(title, 'calls.json');
  const recorded = await recordRuns(() => start(output, 'pipe'), 1, call);
  const [{ recording }] = recorded.outcomes;
  return { id: basename(recording), failure: recorded.failure, timing: await readTimedCalls(recording) };
}

function targetOf(command: readonly string[]): RunTarget {
  if (command[0] === '' || command.some((word) => word.includes('\0')))
    throw new CliError('"command" needs a program, and no word with a NUL.');
  const [name, ...args] = command;
  return { name, args, isCommand: !isProgramFile(name) };
}

/** Records runs. Where the call is cancelled, the program is killed and what was recorded is deleted. */
function recordRuns(start: (run: number) => Promise<RecordingSession | TimingSession>, count: number, call: AgentCall) {
  return call.inTurn(async () => {
    const outcomes: SavedOutcome[] = [];
    let failure = '';
    for (let run = 1; run <= count && !call.signal.aborted; run++) {
      call.tell(`run ${run} of ${count}`);
      const { outcome, printed } = await recordRun(await start(run), call.signal);
      if (outcome.ending.kind === 'stopped') failure ||= `${describeEnding(outcome.ending)} "seconds" allows more.`;
      else if (exitCodeOf(outcome.ending) !== 0) failure ||= describeFailure(outcome.ending, printed);
      const { recording } = outcome;
      if (recording === undefined) {
        const why = outcome.diagnostics.map((each) => quote(describeDiagnostic(each), 300)).join(' ');
        throw new CliError(`Nothing was recorded. ${why} ${describeFailure(outcome.ending, printed)}`);
      }
      outcomes.push({ ...outcome, recording });
    }
    if (!call.signal.aborted) return { outcomes, failure };
    for (const { recording } of outcomes) await rm(recording, { force: true });
    throw new CliError('The call was cancelled.');
  });
}

/** Of what a program prints the end is kept. */
const KEPT_CHARACTERS = 2000;
const KEPT_LINES = 12;
/** Node's own part of a stack, behind which the error would not be seen. */
const NODES_FRAME = /^\s+at .*\bnode:/;

async function recordRun(session: RecordingSession | TimingSession, signal: AbortSignal) {
  let printed = '';
  session.stdin?.end();
  for (const stream of [session.stdout, session.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-KEPT_CHARACTERS)));
  const end = (): void => void endSession(session, 2);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const outcome = await session.finished;
  signal.removeEventListener('abort', end);
  return { outcome, printed };
}

function describeFailure(ending: SavedOutcome['ending'], printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '' && !NODES_FRAME.test(line));
  const last = lines.slice(-KEPT_LINES).map((line) => `  ${quote(line, 160)}`);
  const told = last.length > 0 ? ['It printed at the end:', ...last] : [];
  return [quote(describeEnding(ending), 200), ...told].join('\n');
}
