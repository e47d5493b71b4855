import { attempt } from '../core/index.ts';
import { type ProfileServer, ServerError } from './profile-server.ts';

/** One request. */
export interface Question {
  /** Below the server's address, with its query: `/ingest?name=shop`. */
  readonly path: string;
  /** Sent by POST; without one it is a GET. */
  readonly body?: { readonly type: string; readonly bytes: string | Uint8Array<ArrayBuffer> };
  /** The type of a good answer; undefined where it does not matter, unless it is a page. */
  readonly answer?: 'application/json' | 'application/proto';
}

/** How long and how much is waited for. */
export interface AskOptions {
  /** Whoever asked does not want to know any more; `ask` then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the whole answer has to be there. */
  readonly patience?: number;
  /** Bytes, unpacked. */
  readonly mostBytes?: number;
}

const PATIENCE_MS = 120_000;
const MOST_BYTES = 256 * 1024 ** 2;
/** So much of what a server says about a failure is looked at, and shown. */
const MOST_SAID = 64 * 1024;
const SHOWN_CHARACTERS = 200;

/** What a server answers. Rejects with a `ServerError` for everything but a good answer; a redirect is never followed. */
export async function ask(server: ProfileServer, question: Question, options: AskOptions = {}): Promise<Buffer> {
  const { patience = PATIENCE_MS, mostBytes = MOST_BYTES, signal } = options;
  const timeout = AbortSignal.timeout(patience);
  const { host } = server.url;
  try {
    const response = await send(server, question, signal ? AbortSignal.any([timeout, signal]) : timeout);
    await refuseFailure(server, question, response);
    refuseOtherType(server, question, response);
    const bytes = await readAtMost(response, mostBytes);
    if (bytes) return bytes;
    const limit = `${Math.round(mostBytes / 1024 ** 2)} MB`;
    throw new ServerError(`${host} sends more than ${limit}; ask for a shorter span or for fewer machines by --label.`);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) {
      const advice = 'try again, or ask for a shorter span';
      throw new ServerError(
        `${host} did not answer within ${Math.ceil(patience / 1000)} s; ${advice}.`,
        undefined,
        true,
      );
    }
    throw explainUnreachable(host, error);
  }
}

function send({ url, secrets }: ProfileServer, { path, body, answer }: Question, signal: AbortSignal) {
  return fetch(url.href.replace(/\/$/, '') + path, {
    ...(body && { method: 'POST', body: body.bytes }),
    headers: {
      ...secrets.headers,
      ...(body && { 'Content-Type': body.type, 'Connect-Protocol-Version': '1' }),
      ...(answer && { Accept: answer }),
      ...authorization(secrets),
    },
    redirect: 'manual',
    signal,
  });
}

function authorization({ user, token }: ProfileServer['secrets']): { readonly Authorization?: string } {
  if (token === undefined) return {};
  return { Authorization: user ? `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` : `Bearer ${token}` };
}

async function refuseFailure(server: ProfileServer, { path, answer }: Question, response: Response): Promise<void> {
  const { status, headers } = response;
  const { host } = server.url;
  if (response.ok) return;
  // Some implementations of fetch hide the status of a redirect.
  if (status < 400) {
    await response.body?.cancel();
    const target = attempt(() => new URL(headers.get('location') ?? '', server.url).origin) ?? 'another address';
    throw new ServerError(
      `${host} redirects to ${target}, where Heatline does not send your credentials; check the address, or name that server if it is the one.`,
    );
  }
  const { message, isJson } = await whatIsSaid(server, response);
  const told = message ? `${status}: ${message}` : String(status);
  if (status === 401 || status === 403) {
    throw new ServerError(
      `${host} refuses the credentials (${told}); set HEATLINE_TOKEN, and HEATLINE_USER if it wants a user too (VS Code asks again after "Heatline: Forget Server Credentials").`,
    );
  }
  if (status === 429 || status === 408 || status >= 500) {
    throw new ServerError(`${host} is busy or out of order (${told}); try again later.`, retryAfter(headers));
  }
  if ((status === 404 || status === 405) && !isJson) {
    throw new ServerError(
      `${host} has no ${path.replace(/\?.*/, '')} (${status}); check that the address is that of a ${kindNames[server.kind]} server.`,
    );
  }
  throw new ServerError(
    answer === undefined
      ? `${host} refuses what it was sent (${told}).`
      : `${host} refuses what it was asked (${told}); ask for another type, label or span.`,
  );
}

