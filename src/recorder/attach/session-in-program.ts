import { setTimeout as sleep } from 'node:timers/promises';
import { holdObject } from '../inspector/ask-program.ts';
import { type InspectorConnection, relayConnection } from '../inspector/inspector-connection.ts';

/** An inspector session that the program itself holds. */
export type SessionInProgram = Awaited<ReturnType<typeof openSessionInProgram>>;

/** How often the program hears that we are there. */
const BEAT_MS = 1000;
/** After so many beats without a word from us the program lets go by itself: we were killed. */
const MOST_SILENT_BEATS = 10;
/** How long the program may take to detach, in milliseconds. */
const CLOSING_MS = 1000;

/**
 * Over a connection of ours Node never lets go of workers when that ends (we may be killed): their samplers would run on, and
 * their threads would wait for us at their ends, and the program for them. So the session that connects to them belongs to
 * the program, and it watches over us. At its own end it lets go of them first: Node waits there for its workers, in
 * native code, so that nobody could detach from them any more.
 *
 * An evaluation may interrupt Node's own code, also that which goes through its timers: one that is cleared there takes the program
 * with it. So V8 keeps the time, which does not hold the program up at its end either.
 */
const KEEPER = `((tell, { Session }) => {
  const session = new Session();
  const workers = new Set();
  let [silence, isOver] = [0, false];
  const close = () => {
    if (isOver) return;
    isOver = true;
    for (const sessionId of workers) session.post('NodeWorker.detach', { sessionId });
    session.disconnect();
    setImmediate(() => process.removeListener('exit', close));
  };
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const beat = () => Atomics.waitAsync(cell, 0, 0, ${BEAT_MS}).value.then(() => {
    if (++silence > ${MOST_SILENT_BEATS}) close();
    if (!isOver) beat();
  });
  beat();
  session.connect();
  session.on('NodeWorker.attachedToWorker', ({ params }) => workers.add(params.sessionId));
  session.on('NodeWorker.detachedFromWorker', ({ params }) => workers.delete(params.sessionId));
  session.on('inspectorNotification', (message) => tell(JSON.stringify(message)));
  process.on('exit', close);
  return {
    close,
    hear() { silence = 0; },
    post(text) {
      const { id, method, params } = JSON.parse(text);
      session.post(method, params, (error, result) => tell(JSON.stringify(error ? { id, error } : { id, result: result ?? {} })));
    },
  };
})`;

/** The function by which the program calls us; it is taken out of its global scope at once. */
const BINDING = 'heatline:tell';

/** Opens an inspector session inside the program, which it ends by itself when we are gone. Rejects where it cannot be had. */
export async function openSessionInProgram(connection: InspectorConnection) {
  let relay: InspectorConnection | undefined;
  connection.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === BINDING) relay?.receive(Buffer.from(payload));
  });
  await connection.send('Runtime.addBinding', { name: BINDING });
  const expression = `(() => {
    const tell = globalThis['${BINDING}'];
    delete globalThis['${BINDING}'];
    return ${KEEPER}(tell, (process.getBuiltinModule ?? require)('node:inspector'));
  })()`;
  const call = await holdObject(connection, expression, true);
  if (!call) throw new Error('the program opens no inspector session');
  const own = (relay = relayConnection((message) => call('this.post(text);', message)));
  const beats = setInterval(() => void call('this.hear();').catch(() => undefined), BEAT_MS).unref();
  void connection.closed.then(() => {
    clearInterval(beats);
    own.end();
  });
  return {
    connection: own,
    /** Lets go of every worker, also of those that do not answer, and ends the session. Never rejects. */
    close: async () => {
      clearInterval(beats);
      const closing = call('this.close();').catch(() => undefined);
      await Promise.race([closing, sleep(CLOSING_MS, undefined, { ref: false })]);
      own.end();
    },
  };
}
