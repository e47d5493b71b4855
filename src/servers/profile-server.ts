/** What keeps the profiles; each kind speaks a protocol of its own. */
export type ServerKind = 'pyroscope' | 'parca';

/** What opens a server. It is in memory only: no message, log or file ever has it. */
export interface Secrets {
  /** With it the token is a password (basic authentication); without, a bearer token. */
  readonly user?: string;
  readonly token?: string;
  /** More headers by name, such as a tenant's. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server, and how it is asked. */
export interface ProfileServer {
  readonly kind: ServerKind;
  /** The address that paths are appended to; without user, password and query. */
  readonly url: URL;
  readonly secrets: Secrets;
}

/** From when to when: Unix time in milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/** Which profiles are merged into one. */
export interface ProfileQuery {
  /** `process_cpu:cpu:nanoseconds:cpu:nanoseconds` */
  readonly type: string;
  /** `{service_name="shop"}` */
  readonly selector: string;
  readonly span: TimeSpan;
}

/** A failure of a server or on the way to it, in one sentence for the user that has no secret in it. */
export class ServerError extends Error {
  override readonly name = 'ServerError';

  /**
   * `retryAfter`: the server refused for now, at the earliest for so many milliseconds; undefined where trying again is of no
   * use, or the server may have taken what it was sent. `isUncertain`: it may have.
   */
  constructor(
    message: string,
    readonly retryAfter?: number,
    readonly isUncertain = false,
  ) {
    super(message);
  }
}

/**
 * A server by its address. Throws `ServerError`: for anything but http and https, for secrets in the address, for those that no
 * header can hold, and for credentials that would travel in the clear.
 */
export function openServer(kind: ServerKind, address: string, secrets: Secrets): ProfileServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ServerError('The address of a server begins with http:// or https://, such as http://localhost:4040.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ServerError(
      `The address of ${url.host} must have no user, password or query; give credentials by HEATLINE_USER and HEATLINE_TOKEN (VS Code asks for them).`,
    );
  }
  const { user = '', token, headers = {} } = secrets;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  if (names.some((name) => name === 'authorization' || !/^[\w-]+$/.test(name))) {
    throw new ServerError(
      `A header for ${url.host} has no name, or is Authorization, for which there is HEATLINE_TOKEN.`,
    );
  }
  const wrong = Object.entries({ user, token: token ?? '', ...headers }).find(([, value]) => !/^[ -~]*$/.test(value));
  if (wrong) throw new ServerError(`The ${wrong[0]} for ${url.host} has characters that no header can hold.`);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  // A tenant is a name, not a secret, and is mostly sent inside a cluster.
  const isSecret = token !== undefined || names.some((name) => name !== 'x-scope-orgid');
  if (isSecret && url.protocol === 'http:' && !isLocal) {
    throw new ServerError(`Credentials for ${url.host} would be readable on their way; use https://.`);
  }
  return { kind, url, secrets };
}

/** A selector of these labels, all of which have to fit. */
export function formatSelector(labels: Readonly<Record<string, string>>): string {
  const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
  const nameOf = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : quote(name));
  const pairs = Object.entries(labels).map(([name, value]) => `${nameOf(name)}=${quote(value)}`);
  return `{${pairs.join(',')}}`;
}

const AGO_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Unix time in milliseconds of a date as ISO 8601 writes it, local where it names no zone, or of how long ago: `90min`. `NaN` for
 * anything else.
 */
export function parseServerTime(text: string, now: number): number {
  const known = text.trim();
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*(s|min|m|h|d)$/.exec(known) ?? [];
  if (count !== undefined) return Math.round(now - Number(count) * AGO_MS[unit]);
  if (known === 'now') return now;
  return /^\d{4}-\d\d-\d\d(T|$)/.test(known) ? Date.parse(known.length === 10 ? `${known}T00:00` : known) : NaN;
}
