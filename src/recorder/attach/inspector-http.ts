import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { attempt } from '../../core/index.ts';

/** What answers on a port. */
export type PortAnswer =
  /** An inspector of Node, and the address of its main thread. */
  | { readonly kind: 'node'; readonly url: string }
  /** An inspector of Node that keeps its address to itself (`--inspect-publish-uid=stderr`). */
  | { readonly kind: 'secret' }
  /** Something else: a browser's inspector, or no inspector at all. `name`: what it calls itself. */
  | { readonly kind: 'other'; readonly name?: string }
  /** Nothing listens there. */
  | { readonly kind: 'nothing'; readonly reason: string };

const PATIENCE_MS = 3000;

/** Asks a port whether it is the inspector of a Node program. Never rejects. */
export async function askPort(host: string, port: number): Promise<PortAnswer> {
  const version = await ask(host, port, '/json/version');
  if (version.error !== undefined) {
    const { code = '', message } = version.error;
    // What is there, but does not speak HTTP.
    if (code.startsWith('HPE_') || code === 'ECONNRESET') return { kind: 'other' };
    return { kind: 'nothing', reason: code || message };
  }
  if (version.isEmptyJson) return { kind: 'secret' };
  const browser = (version.value as { Browser?: unknown } | undefined)?.Browser;
  if (typeof browser !== 'string') return { kind: 'other' };
  if (!browser.startsWith('node.js/')) return { kind: 'other', name: browser };
  const { value } = await ask(host, port, '/json/list');
  const [target] = Array.isArray(value) ? (value as { id?: unknown }[]) : [];
  return typeof target?.id === 'string'
    ? { kind: 'node', url: `ws://${host}:${port}/${target.id}` }
    : { kind: 'secret' };
}

interface HttpAnswer {
  /** Undefined where the answer is not JSON. */
  readonly value?: unknown;
  /** As Node answers where it may not tell its id. */
  readonly isEmptyJson?: boolean;
  readonly error?: NodeJS.ErrnoException;
}

function ask(host: string, port: number, path: string): Promise<HttpAnswer> {
  // Node answers only to those who call it by an address or by localhost.
  const headers = { host: `localhost:${port}`, connection: 'close' };
  const options = { host: host.replace(/^\[|\]$/g, ''), port, path, headers, timeout: PATIENCE_MS };
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => resolve({ error });
    const request = get(options, (response) => {
      const isJson = response.headers['content-type']?.startsWith('application/json') === true;
      text(response).then(
        (body) => resolve({ value: attempt(() => JSON.parse(body) as unknown), isEmptyJson: isJson && body === '' }),
        fail,
      );
    });
    request.once('timeout', () => request.destroy(new Error('it does not answer')));
    request.once('error', fail);
  });
}