const kindNames = { pyroscope: 'Pyroscope', parca: 'Parca' } as const;

/** Milliseconds that the server asks to wait; 0 if it does not say. */
function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : 0;
}

/** What the server says of its failure: on one line, short, and without the secrets that it was sent. */
async function whatIsSaid({ secrets }: ProfileServer, response: Response) {
  const text = (await readAtMost(response, MOST_SAID))?.toString() ?? '';
  const json = attempt(() => JSON.parse(text) as { readonly message?: unknown } | null);
  const said = typeof json?.message === 'string' ? json.message : isPage(response, text) ? '' : text;
  const secret = [...Object.values({ ...secrets, headers: '' }), ...Object.values(secrets.headers ?? {})];
  const encoded = authorization(secrets).Authorization?.replace(/^\w+ /, '');
  const message = [...secret, encoded ?? '']
    .filter((each) => each !== '')
    .reduce((rest, each) => rest.replaceAll(each, '…'), said);
  return { message: message.replace(/\s+/g, ' ').trim().slice(0, SHOWN_CHARACTERS), isJson: json !== undefined };
}

const typeOf = (response: Response): string =>
  /^[\w.+-]+\/[\w.+-]+/.exec(response.headers.get('content-type') ?? '')?.[0].toLowerCase() ?? '';

const isPage = (response: Response, text: string): boolean =>
  typeOf(response) === 'text/html' || /^\s*<(!doctype|html)/i.test(text);

/** A login page is a good answer too, of whoever stands in front of the server. */
function refuseOtherType({ url, kind }: ProfileServer, { answer }: Question, response: Response): void {
  const type = typeOf(response);
  const isForBrowsers = type === 'text/html';
  if (answer === undefined ? !isForBrowsers : type === answer) return;
  void response.body?.cancel();
  const what = isForBrowsers ? 'a page for browsers, such as a login' : type || 'something without a type';
  throw new ServerError(
    `${url.host} answers with ${what} where ${kindNames[kind]} answers with ${answer ?? 'nothing'}; check the address and the credentials.`,
  );
}

/** The body of an answer; undefined where it is longer. */
async function readAtMost(response: Response, most: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** What Node tells of a connection. `errors`: of the addresses that a name has, each of which it tried to connect to. */
interface ConnectionError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
  readonly message?: unknown;
  readonly cause?: ConnectionError;
}

/** With what status a proxy refused to connect: Node tells it in words alone. */
const refusalOfProxy = ({ message, cause }: ConnectionError = {}): string | undefined =>
  /^Proxy .*\((\d+)\)/m.exec(`${String(message)}\n${String(cause?.message)}`)?.[1];

/** Whether there was no connection to send anything by. */
const isBeforeSending = (code: string, { syscall, errors }: ConnectionError = {}): boolean =>
  syscall === 'connect' ||
  errors !== undefined ||
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_CONN|EPROTO|ERR_(SSL|TLS)_.*)$/.test(
    code,
  );

/** By the error's code alone: its message may quote what was sent. */
function explainUnreachable(host: string, error: unknown): ServerError {
  const { cause } = error as { readonly cause?: ConnectionError };
  const refusal = refusalOfProxy(cause);
  if (refusal !== undefined) {
    return new ServerError(`${host} cannot be reached: the proxy on the way refuses (${refusal}); check its settings.`);
  }
  const code = typeof cause?.code === 'string' ? cause.code : 'no connection';
  if (/CERT|SIGNED|SIGNATURE|ALTNAME/.test(code)) {
    const advice = 'if its authority is your own, name the file of that by NODE_EXTRA_CA_CERTS';
    return new ServerError(`${host} has a certificate that is not trusted (${code}); ${advice}.`);
  }
  const advice = 'check the address, the network and the proxy';
  return new ServerError(`${host} cannot be reached (${code}); ${advice}.`, undefined, !isBeforeSending(code, cause));
}
