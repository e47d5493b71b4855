import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** What a server gives to a request. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** It never comes to an end. */
  readonly isEndless?: boolean;
}

/** A request as it came. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What Datadog's and Pyroscope's recorder sent, gzipped; lines and all. */
export const pushed = readFileSync(path.join(import.meta.dirname, '../formats/recordings/datadog-lines-node26.pb.gz'));

export const json = (value: unknown): Answer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const CONNECT = 'POST /querier.v1.QuerierService/';

/** By method and path: Pyroscope's and Parca's answers as their API descriptions have them. */
export const publishedAnswers: Readonly<Record<string, Answer>> = {
  [`${CONNECT}ProfileTypes`]: json({
    profileTypes: [
      { ID: 'wall:wall:nanoseconds:wall:nanoseconds', name: 'wall', sampleType: 'wall', sampleUnit: 'nanoseconds' },
      { ID: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds', name: 'process_cpu', sampleType: 'cpu' },
    ],
  }),
  [`${CONNECT}LabelNames`]: json({ names: ['service_name', 'env'] }),
  [`${CONNECT}LabelValues`]: json({ names: ['shop', 'billing'] }),
  [`${CONNECT}SelectMergeProfile`]: {
    headers: { 'content-type': 'application/proto' },
    body: gunzipSync(pushed),
  },
  'POST /ingest': {},
  'GET /api/profiles/types': json({
    types: [
      {
        ...{ name: 'parca_agent', sampleType: 'samples', sampleUnit: 'count' },
        ...{ periodType: 'cpu', periodUnit: 'nanoseconds', delta: true },
      },
    ],
  }),
  'GET /api/profiles/labels': json({ labelNames: ['comm', 'node'], warnings: [] }),
  'GET /api/profiles/labels/comm/values': json({ labelValues: ['node', 'postgres'], warnings: [] }),
  'GET /api/profiles/query': json({ pprof: pushed.toString('base64'), total: '0', filtered: '0' }),
};

/** A server on loopback that answers by a table, and notes what it is asked. */
export class ProfileServers {
  readonly asked: Asked[] = [];
  /** By method and path; a list is answered one after the other, the last one again and again. */
  answers: Readonly<Record<string, Answer | readonly Answer[]>> = publishedAnswers;
  #server: Server | undefined;
  #onAsked = (): void => undefined;

  /** Resolves with the next request. */
  nextAsked(): Promise<void> {
    return new Promise((resolve) => (this.#onAsked = resolve));
  }

  get address(): string {
    const { port } = this.#server?.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { method = '', url: target = '', headers } = request;
        const url = new URL(target, 'http://127.0.0.1');
        const key = `${method} ${url.pathname}`;
        const before = this.asked.filter((each) => `${each.method} ${each.url.pathname}` === key).length;
        this.asked.push({ method, url, headers, body });
        this.#onAsked();
        const planned = this.answers[key] ?? { status: 404, body: '404 page not found' };
        const {
          status = 200,
          headers: sent,
          body: text = '',
          isEndless,
        } = 'at' in planned ? (planned[before] ?? planned.at(-1)) : planned;
        response.writeHead(status, sent);
        if (isEndless) response.write(text);
        else response.end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

/** Starts one for the tests of a suite; every test begins with the published answers. */
export function useProfileServers(): ProfileServers {
  const servers = new ProfileServers();
  before(() => servers.start());
  beforeEach(() => {
    servers.asked.length = 0;
    servers.answers = publishedAnswers;
  });
  after(() => servers.stop());
  return servers;
}
