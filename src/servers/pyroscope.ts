import * as v from 'valibot';
import { ask, type AskOptions, type Question } from './ask.ts';
import { askJson, type ServerApi } from './server-api.ts';
import { type ProfileQuery, type ProfileServer, ServerError, type TimeSpan } from './profile-server.ts';

// https://grafana.com/docs/pyroscope/latest/reference-server-api/
const SERVICE = '/querier.v1.QuerierService/';

const namesSchema = v.object({ names: v.optional(v.array(v.string()), []) });
const typesSchema = v.object({ profileTypes: v.optional(v.array(v.object({ ID: v.string() })), []) });

/** Pyroscope, and Grafana Cloud Profiles. */
export const pyroscope: ServerApi = {
  applicationLabel: 'service_name',
  listTypes: async (server, span, options) =>
    (await askJson(server, post('ProfileTypes', times(span)), typesSchema, options)).profileTypes
      .map(({ ID }) => ID)
      .sort(),
  listLabels: async (server, span, options) =>
    (await askJson(server, post('LabelNames', times(span)), namesSchema, options)).names,
  listValues: async (server, name, span, options) =>
    (await askJson(server, post('LabelValues', { name, ...times(span) }), namesSchema, options)).names,
  fetchProfile,
};

const times = ({ from, until }: TimeSpan): object => ({ start: String(from), end: String(until) });

const post = (method: string, value: object): Question => ({
  path: SERVICE + method,
  body: { type: 'application/json', bytes: JSON.stringify(value) },
});

/** In protobuf the answer is the pprof itself. Newer servers have another method for it too, and keep this one for the old. */
async function fetchProfile(server: ProfileServer, { type, selector, span }: ProfileQuery, options?: AskOptions) {
  const bytes = Uint8Array.from([
    ...[...textField(1, type), ...textField(2, selector)],
    ...[...numberField(3, span.from), ...numberField(4, span.until)],
  ]);
  const body = { type: 'application/proto', bytes };
  const path = `${SERVICE}SelectMergeProfile`;
  const profile = await ask(server, { path, body, answer: 'application/proto' }, options);
  if (hasSamples(profile)) return profile;
  throw new ServerError(`${server.url.host} has no samples of ${type} for ${selector} in that time.`);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  return bytes;
}

const numberField = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];

function textField(field: number, text: string): number[] {
  const bytes = Buffer.from(text);
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
}

/** Whether a pprof has any: its second field. What is no pprof is for the reader to refuse. */
function hasSamples(bytes: Buffer): boolean {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++];
      value += (byte % 128) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const [tag, length] = [next(), next()];
    if (tag === 0x12 || (tag % 8 !== 0 && tag % 8 !== 2)) return true;
    if (tag % 8 === 2) at += length;
  }
  return false;
}
