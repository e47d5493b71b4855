import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import WebSocket from 'ws';
import { RecordingError } from '../recording/index.ts';

/** Node's own domains, which devtools-protocol does not know. */
interface NodeCommands {
  'NodeRuntime.notifyWhenWaitingForDisconnect': { paramsType: [{ enabled: boolean }]; returnType: unknown };
  'NodeWorker.enable': { paramsType: [{ waitForDebuggerOnStart: boolean }]; returnType: unknown };
  'NodeWorker.detach': { paramsType: [{ sessionId: string }]; returnType: unknown };
  'NodeWorker.sendMessageToWorker': { paramsType: [{ sessionId: string; message: string }]; returnType: unknown };
}
interface NodeEvents {
  'NodeRuntime.waitingForDisconnect': [];
  'NodeWorker.attachedToWorker': [
    { readonly sessionId: string; readonly workerInfo: { readonly title: string; readonly url: string } },
  ];
  'NodeWorker.detachedFromWorker': [{ readonly sessionId: string }];
  'NodeWorker.receivedMessageFromWorker': [{ readonly sessionId: string; readonly message: string }];
}
type Commands = ProtocolMapping.Commands & NodeCommands;
type Events = ProtocolMapping.Events & NodeEvents;
type Parameters<Method extends keyof Commands> = Commands[Method]['paramsType'];

/** The inspector of one program, as far as the recorder needs it. */
export interface InspectorConnection {
  /** Rejects with the protocol's message, or when the connection ends first. */
  send<Method extends keyof Commands>(
    method: Method,
    ...params: Parameters<Method>
  ): Promise<Commands[Method]['returnType']>;
  /** The whole answer as bytes, never parsed: profiles can be larger than the longest string. */
  sendForBytes<Method extends keyof Commands>(method: Method, ...params: Parameters<Method>): Promise<Buffer>;
  on<Event extends keyof Events>(event: Event, listener: (...params: Events[Event]) => void): void;
  close(): void;
  /** Ends the connection without waiting for the other side. */
  drop(): void;
  /** Resolves when the connection has ended, however it did. */
  readonly closed: Promise<void>;
}

/** The program closed its inspector, or died, before it answered. */
export class ConnectionLost extends Error {
  constructor() {
    super('The program closed its inspector.');
    this.name = 'ConnectionLost';
  }
}

interface Waiting {
  readonly raw: boolean;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
}

/** Connects to an inspector's websocket url. Rejects with a {@link RecordingError} (`inspector-unreachable`). */
export async function connectInspector(url: string): Promise<InspectorConnection> {
  const socket = new WebSocket(url, { maxPayload: 0, perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (error) =>
      reject(
        new RecordingError('inspector-unreachable', `Cannot connect to the program's inspector: ${error.message}.`),
      ),
    );
  });
  return wrap(socket);
}

function wrap(socket: WebSocket): InspectorConnection {
  const exchange = new Exchange();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => exchange.end());
  socket.on('error', () => undefined); // 'close' follows
  socket.on('message', (data: Buffer) => exchange.receive(data));
  return exchange.connect({
    post: (text) => {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close: () => socket.close(),
    drop: () => socket.terminate(),
    closed,
  });
}

/** A connection that others carry. */
export interface Relay {
  readonly connection: InspectorConnection;
  /** Takes what the other side says. */
  receive(message: string): void;
  /** The other side is gone. */
  end(): void;
}

/** A connection whose messages another one carries, such as a worker's. `carry` rejects where it is lost. */
export function relayConnection(carry: (message: string) => Promise<unknown>): Relay {
  const exchange = new Exchange();
  let end: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (end = resolve));
  const finish = (): void => {
    exchange.end();
    end();
  };
  const connection = exchange.connect({
    post: (text) => {
      void carry(text).catch(finish);
      return true;
    },
    close: finish,
    drop: finish,
    closed,
  });
  return { connection, receive: (message) => exchange.receive(Buffer.from(message, 'utf8')), end: finish };
}

/** What carries the messages. `post` is false where the other side is gone. */
interface Carrier {
  post(text: string): boolean;
  close(): void;
  drop(): void;
  readonly closed: Promise<void>;
}

/** Brings together the requests to one inspector and its answers. */
class Exchange {
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, ((params: unknown) => void)[]>();
  #lastId = 0;
  #isOver = false;

  connect(carrier: Carrier): InspectorConnection {
    const request = <Answer>(raw: boolean, method: string, params: unknown): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (this.#isOver) return reject(new ConnectionLost());
        const id = ++this.#lastId;
        this.#waiting.set(id, { raw, resolve: resolve, reject });
        if (carrier.post(JSON.stringify({ id, method, params }))) return;
        this.#waiting.delete(id);
        reject(new ConnectionLost());
      });
    return {
      send: (method, ...params) => request(false, method, params[0]),
      sendForBytes: (method, ...params) => request(true, method, params[0]),
      on: (event, listener) => {
        const forEvent = this.#listeners.get(event) ?? [];
        this.#listeners.set(event, [...forEvent, listener as (params: unknown) => void]);
      },
      close: () => carrier.close(),
      drop: () => carrier.drop(),
      closed: carrier.closed,
    };
  }

  receive(data: Buffer): void {
    const id = idOfAnswer(data);
    const request = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined) this.#waiting.delete(id);
    const isError = /^\{"id":\d+,"error"/.test(data.toString('latin1', 0, 40));
    if (request?.raw && !isError) return request.resolve(data);
    const message = parseMessage(data);
    if (message instanceof Error) request?.reject(message);
    else if (message.error !== undefined) this.#refuse(request, message.id, message.error.message);
    else if (request !== undefined) request.resolve(message.result);
    else for (const listener of this.#listeners.get(message.method ?? '') ?? []) listener(message.params);
  }

  /** Older Nodes name the id of an error at its end. */
  #refuse(request: Waiting | undefined, id: number | undefined, reason: string): void {
    const refused = request ?? (id === undefined ? undefined : this.#waiting.get(id));
    if (id !== undefined) this.#waiting.delete(id);
    refused?.reject(new Error(reason));
  }

  /** Nothing is answered any more. */
  end(): void {
    this.#isOver = true;
    for (const request of this.#waiting.values()) request.reject(new ConnectionLost());
    this.#waiting.clear();
  }
}

/** Returns an error instead of throwing: a message may be longer than the longest string, and here a throw would end us. */
function parseMessage(data: Buffer): Message | Error {
  try {
    return JSON.parse(data.toString('utf8')) as Message;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Answers begin with `{"id":7,…`, so the id can be read without parsing the rest. */
function idOfAnswer(data: Buffer): number | undefined {
  const match = /^\{"id":(\d+),/.exec(data.toString('latin1', 0, 32));
  return match === null ? undefined : Number(match[1]);
}
