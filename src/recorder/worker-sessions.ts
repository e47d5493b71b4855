import { type InspectorConnection, type Relay, relayConnection } from './inspector-connection.ts';

/** A worker thread that waits before its first line. */
export interface WaitingWorker {
  readonly connection: InspectorConnection;
  /** `worker_threads.threadId`; undefined where the inspector words it in a way that is not known. */
  readonly threadId: number | undefined;
  /** As the program named it; empty for none. */
  readonly name: string;
  /** Url or path of its script; empty for one that was given as text. */
  readonly url: string;
  /** Lets it go: at its end it would wait for us. */
  detach(): Promise<void>;
}

/**
 * Connects to every worker thread of a process that starts from now on, nested ones included: the process's own connection
 * carries theirs. `onWorker` is called while the worker waits, and has to resume it.
 */
export async function attachWorkers(
  connection: InspectorConnection,
  onWorker: (worker: WaitingWorker) => void,
): Promise<void> {
  const relays = new Map<string, Relay>();
  connection.on('NodeWorker.attachedToWorker', ({ sessionId, workerInfo: { title, url } }) => {
    const relay = relayConnection((message) =>
      connection.send('NodeWorker.sendMessageToWorker', { sessionId, message }),
    );
    relays.set(sessionId, relay);
    const [, number, name = ''] = /^\[worker (\d+)\] ?(.*)$/s.exec(title) ?? [];
    onWorker({
      connection: relay.connection,
      threadId: number === undefined ? undefined : Number(number),
      name: name === UNNAMED ? '' : name,
      url,
      detach: async () => {
        await connection.send('NodeWorker.detach', { sessionId }).catch(() => undefined);
      },
    });
  });
  connection.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) =>
    relays.get(sessionId)?.receive(message),
  );
  connection.on('NodeWorker.detachedFromWorker', ({ sessionId }) => {
    relays.get(sessionId)?.end();
    relays.delete(sessionId);
  });
  void connection.closed.then(() => {
    for (const relay of relays.values()) relay.end();
  });
  await connection.send('NodeWorker.enable', { waitForDebuggerOnStart: true });
}

/** The name that newer Nodes give a worker by themselves. */
const UNNAMED = 'WorkerThread';
