import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AnalyzeOptions, analyzeStacks } from '../analysis/analyze.ts';
import { UnreadableRecordingError } from '../analysis/errors.ts';
import { formatPprof } from '../export/pprof.ts';
import { reasonOf } from '../recording/index.ts';
import type { Microseconds } from '../core/index.ts';
import type { RecordingSession } from '../recorder/index.ts';
import { nameWithLabels, type ProfileServer, pushProfile, ServerError } from '../servers/index.ts';
import { CliError } from './cli-error.ts';
import { answerPart, askForPart, type PartAnswer, type PreparedPart, pushParts } from './push-parts.ts';
import { neutralise } from './text.ts';
import { type PushAfterOptions, type PushLabels, serverAt } from './server-options.ts';

/** Options of `heatline push`. */
export interface PushOptions extends PushLabels {
  readonly to: string;
  readonly from?: Microseconds;
  /** Asked for by {@link preparePushAfter}, of a recording that grows: the answer is a {@link PartAnswer}. */
  readonly part?: boolean;
}

/** `heatline push`: sends a recording to Pyroscope. The exit code. */
export async function push(recording: string, options: PushOptions): Promise<number> {
  const { server, name, words } = checkPush(options.to, options);
  const prepared = prepare(server, name, resolve(recording), { ...usualQuestion(), ...rangeFrom(options.from) });
  if (options.part && process.connected) await answerPart(prepared);
  else await send(server, name, prepared, [...words(resolve(recording)), ...fromWords(options.from)]);
  return 0;
}

/** What sends a recording that is made, undefined where nobody asked for that. */
export interface PushAfter {
  /** Sends part by part what a program's recording holds, if that was asked for, until the program ends. */
  readonly follow: (starting: Promise<RecordingSession>) => void;
  /**
   * Sends the recording, or what of it was not sent. Rejects with a `CliError` that says how to send it later: the file stays in
   * any case.
   */
  readonly send: (recording: string, question: AnalyzeOptions) => Promise<void>;
}

/** Checks where to send a recording, before it is made. Throws `CliError` and `ServerError`. */
export function preparePushAfter({ push: address, pushEvery, ...labels }: PushAfterOptions): PushAfter | undefined {
  if (address === undefined) {
    if (pushEvery !== undefined) throw new CliError('--push-every needs --push URL.');
    return undefined;
  }
  const { server, name, words } = checkPush(address, labels);
  let sent = Promise.resolve(0);
  const sendPart = (folder: string, from: Microseconds): Promise<PartAnswer> =>
    askForPart([...words(folder).slice(1), '--part', ...fromWords(from)]);
  const tell = (text: string): void => void process.stderr.write(`${neutralise(text)}\n`);
  return {
    follow: (starting) => {
      if (pushEvery === undefined) return;
      sent = starting.then(
        (session) => pushParts(session, { every: pushEvery, sendPart, tell }),
        () => 0,
      );
    },
    send: async (recording, question) => {
      const from = await sent;
      // The rest as the parts before it.
      const asked = pushEvery === undefined ? question : { ...usualQuestion(), ...rangeFrom(from) };
      const prepared = prepare(server, name, recording, asked).catch((error: unknown) => {
        // Nothing came behind the last part.
        if (from > 0 && error instanceof UnreadableRecordingError) return { end: from, push: () => Promise.resolve() };
        throw error;
      });
      await send(server, name, prepared, [...words(recording), ...fromWords(from)]);
    },
  };
}

interface PushedName {
  readonly app: string;
  readonly label: Readonly<Record<string, string>>;
}

/** Where to send what; `words`: the command that sends a recording. */
function checkPush(address: string, { app, label = {} }: PushLabels) {
  if (!app) throw new CliError('Say by --app what the application is called on the server.');
  const server = serverAt('pyroscope', address, process.env);
  nameWithLabels(app, label);
  const labels = Object.entries(label).flatMap(([name, value]) => ['--label', `${name}=${value}`]);
  const words = (recording: string): string[] => [
    ...['heatline', 'push', recording],
    ...['--to', address, '--app', app, ...labels],
  ];
  return { server, name: { app, label }, words };
}

/** A recording as `heatline push` sends it. */
const usualQuestion = (): AnalyzeOptions => ({ places: { folders: [process.cwd()], moves: [] } });

const rangeFrom = (from: Microseconds = 0): Pick<AnalyzeOptions, 'range'> =>
  from > 0 ? { range: { from, to: Infinity } } : {};
const fromWords = (from: Microseconds = 0): string[] => (from > 0 ? ['--from', `${from / 1000}ms`] : []);

async function send(
  server: ProfileServer,
  { app }: PushedName,
  prepared: Promise<PreparedPart>,
  words: readonly string[],
): Promise<void> {
  try {
    await (await prepared).push();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const again = words.map(shellWord).join(' ');
    throw new CliError(`${reasonOf(error)} Nothing is lost: ${words[2]} stays; send it later by ${again}`);
  }
  process.stderr.write(`Sent to ${server.url.host} as ${app}.\n`);
}

/** A word of a command, quoted where a shell would not take it as it is. */
const shellWord = (text: string): string => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

async function prepare(
  server: ProfileServer,
  { app, label }: PushedName,
  recording: string,
  question: AnalyzeOptions,
): Promise<PreparedPart> {
  const stacks = await analyzeStacks(recording, question);
  const { facts, quality, range } = stacks.analysis;
  const [begin, end] = [range?.from ?? 0, range?.to ?? quality.duration];
  // A file that does not say when it was recorded was so before it was written.
  const startedAt = facts.startedAt ?? statSync(recording).mtimeMs - end / 1000;
  const span = { from: startedAt + begin / 1000, until: startedAt + end / 1000 };
  const pprof = Uint8Array.from(formatPprof(stacks));
  return { end, push: () => pushProfile(server, { application: app, labels: label, span, pprof }) };
}
