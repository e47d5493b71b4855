import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AnalyzeOptions, analyzeStacks } from '../analysis/analyze.ts';
import { formatPprof } from '../export/pprof.ts';
import { reasonOf } from '../recording/index.ts';
import { nameWithLabels, type ProfileServer, pushProfile } from '../servers/index.ts';
import { CliError } from './cli-error.ts';
import { type PushAfterOptions, type PushLabels, serverAt } from './server-options.ts';

/** Options of `heatline push`. */
export interface PushOptions extends PushLabels {
  readonly to: string;
}

/** `heatline push`: sends a recording to Pyroscope. The exit code. */
export async function push(recording: string, options: PushOptions): Promise<number> {
  await preparePush(options.to, options)(resolve(recording), { places: { folders: [process.cwd()], moves: [] } });
  return 0;
}

/** The same for a recording that is to be made; undefined where nobody asked for that. Throws `CliError` and `ServerError`. */
export const preparePushAfter = ({ push: address, ...labels }: PushAfterOptions) =>
  address === undefined ? undefined : preparePush(address, labels);

/**
 * Checks where to send recordings, before anything is recorded, and gives what sends one. That one rejects with a `CliError`
 * that says how to send it later: the file stays in any case.
 */
function preparePush(
  address: string,
  { app, label = {} }: PushLabels,
): (recording: string, question: AnalyzeOptions) => Promise<void> {
  if (!app) throw new CliError('Say by --app what the application is called on the server.');
  const server = serverAt('pyroscope', address, process.env);
  nameWithLabels(app, label);
  return async (recording, question) => {
    try {
      await send(server, app, label, recording, question);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ServerError')) throw error;
      const labels = Object.entries(label).flatMap(([name, value]) => ['--label', `${name}=${value}`]);
      const words = ['heatline', 'push', recording, '--to', address, '--app', app, ...labels];
      const again = words.map(shellWord).join(' ');
      throw new CliError(`${reasonOf(error)} Nothing is lost: ${recording} stays; send it later by ${again}`);
    }
    process.stderr.write(`Sent to ${server.url.host} as ${app}.\n`);
  };
}

/** A word of a command, quoted where a shell would not take it as it is. */
const shellWord = (text: string): string => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

async function send(
  server: ProfileServer,
  application: string,
  labels: Readonly<Record<string, string>>,
  recording: string,
  question: AnalyzeOptions,
): Promise<void> {
  const stacks = await analyzeStacks(recording, question);
  const { facts, quality } = stacks.analysis;
  // A file that does not say when it was recorded was so before it was written.
  const duration = quality.duration / 1000;
  const from = facts.startedAt ?? statSync(recording).mtimeMs - duration;
  const pprof = Uint8Array.from(formatPprof(stacks));
  await pushProfile(server, { application, labels, span: { from, until: from + duration }, pprof });
}
