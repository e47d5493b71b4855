import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ask.ts';
import { type ProfileServer, ServerError, type TimeSpan } from './profile-server.ts';

/** What is sent to Pyroscope. */
export interface PushedProfile {
  readonly application: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly span: TimeSpan;
  /** Gzipped. */
  readonly pprof: Uint8Array<ArrayBuffer>;
}

interface PushOptions {
  /** Ends the request, or the wait for the next one. */
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

const MOST_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
/** A server that asks for more is tried by hand. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Sends a profile to Pyroscope, as its recorders do. What the server refuses for now is sent again, each time after twice the
 * wait, or after what the server asks for. After a broken connection nothing is: the server counts twice what it gets twice.
 * Rejects with `ServerError`, and with `signal`'s reason where that ends a request.
 */
export async function pushProfile(
  server: ProfileServer,
  { application, labels, span, pprof }: PushedProfile,
  { signal, wait = (ms) => delay(ms, undefined, { signal }) }: PushOptions = {},
): Promise<void> {
  const query = new URLSearchParams({
    name: nameWithLabels(application, labels),
    from: String(Math.floor(span.from / 1000)),
    until: String(Math.ceil(span.until / 1000)),
    format: 'pprof',
    spyName: 'heatline',
  });
  const body = { type: 'application/octet-stream', bytes: pprof };
  for (let attempt = 1; ; attempt++) {
    try {
      await ask(server, { path: `/ingest?${query.toString()}`, body }, { signal });
      return;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      const after = error.retryAfter;
      if (after === undefined || after > LONGEST_WAIT_MS || attempt === MOST_ATTEMPTS) throw error;
      await wait(after || FIRST_WAIT_MS * 2 ** (attempt - 1)).catch(() => Promise.reject(error));
    }
  }
}

/** `shop{env=production}`, in which nothing can be quoted. Throws `ServerError` for what Pyroscope would take for something else. */
export function nameWithLabels(application: string, labels: Readonly<Record<string, string>>): string {
  const parts = [application, ...Object.entries(labels).flat()];
  const wrong = parts.find((part) => part === '' || /[{},=\n]/.test(part));
  if (wrong !== undefined) {
    throw new ServerError(`Pyroscope takes no name or label ${JSON.stringify(wrong)}; leave out { } , and =.`);
  }
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return `${application}{${pairs.join(',')}}`;
}
