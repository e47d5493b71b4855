import { type InspectorConnection, relayConnection } from './inspector-connection.ts';

/** A worker thread that the inspector has named. */
export interface FoundWorker {
  readonly connection: InspectorConnection;
  /** `worker_threads.threadId`; undefined where the inspector words it in a way that is not known. */
  readonly threadId: number | undefined;
  /** As the program named it; empty for none. */
  readonly name: string;
  /** Url or path of its script; empty for one that was given as text. */
  readonly url: string;
  /** Works at once also where the worker does not answer: at its end it would wait for us. */
  detach(): Promise<void>;
}

/**
 * Connects to every worker thread of a process that runs or starts from now on, nested ones included: the process's own
 * connection carries theirs. With `waits` a worker waits before its first line until `onWorker` resumes it.
 */
export async function attachWorkers(
  connection: InspectorConnection,
  waits: boolean,
  onWorker: (worker: FoundWorker) => void,
): Promise<void> {
  const relays = new Map<string, InspectorConnection>();
  connection.on('NodeWorker.attachedToWorker', ({ sessionId, workerInfo: { title, url } }) => {
    const relay = relayConnection((message) =>
      connection.send('NodeWorker.sendMessageToWorker', { sessionId, message }),
    );
    relays.set(sessionId, relay);
    const [, number, name = ''] = /^\[worker (\d+)\] ?(.*)$/s.exec(title) ?? [];
    onWorker({
      connection: relay,
      threadId: number === undefined ? undefined : Number(number),
      name: name === UNNAMED ? '' : name,
      url,
      detach: async () => {
        await connection.send('NodeWorker.detach', { sessionId }).catch(() => undefined);
      },
    });
  });
  connection.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) =>
    relays.get(sessionId)?.receive(Buffer.from(message)),
  );
  connection.on('NodeWorker.detachedFromWorker', ({ sessionId }) => {
    relays.get(sessionId)?.end();
    relays.delete(sessionId);
  });
  void connection.closed.then(() => {
    for (const relay of relays.values()) relay.end();
  });
  await connection.send('NodeWorker.enable', { waitForDebuggerOnStart: waits });
}

/** The name that newer Nodes give a worker by themselves. */
const UNNAMED = 'WorkerThread';
