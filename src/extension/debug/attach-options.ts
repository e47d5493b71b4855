import * as v from 'valibot';
import type { Milliseconds } from '../../core/index.ts';
import { ConfigurationError } from './launch-options.ts';

/** A configuration of type `heatline` that attaches, as what it means. `target`: as `parseAttachTarget` takes it. */
export type AttachConfiguration = Readonly<ReturnType<typeof parseAttachConfiguration>>;

const number = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
);
const schema = v.object({
  port: v.optional(v.pipe(number, v.maxValue(65_535))),
  processId: v.optional(number),
  host: v.optional(v.string()),
  /** The inspector's websocket. */
  address: v.optional(v.string()),
  /** Of a browser with several pages: a part of a title or url, or the id of a page. */
  page: v.optional(v.string()),
  /** As `address`, of the workers and frames of a page that a debugger shares; `page` is its title then. */
  threads: v.optional(v.array(v.string())),
  samplingInterval: v.optional(v.union([v.string(), v.number()])),
  duration: v.optional(v.pipe(v.number(), v.gtValue(0))),
  frameRepair: v.optional(v.boolean('true or false')),
});

/** What VS Code hands over, as what it means. Throws a {@link ConfigurationError}. */
export function parseAttachConfiguration(given: object) {
  const parsed = v.safeParse(schema, given);
  if (!parsed.success) {
    const property = v.getDotPath(parsed.issues[0]) ?? '';
    throw new ConfigurationError(
      `"${property}" is wrong in the configuration to attach by: ${parsed.issues[0].message}.`,
    );
  }
  const { port, processId, host = '', address, page, threads, samplingInterval, duration, frameRepair } = parsed.output;
  const target = address ?? (processId === undefined ? placeOf(host, port) : `pid:${processId}`);
  if (target === undefined)
    throw new ConfigurationError('Say what to attach to: set "port" to that of an inspector, or "processId".');
  const milliseconds: Milliseconds | undefined = duration === undefined ? undefined : duration * 1000;
  return { target, page, threads, samplingInterval, duration: milliseconds, frameRepair };
}

const placeOf = (host: string, port: number | undefined): string | undefined =>
  port === undefined ? undefined : `${host}:${port}`;
