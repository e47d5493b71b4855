import { joinSession, leaveSession } from './shared-session.ts';
import { connectInspector, type InspectorConnection } from '../inspector/inspector-connection.ts';
import type { FoundWorker } from '../inspector/worker-sessions.ts';

type OnThread = (thread: FoundWorker) => void;

/** Finds the workers of a page and its frames in other processes, now and from now on. Never rejects: the page itself matters more. */
export async function attachPageThreads(connection: InspectorConnection, onThread: OnThread): Promise<void> {
  const sessions = new Map<string, InspectorConnection>();
  connection.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, url } }) => {
    const session = connection.openSession(sessionId);
    sessions.set(sessionId, session);
    const detach = () => closeAfter(session, connection.send('Target.detachFromTarget', { sessionId }));
    onThread({ connection: session, threadId: undefined, ...nameOf(type, url), detach });
  });
  connection.on('Target.detachedFromTarget', ({ sessionId }) => {
    sessions.get(sessionId)?.close();
    sessions.delete(sessionId);
  });
  const how = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await connection.send('Target.setAutoAttach', how).catch(() => undefined);
}

/** The same of a page that a debugger shares, which has a session for each of them. Those that come later are not found. */
export async function joinPageThreads(addresses: readonly string[], onThread: OnThread): Promise<void> {
  const join = async (address: string): Promise<void> => {
    const connection = await connectInspector(address);
    await joinSession(connection);
    const { type, url } = (await connection.send('Target.getTargetInfo', {})).targetInfo;
    const detach = () => closeAfter(connection, leaveSession(connection));
    onThread({ connection, threadId: undefined, ...nameOf(type, url), detach });
  };
  await Promise.allSettled(addresses.map(join));
}

async function closeAfter(connection: InspectorConnection, left: Promise<unknown>): Promise<void> {
  await left.catch(() => undefined);
  connection.close();
}

/** `worker render.js`, `iframe ads.example`. */
function nameOf(type: string, url: string): Pick<FoundWorker, 'name' | 'url'> {
  const { hostname = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {};
  const file = pathname.split('/').at(-1) ?? '';
  const name = `${type.replaceAll('_', ' ')} ${type === 'iframe' ? hostname : file}`.trim();
  return { name, url: url.split(/[?#]/, 1)[0] };
}
