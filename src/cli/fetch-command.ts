import { resolve } from 'node:path';
import {
  formatSelector,
  type ProfileServer,
  type ServerKind,
  ServerError,
  serverApis,
  serverKinds,
  usualType,
} from '../servers/index.ts';
import { CliError } from './cli-error.ts';
import { newRecording, OWNER_ONLY, prepareOutputs, writePieces } from './output-files.ts';
import { type FetchOptions, serverAt } from './server-options.ts';
import { showStacks } from './show-command.ts';
import { neutralise } from './text.ts';

/**
 * `heatline fetch`: gets what a server has merged of the profiles that fit, puts it on disk, and reports on it; without a
 * choice it lists what is there. The exit code.
 */
export async function fetchProfile(kind: string, address: string, options: FetchOptions): Promise<number> {
  const known = serverKinds.find((each) => each === kind);
  if (!known) throw new CliError(`Heatline knows no server of the kind "${kind}", but ${serverKinds.join(' and ')}.`);
  const server = serverAt(known, address);
  if (options.output === '-') {
    throw new CliError('--output needs the name of a file: heatline fetch reports on standard output.');
  }
  if (options.from >= options.until) throw new CliError('--from has to be before --until.');
  const selector = selectorOf(known, options);
  const { values } = options;
  if (values !== undefined) print(`Values of ${values}`, await serverApis[known].listValues(server, values, options));
  else if (selector === undefined) await listAll(server, options);
  else await fetchAndShow(server, selector, options);
  return 0;
}

/** Undefined where nothing was chosen. */
function selectorOf(kind: ServerKind, { app, label = {}, query, type }: FetchOptions): string | undefined {
  const { applicationLabel } = serverApis[kind];
  if (query !== undefined) {
    if (app === undefined && Object.keys(label).length === 0) return query;
    throw new CliError('--query stands in place of --app and --label: leave one of them out.');
  }
  if (app !== undefined && applicationLabel === undefined) {
    throw new CliError('Parca does not say which label tells applications apart: name it, as in --label comm=node.');
  }
  const labels = { ...(app !== undefined && { [applicationLabel ?? '']: app }), ...label };
  return Object.keys(labels).length === 0 && type === undefined ? undefined : formatSelector(labels);
}

async function fetchAndShow(server: ProfileServer, selector: string, options: FetchOptions): Promise<void> {
  await prepareOutputs(options, []);
  const { from, until } = options;
  const api = serverApis[server.kind];
  const type = options.type ?? (await chooseType(server, options));
  const profile = await api.fetchProfile(server, { type, selector, span: { from, until } });
  const name = options.app ?? Object.values(options.label ?? {}).at(0) ?? server.kind;
  const file = options.output === undefined ? newRecording(name, 'pprof') : resolve(options.output);
  await writePieces(file, [profile], OWNER_ONLY);
  const times = [from, until].map((time) => new Date(time).toISOString().replace(/\.000Z$/, 'Z'));
  const what = `${type} of ${selector} at ${server.url.host}, ${times.join(' to ')}`;
  process.stderr.write(`${neutralise(`Fetched ${what}.`)}\n${neutralise(`Recording: ${file}`)}\n\n`);
  await showStacks(file, options);
}

async function chooseType(server: ProfileServer, { from, until }: FetchOptions): Promise<string> {
  const types = await serverApis[server.kind].listTypes(server, { from, until });
  const type = usualType(types);
  if (type !== undefined) return type;
  throw new ServerError(
    types.length === 0
      ? `${server.url.host} has no profiles of that time.`
      : `${server.url.host} has nothing that measures CPU or wall time; choose by --type: ${types.join(', ')}.`,
  );
}

/** What there is to choose from. */
async function listAll(server: ProfileServer, span: FetchOptions): Promise<void> {
  const { applicationLabel, ...api } = serverApis[server.kind];
  if (applicationLabel !== undefined) {
    print('Applications (--app)', await api.listValues(server, applicationLabel, span));
  }
  print('Types (--type)', await api.listTypes(server, span));
  print('Labels (--label NAME=VALUE; --values NAME lists their values)', await api.listLabels(server, span));
}

function print(title: string, rows: readonly string[]): void {
  const shown = rows.length === 0 ? ['  none in that time'] : [...rows].sort().map((row) => `  ${neutralise(row)}`);
  process.stdout.write(`${neutralise(title)}\n${shown.join('\n')}\n`);
}
