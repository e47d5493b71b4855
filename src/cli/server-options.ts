import { type Command, InvalidArgumentError, Option } from 'commander';
import { openServer, parseServerTime, type ProfileServer, type ServerKind } from '../servers/index.ts';
import { CliError } from './cli-error.ts';
import { addShowOptions, pairOf, parseDuration, parseTime, type ShowOptions } from './options.ts';

/** Options of `heatline fetch`. Times are Unix time in milliseconds. */
export interface FetchOptions extends ShowOptions {
  readonly app?: string;
  readonly label?: Labels;
  readonly query?: string;
  readonly type?: string;
  readonly values?: string;
  readonly from: number;
  readonly until: number;
  readonly output?: string;
}

/** What a profile is called where it is sent. */
export interface PushLabels {
  readonly app?: string;
  readonly label?: Labels;
}

/** What sends a recording as soon as it is made. */
export interface PushAfterOptions extends PushLabels, Partial<Pick<ShowOptions, 'time' | 'thread' | 'mark' | 'path'>> {
  readonly push?: string;
  /** Milliseconds. */
  readonly pushEvery?: number;
}

type Labels = Readonly<Record<string, string>>;

/** Adds what {@link FetchOptions} has. `now`: Unix time in milliseconds. */
export function addFetchOptions(command: Command, now: () => number = Date.now): Command {
  const time = (text: string): number => {
    const parsed = parseServerTime(text, now());
    if (parsed > 0) return parsed;
    throw new InvalidArgumentError('Write it as 2026-01-31T09:00, or how long ago: 90min, 6h or 2d.');
  };
  command
    .option('--app <NAME>', 'the application (Pyroscope: --label service_name=NAME)')
    .option(...labelOption('only profiles with this label; repeatable'))
    .option('--query <SELECTOR>', `in place of these, a selector as the server takes it: '{namespace=~"shop.*"}'`)
    .option('--type <TYPE>', 'what was measured, as the list names it; default: CPU time, else wall time')
    .option('--values <LABEL>', 'list the values that a label has, and fetch nothing')
    .addOption(
      new Option('--from <TIME>', 'start of the span: 2026-01-31T09:00, or how long ago: 90min, 6h, 2d')
        .argParser(time)
        .default(time('1h'), '1h'),
    )
    .addOption(new Option('--until <TIME>', 'its end, in the same way').argParser(time).default(now(), 'now'))
    .option(
      '-o, --output <FILE.pprof>',
      'the file to write what the server sends to; default: a new file in .heatline/',
    );
  return addShowOptions(command);
}

/** Adds where a recording is sent, by the options of `heatline push`. */
export const addPushOptions = (command: Command): Command =>
  addPushLabels(
    command
      .requiredOption('--to <URL>', 'the Pyroscope server')
      .option('--from <TIME>', 'send only what is after this time of the recording: 1.2s, 500ms, 2min', parseTime)
      .addOption(new Option('--part').hideHelp()),
  );

/** Adds what {@link PushAfterOptions} has. */
export const addPushAfterOptions = (command: Command): Command =>
  addPushLabels(
    command
      .option('--push <URL>', 'send the recording to this Pyroscope server too, as heatline push does')
      .option(
        '--push-every <TIME>',
        'send it part by part while the program runs, a part after each such time, 5s or more: 30s, 2min',
        parseDuration,
      ),
  );

const addPushLabels = (command: Command): Command =>
  command
    .option('--app <NAME>', 'what the application is called on the server')
    .option(...labelOption('a label that the profile gets there; repeatable'));

const labelOption = (help: string) => ['--label <NAME=VALUE>', help, addLabel] as const;

function addLabel(text: string, labels: Labels = {}): Labels {
  const [name, value] = pairOf(text, 'NAME=VALUE, such as env=production');
  return { ...labels, [name]: value };
}

/**
 * The server at an address, with the secrets of the environment: HEATLINE_TOKEN, HEATLINE_USER, and HEATLINE_HEADERS as
 * `X-Scope-OrgID=team,projectID=1234`. Throws `ServerError` and `CliError`.
 */
export function serverAt(kind: ServerKind, address: string): ProfileServer {
  const { HEATLINE_TOKEN, HEATLINE_USER, HEATLINE_HEADERS = '' } = process.env;
  const pairs = HEATLINE_HEADERS.split(',').filter((pair) => pair.trim() !== '');
  const headers = pairs.map((pair) => /^\s*([\w-]+)\s*=(.*)$/s.exec(pair)?.slice(1) ?? refuseHeaders());
  return openServer(kind, address, {
    ...(HEATLINE_TOKEN && { token: HEATLINE_TOKEN }),
    ...(HEATLINE_USER && { user: HEATLINE_USER }),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, value.trim()])),
  });
}

function refuseHeaders(): never {
  throw new CliError('HEATLINE_HEADERS has to be of the form X-Scope-OrgID=team,projectID=1234.');
}
