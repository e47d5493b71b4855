import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import { attempt } from '../../core/index.ts';

// The Model Context Protocol over standard streams, as far as tools need it: one JSON-RPC message a line. By hand, because the
// SDK in a bundle is larger than all of the command line. https://modelcontextprotocol.io/specification/2026-07-28

/** The revision in which each request says what it speaks. */
const STATELESS = '2026-07-28';
/** Those that begin with `initialize`, the newest first. */
const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18'];
const SUPPORTED = [STATELESS, ...WITH_HANDSHAKE];

const META = 'io.modelcontextprotocol/';
const [VERSION, CAPABILITIES, SERVER] = [`${META}protocolVersion`, `${META}clientCapabilities`, `${META}serverInfo`];

/** How long a client may keep the list of tools, in ms. It changes with a new version only. */
const LISTED_FOR = 3_600_000;
/** A client that hears nothing gives up. */
const PROGRESS_MS = 5000;

const idSchema = v.union([v.string(), v.number()]);
const messageSchema = v.looseObject({
  jsonrpc: v.literal('2.0'),
  id: v.optional(idSchema),
  method: v.string(),
  params: v.optional(v.looseObject({ _meta: v.optional(v.looseObject({})) }), {}),
});
type Message = v.InferOutput<typeof messageSchema>;
type Id = v.InferOutput<typeof idSchema>;

/** What the server is, and what it does. */
export interface McpServer {
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
  readonly tools: readonly { readonly name: string }[];
  /** The answer of a tool that there is. Never rejects. */
  readonly call: (name: string, given: unknown, control: CallControl) => Promise<ToolResult>;
}
export interface CallControl {
  readonly signal: AbortSignal;
  /** Says what is being done. */
  readonly tell: (what: string) => void;
}
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** A failure of the request itself. Codes are those of JSON-RPC and of the protocol. */
class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: object,
  ) {
    super(message);
  }
}
const invalidRequest = (message: string): ProtocolError => new ProtocolError(-32600, message);
const invalidParams = (message: string): ProtocolError => new ProtocolError(-32602, message);

