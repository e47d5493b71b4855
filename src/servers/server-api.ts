import * as v from 'valibot';
import { attempt } from '../core/index.ts';
import { ask, type AskOptions, type Question } from './ask.ts';
import { type ProfileQuery, type ProfileServer, ServerError, type TimeSpan } from './profile-server.ts';

/** What every kind of server can be asked. Everything rejects with `ServerError`. */
export interface ServerApi {
  /** The label that tells applications apart; undefined where the server's owner chooses it. */
  readonly applicationLabel: string | undefined;
  readonly listTypes: (server: ProfileServer, span: TimeSpan, options?: AskOptions) => Promise<string[]>;
  readonly listLabels: (server: ProfileServer, span: TimeSpan, options?: AskOptions) => Promise<string[]>;
  readonly listValues: (
    server: ProfileServer,
    label: string,
    span: TimeSpan,
    options?: AskOptions,
  ) => Promise<string[]>;
  /** The profiles that fit, merged: a pprof, with gzip or without. */
  readonly fetchProfile: (server: ProfileServer, query: ProfileQuery, options?: AskOptions) => Promise<Buffer>;
}

/** Asks for JSON. Rejects with a `ServerError` where the answer is something else. */
export async function askJson<Schema extends v.GenericSchema>(
  server: ProfileServer,
  question: Question,
  schema: Schema,
  options?: AskOptions,
): Promise<v.InferOutput<Schema>> {
  const bytes = await ask(server, { ...question, answer: 'application/json' }, options);
  const json = attempt(() => JSON.parse(bytes.toString()) as unknown);
  const { success, output } = v.safeParse(schema, json);
  if (success) return output;
  throw new ServerError(`${server.url.host} answers with JSON that Heatline does not understand; check the address.`);
}

/**
 * The type that is meant where none is named: time on a CPU, else wall time, else samples on a CPU, else the only one.
 * Undefined where that does not decide.
 */
export function usualType(types: readonly string[]): string | undefined {
  const wanted = [/:cpu:nanoseconds:/, /:wall:nanoseconds:/, /:samples:count:cpu:/];
  const [found = types.length === 1 ? types[0] : undefined] = wanted.flatMap(
    (form) => types.find((type) => form.test(type)) ?? [],
  );
  return found;
}
