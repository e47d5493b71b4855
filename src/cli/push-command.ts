import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AnalyzeOptions, analyzeStacks } from '../analysis/analyze.ts';
import { EmptyRangeError } from '../analysis/errors.ts';
import { formatPprof } from '../export/pprof.ts';
import { reasonOf } from '../recording/index.ts';
import type { Microseconds } from '../core/index.ts';
import { shellWord } from '../present/diagnostics.ts';
import type { RecordingSession } from '../recorder/index.ts';
import { nameWithLabels, pushProfile, ServerError } from '../servers/index.ts';
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
  const to = checkPush(options.to, options);
  const question = { ...usualQuestion(), ...rangeFrom(options.from) };
  const prepared = (more?: AnalyzeOptions): Promise<PreparedPart> =>
    prepare(to, resolve(recording), { ...question, ...more });
  if (!options.part) await send(to, prepared(), [...to.words(resolve(recording)), ...fromWords(options.from)]);
  // Without the process that asked nobody would know what was sent.
  else if (process.connected) await answerPart(prepared({ isGrowing: true }).catch(nothingFrom(options.from)));
  return 0;
}

/**
 * Checks where to send a recording, before it is made. Gives what sends it, undefined where nobody asked for that. Throws `CliError` and
 * `ServerError`.
 */
export function preparePushAfter(options: PushAfterOptions) {
  const { push: address, pushEvery, ...labels } = options;
  if (address === undefined) {
    if (pushEvery !== undefined) throw new CliError('--push-every needs --push URL.');
    return undefined;
  }
  if (pushEvery !== undefined) checkParts(pushEvery, options);
  const to = checkPush(address, labels);
  const { server, words } = to;
  let sent = Promise.resolve(0);
  const sendPart = (folder: string, from: Microseconds, over: AbortSignal): Promise<PartAnswer> =>
    askForPart([...words(folder).slice(1), '--part', ...fromWords(from)], over);
  const tell = (text: string): void => void process.stderr.write(`${neutralise(text)}\n`);
  return {
    /** Sends part by part what a program's recording holds, if that was asked for, until the program ends. */
    follow: (starting: Promise<RecordingSession>): void => {
      if (pushEvery === undefined) return;
      sent = starting.then(
        (session) => pushParts(session, { every: pushEvery, sendPart, tell }),
        () => 0,
      );
    },
    /**
     * Sends the recording, or what of it was not sent. Rejects with a `CliError` that says how to send it later: the file stays in
     * any case.
     */
    send: async (recording: string, question: AnalyzeOptions): Promise<void> => {
      const waiting = holdAndTell(() => tell(`Waiting for ${server.url.host} …`));
      try {
        const from = await sent;
        const isRest = pushEvery !== undefined;
        const asked = isRest ? { ...usualQuestion(), ...rangeFrom(from), marks: 'ignored' as const } : question;
        const prepared = prepare(to, recording, asked);
        const part = isRest ? prepared.catch(nothingFrom(from)) : prepared;
        await send(to, part, [...words(recording), ...fromWords(from)]);
      } finally {
        clearInterval(waiting);
      }
    },
  };
}

/** Milliseconds. Each part reads all of the recording again. */
const SHORTEST_PART_MS = 5000;

function checkParts(every: number, { time, thread, mark, path = [] }: PushAfterOptions): void {
  if (every < SHORTEST_PART_MS) {
    throw new CliError('--push-every takes 5s or more: each part reads again what was recorded until then.');
  }
  if (time === 'wall' || thread !== undefined || mark !== undefined || path.length > 0) {
    throw new CliError('--push-every sends all that is recorded: leave out --time wall, --thread, --mark and --path.');
  }
}

/** Says once after a while what is waited for, and holds the process, which parts under way do not. */
function holdAndTell(tell: () => void): NodeJS.Timeout {
  let isTold = false;
  return setInterval(() => {
    if (!isTold) tell();
    isTold = true;
  }, 2000);
}

/** A part in which nothing was recorded, in place of the error. */
const nothingFrom =
  (from: Microseconds = 0) =>
  (error: unknown): PreparedPart => {
    if (error instanceof EmptyRangeError) return { end: from, push: () => Promise.resolve() };
    throw error;
  };

type Destination = ReturnType<typeof checkPush>;

/** Where to send what; `words`: the command that sends a recording. */
function checkPush(address: string, { app, label = {} }: PushLabels) {
  if (!app) throw new CliError('Say by --app what the application is called on the server.');
  const server = serverAt('pyroscope', address);
  nameWithLabels(app, label);
  const labels = Object.entries(label).flatMap(([name, value]) => ['--label', `${name}=${value}`]);
  const words = (recording: string): string[] => [
    ...['heatline', 'push', recording],
    ...['--to', address, '--app', app, ...labels],
  ];
  return { server, app, label, words };
}

/** A recording as `heatline push` sends it. */
const usualQuestion = (): AnalyzeOptions => ({ places: { folders: [process.cwd()], moves: [] } });

const rangeFrom = (from: Microseconds = 0): Pick<AnalyzeOptions, 'range'> =>
  from > 0 ? { range: { from, to: Infinity } } : {};
const fromWords = (from: Microseconds = 0): string[] => (from > 0 ? ['--from', `${from / 1000}ms`] : []);

async function send({ server, app }: Destination, prepared: Promise<PreparedPart>, words: readonly string[]) {
  try {
    await (await prepared).push();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const again = words.map(shellWord).join(' ');
    throw new CliError(`${reasonOf(error)} Nothing is lost: ${words[2]} stays; send it later by ${again}`);
  }
  process.stderr.write(`Sent to ${server.url.host} as ${app}.\n`);
}

async function prepare({ server, app, label }: Destination, recording: string, question: AnalyzeOptions) {
  const stacks = await analyzeStacks(recording, question);
  const { facts, quality, range, timeline } = stacks.analysis;
  const [begin, end] = [range?.from ?? 0, range?.to ?? timeline?.duration ?? quality.duration];
  // A file that does not say when it was recorded was so before it was written.
  const startedAt = facts.startedAt ?? statSync(recording).mtimeMs - end / 1000;
  const span = { from: startedAt + begin / 1000, until: startedAt + end / 1000 };
  const pprof = Uint8Array.from(formatPprof(stacks, { merged: true }));
  return {
    end,
    push: (signal?: AbortSignal) => pushProfile(server, { application: app, labels: label, span, pprof }, { signal }),
  };
}
