import { type Command, InvalidArgumentError, Option } from 'commander';
import { openServer, type ProfileServer, type Secrets, type ServerKind } from '../servers/index.ts';
import { CliError } from './cli-error.ts';
import { addShowOptions, type ShowOptions } from './options.ts';

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

type Labels = Readonly<Record<string, string>>;

/** Adds what {@link FetchOptions} has. `now`: Unix time in milliseconds. */
export function addFetchOptions(command: Command, now: () => number = Date.now): Command {
  const time = (text: string): number => parseServerTime(text, now());
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
  addPushLabels(command.requiredOption('--to <URL>', 'the Pyroscope server'));

/** Adds what {@link PushLabels} has. */
export const addPushLabels = (command: Command): Command =>
  command
    .option('--app <NAME>', 'what the application is called on the server')
    .option(...labelOption('a label that the profile gets there; repeatable'));

const labelOption = (help: string) => ['--label <NAME=VALUE>', help, addLabel] as const;

function addLabel(text: string, labels: Labels = {}): Labels {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Write it as NAME=VALUE, such as env=production.');
  return { ...labels, [name]: value };
}

const AGO_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Unix time in milliseconds of a date as ISO 8601 writes it, local where it names no zone, or of how long ago: `90min`. */
export function parseServerTime(text: string, now: number): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*(s|min|m|h|d)$/.exec(text.trim()) ?? [];
  const time = count === undefined ? readDate(text.trim(), now) : now - Number(count) * AGO_MS[unit];
  if (!(time > 0)) throw new InvalidArgumentError('Write it as 2026-01-31T09:00, or how long ago: 90min, 6h or 2d.');
  return Math.round(time);
}

const readDate = (text: string, now: number): number =>
  text === 'now'
    ? now
    : /^\d{4}-\d\d-\d\d(T|$)/.test(text)
      ? Date.parse(text.length === 10 ? `${text}T00:00` : text)
      : NaN;

/**
 * The server at an address, with the secrets of the environment: HEATLINE_TOKEN, HEATLINE_USER, and HEATLINE_HEADERS as
 * `X-Scope-OrgID=team,projectID=1234`. Throws `ServerError` and `CliError`.
 */
export function serverAt(kind: ServerKind, address: string, environment: NodeJS.ProcessEnv): ProfileServer {
  return openServer(kind, address, secretsOf(environment));
}

function secretsOf({ HEATLINE_TOKEN, HEATLINE_USER, HEATLINE_HEADERS = '' }: NodeJS.ProcessEnv): Secrets {
  const pairs = HEATLINE_HEADERS.split(',').filter((pair) => pair.trim() !== '');
  const headers = pairs.map((pair) => /^\s*([\w-]+)\s*=(.*)$/s.exec(pair)?.slice(1) ?? refuseHeaders());
  return {
    ...(HEATLINE_TOKEN && { token: HEATLINE_TOKEN }),
    ...(HEATLINE_USER && { user: HEATLINE_USER }),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, value.trim()])),
  };
}

function refuseHeaders(): never {
  throw new CliError('HEATLINE_HEADERS has to be of the form X-Scope-OrgID=team,projectID=1234.');
}
