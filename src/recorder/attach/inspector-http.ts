import { get } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import * as v from 'valibot';
import { attempt } from '../../core/index.ts';

/** What answers on a port. */
export type PortAnswer =
  /** An inspector of Node, and the address of its main thread. */
  | { readonly kind: 'node'; readonly url: string }
  /** An inspector of Node that keeps its address to itself (`--inspect-publish-uid=stderr`). */
  | { readonly kind: 'secret' }
  /** A browser, or what is built on one. */
  | {
      readonly kind: 'browser';
      readonly name: string;
      /** Of the browser's own websocket. */
      readonly path: string;
      readonly targets: readonly BrowserTarget[];
    }
  /** Something else. `name`: what it calls itself. */
  | { readonly kind: 'other'; readonly name?: string }
  /** Nothing listens there. */
  | { readonly kind: 'nothing'; readonly reason: string };

/** What a browser runs scripts in. Title and url are its page's own words. */
export type BrowserTarget = Readonly<v.InferOutput<typeof targetSchema>>;

/** Browsers escape what pages say as HTML, in their JSON. */
const ESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const text = v.pipe(
  v.string(),
  v.transform((escaped) => escaped.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ESCAPED[name])),
);

const targetSchema = v.object({
  /** Becomes a part of an address. */
  id: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  /** `page`, `iframe`, `worker` and others. */
  type: v.string(),
  title: text,
  url: text,
});

const PATIENCE_MS = 3000;

/** Asks a port whose inspector it is. Never rejects. */
export async function askPort(host: string, port: number): Promise<PortAnswer> {
  const version = await ask(host, port, '/json/version').catch((error: unknown) => error as NodeJS.ErrnoException);
  if (version instanceof Error) {
    const { code = '', message } = version;
    // What is there, but does not speak HTTP.
    if (code.startsWith('HPE_') || code === 'ECONNRESET') return { kind: 'other' };
    return { kind: 'nothing', reason: code || message };
  }
  // As Node answers where it may not tell its id.
  if (version.isJson && version.body === '') return { kind: 'secret' };
  const { Browser: name, webSocketDebuggerUrl: address } = Object(valueOf(version)) as Readonly<
    Record<string, unknown>
  >;
  if (typeof name !== 'string') return { kind: 'other' };
  const isNode = name.startsWith('node.js/');
  const path = /\/devtools\/browser[\w/-]*$/.exec(String(address))?.[0];
  if (!isNode && path === undefined) return { kind: 'other', name };
  const value = await ask(host, port, '/json/list').then(valueOf, () => undefined);
  const list = Array.isArray(value) ? (value as { id?: unknown }[]) : [];
  if (path !== undefined) {
    const parsed = list.map((each) => v.safeParse(targetSchema, each));
    return { kind: 'browser', name, path, targets: parsed.flatMap(({ success, output }) => (success ? [output] : [])) };
  }
  const [target] = list;
  return typeof target?.id === 'string'
    ? { kind: 'node', url: `ws://${host}:${port}/${target.id}` }
    : { kind: 'secret' };
}

interface HttpAnswer {
  readonly isJson: boolean;
  readonly body: string;
}

/** Undefined where the answer is not JSON. */
const valueOf = ({ body }: HttpAnswer): unknown => attempt(() => JSON.parse(body) as unknown);

function ask(host: string, port: number, path: string): Promise<HttpAnswer> {
  // Node answers only to those who call it by an address or by localhost.
  const headers = { host: `localhost:${port}`, connection: 'close' };
  const options = { host: host.replace(/^\[|\]$/g, ''), port, path, headers, timeout: PATIENCE_MS };
  return new Promise((resolve, reject) => {
    const request = get(options, (response) => {
      const isJson = response.headers['content-type']?.startsWith('application/json') === true;
      readText(response).then((body) => resolve({ isJson, body }), reject);
    });
    request.once('timeout', () => request.destroy(new Error('it does not answer')));
    request.once('error', reject);
  });
}