/** Serves one client until its input ends or is destroyed; then all that it asked for is called off. `write`: one line. */
export async function serveMcp(server: McpServer, input: Readable, write: (line: string) => void): Promise<void> {
  const connection = new Connection(server, (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  const lines = createInterface({ input, crlfDelay: Infinity });
  input.once('close', () => lines.close());
  for await (const line of lines) if (line.trim() !== '') connection.receive(line);
  await connection.close();
}

class Connection {
  readonly #running = new Map<Id, { readonly abort: AbortController; readonly done: Promise<void> }>();
  #hasHandshake = false;

  constructor(
    private readonly server: McpServer,
    private readonly send: (message: object) => void,
  ) {}

  receive(line: string): void {
    const json = attempt((): unknown => JSON.parse(line));
    if (json === undefined) return this.#fail(undefined, new ProtocolError(-32700, 'This line is not JSON.'));
    const parsed = v.safeParse(messageSchema, json);
    if (!parsed.success) return this.#fail(idOf(json), invalidRequest('This is not a request of JSON-RPC 2.0.'));
    const message = parsed.output;
    if (message.id === undefined) return this.#notified(message);
    const { id } = message;
    if (this.#running.has(id)) return this.#fail(id, invalidRequest(`Request ${id} is still running.`));
    const abort = new AbortController();
    const done = this.#answer(message, abort.signal).then(
      (result) => abort.signal.aborted || this.send({ id, result }),
      (error: unknown) => abort.signal.aborted || this.#fail(id, error),
    );
    this.#running.set(id, { abort, done: done.then(() => void this.#running.delete(id)) });
  }

  async close(): Promise<void> {
    const left = [...this.#running.values()];
    for (const { abort } of left) abort.abort();
    await Promise.all(left.map(({ done }) => done));
  }

  #notified({ method, params }: Message): void {
    if (method === 'notifications/cancelled') this.#running.get(params.requestId as Id)?.abort.abort();
  }

  #fail(id: Id | undefined, error: unknown): void {
    const known = error instanceof ProtocolError;
    const { code, message, data } = known ? error : new ProtocolError(-32603, 'Internal error.');
    if (!known) process.stderr.write(`heatline: ${String(error)}\n`);
    this.send({ ...(id !== undefined && { id }), error: { code, message, ...(data && { data }) } });
  }

  async #answer({ method, params }: Message, signal: AbortSignal): Promise<object> {
    const meta = params._meta ?? {};
    if (VERSION in meta) {
      checkMeta(meta);
      const result = await this.#answerKnown(method, params, signal);
      return { resultType: 'complete', ...result, _meta: { [SERVER]: this.server.info } };
    }
    if (method === 'ping') return {};
    if (method === 'initialize') return this.#initialize(params);
    if (!this.#hasHandshake)
      throw invalidParams(
        `Name the revision of the protocol in _meta as ${VERSION} (${STATELESS}), or begin with initialize.`,
      );
    return this.#answerKnown(method, params, signal);
  }

  #initialize({ protocolVersion }: Message['params']): object {
    this.#hasHandshake = true;
    const known = WITH_HANDSHAKE.find((version) => version === protocolVersion) ?? WITH_HANDSHAKE[0];
    const { info, instructions } = this.server;
    return { protocolVersion: known, capabilities: { tools: {} }, serverInfo: info, instructions };
  }

  async #answerKnown(method: string, params: Message['params'], signal: AbortSignal): Promise<object> {
    const caching = { ttlMs: LISTED_FOR, cacheScope: 'public' };
    switch (method) {
      case 'server/discover': {
        const { instructions } = this.server;
        return { supportedVersions: SUPPORTED, capabilities: { tools: {} }, instructions, ...caching };
      }
      case 'tools/list':
        return { tools: this.server.tools, ...caching };
      case 'tools/call':
        return this.#callTool(params, signal);
      default:
        throw new ProtocolError(-32601, `There is no method ${method}.`);
    }
  }

  async #callTool({ name, arguments: given, _meta: meta }: Message['params'], signal: AbortSignal): Promise<object> {
    const names = this.server.tools.map((tool) => tool.name);
    if (typeof name !== 'string' || !names.includes(name))
      throw invalidParams(`There is no tool of that name; there are ${names.join(', ')}.`);
    const progress = this.#startProgress(meta?.progressToken, name, signal);
    try {
      // As text alone: the same as structured content would cost its tokens twice.
      const { text, isError } = await this.server.call(name, given, { signal, tell: progress.tell });
      return { content: [{ type: 'text', text }], isError };
    } finally {
      progress.stop();
    }
  }

  /** Says now and then what is being done, where the client wants to hear that. */
  #startProgress(token: unknown, name: string, signal: AbortSignal) {
    let [message, progress] = [name, 0];
    if (!v.is(idSchema, token)) return { tell: () => undefined, stop: () => undefined };
    const send = (): void => {
      if (signal.aborted) return;
      const params = { progressToken: token, progress: ++progress, message };
      this.send({ method: 'notifications/progress', params });
    };
    const timer = setInterval(send, PROGRESS_MS);
    const tell = (what: string): void => {
      message = what;
      send();
    };
    return { tell, stop: () => clearInterval(timer) };
  }
}

function checkMeta(meta: Record<string, unknown>): void {
  const requested = meta[VERSION];
  if (typeof requested !== 'string' || !SUPPORTED.includes(requested))
    throw new ProtocolError(-32022, 'Unsupported protocol version', { supported: SUPPORTED, requested });
  if (typeof meta[CAPABILITIES] !== 'object') throw invalidParams(`_meta lacks ${CAPABILITIES}.`);
}

/** The id of what is no request, as far as it has one. */
function idOf(json: unknown): Id | undefined {
  const id: unknown = typeof json === 'object' && json !== null && 'id' in json ? json.id : undefined;
  return v.is(idSchema, id) ? id : undefined;
}
