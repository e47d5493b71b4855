import { once } from 'node:events';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import WebSocket from 'ws';
import { attempt } from '../../core/index.ts';
import { reasonOf, RecordingError } from '../../recording/index.ts';

/** What devtools-protocol does not know: Node's own domains, and the one of VS Code's debugger. */
interface NodeCommands {
  'JsDebug.subscribe': { paramsType: [{ events: readonly (keyof Events)[] }]; returnType: unknown };
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

/** The program closed its inspector, or died, before it answered. */
export class ConnectionLost extends Error {
  constructor() {
    super('The program closed its inspector.');
    this.name = 'ConnectionLost';
  }
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
}

/** What takes a connection and says nothing is no inspector, in milliseconds. */
const HANDSHAKE_MS = 8000;

/** Connects to an inspector's websocket url. Rejects with a {@link RecordingError} (`inspector-unreachable`). */
export async function connectInspector(url: string, handshakeTimeout = HANDSHAKE_MS): Promise<InspectorConnection> {
  const socket = new WebSocket(url, { maxPayload: 0, perMessageDeflate: false, handshakeTimeout });
  await once(socket, 'open').catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new RecordingError('inspector-unreachable', `Cannot connect to the program's inspector: ${reason}.`);
  });
  const connection = new InspectorConnection({
    post: (text) => {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close: () => socket.close(),
    drop: () => socket.terminate(),
  });
  socket.once('close', () => connection.end());
  socket.on('error', () => undefined); // 'close' follows
  socket.on('message', (data: Buffer) => connection.receive(data));
  return connection;
}

/** What carries the messages. `post` is false where the other side is gone. */
interface Carrier {
  post(text: string): boolean;
  close(): void;
  drop(): void;
}

/**
 * A connection whose messages another one carries, such as a worker's: whoever opens it hands it what the other side says,
 * and ends it when that is gone. `carry` rejects where it is lost.
 */
export function relayConnection(carry: (message: string) => Promise<unknown>): InspectorConnection {
  const end = (): void => connection.end();
  const post = (text: string): boolean => {
    void carry(text).catch(end);
    return true;
  };
  const connection = new InspectorConnection({ post, close: end, drop: end });
  return connection;
}

/** The inspector of one program, as far as the recorder needs it: brings requests and answers together. */
export class InspectorConnection {
  /** Resolves when the connection has ended, however it did. */
  readonly closed: Promise<void>;
  /** Whether the session is a debugger's, which relies on what it has enabled there. */
  isShared = false;
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, ((params: unknown) => void)[]>();
  /** A browser's, which this one carries. */
  readonly #sessions = new Map<string, InspectorConnection>();
  #lastId = 0;
  #isOver = false;
  #resolveClosed: () => void = () => undefined;

  constructor(private readonly carrier: Carrier) {
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
  }

  /** Rejects with the protocol's message, or when the connection ends first. */
  send<Method extends keyof Commands>(
    method: Method,
    ...[params]: Parameters<Method>
  ): Promise<Commands[Method]['returnType']> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      if (!this.#isOver && this.carrier.post(asciiJson({ id, method, params }))) return;
      this.#waiting.delete(id);
      reject(new ConnectionLost());
    });
  }

  on<Event extends keyof Events>(event: Event, listener: (...params: Events[Event]) => void): void {
    const forEvent = this.#listeners.get(event) ?? [];
    this.#listeners.set(event, [...forEvent, listener as (params: unknown) => void]);
  }

  /** The connection to another target of a browser, by its flat session; whoever opens it ends it. */
  openSession(sessionId: string): InspectorConnection {
    const end = (): void => {
      this.#sessions.delete(sessionId);
      session.end();
    };
    const suffix = `,"sessionId":${JSON.stringify(sessionId)}}`;
    const post = (text: string): boolean => !this.#isOver && this.carrier.post(text.slice(0, -1) + suffix);
    const session = new InspectorConnection({ post, close: end, drop: end });
    this.#sessions.set(sessionId, session);
    void this.closed.then(end);
    return session;
  }

  close(): void {
    this.carrier.close();
  }

  /** Ends the connection without waiting for the other side. */
  drop(): void {
    this.carrier.drop();
  }

  /** Takes what the other side says. */
  receive(data: Buffer): void {
    const session = this.#sessions.size > 0 ? sessionOf(data) : undefined;
    if (session !== undefined) return this.#sessions.get(session)?.receive(data);
    const message = attempt(() => JSON.parse(data.toString('utf8')) as Message);
    // One longer than the longest string cannot be read, and nobody knows which request it answers.
    if (message === undefined) return this.drop();
    const { id, error, result, method = '', params } = message;
    const request = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined) this.#waiting.delete(id);
    if (error !== undefined) request?.reject(new Error(error.message));
    else if (request !== undefined) request.resolve(result);
    else for (const listener of this.#listeners.get(method) ?? []) listener(params);
  }

  /** The other side is gone: nothing is answered any more. */
  end(): void {
    this.#isOver = true;
    for (const request of this.#waiting.values()) request.reject(new ConnectionLost());
    this.#waiting.clear();
    this.#resolveClosed();
  }
}

/** Browsers name the session of a message at its end; what it is about stands further inside. */
const sessionOf = (data: Buffer): string | undefined =>
  /,"sessionId":"(\w+)"\}$/.exec(data.toString('latin1', Math.max(0, data.length - 128)))?.[1];

/** Node 20 loses messages to a worker that hold other characters, as a path may. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
