import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { FoundWorker } from '../inspector/worker-sessions.ts';

/** Finds the workers of a page and its frames in other processes, now and from now on. Never rejects: the page itself matters more. */
export async function attachPageThreads(
  connection: InspectorConnection,
  onThread: (thread: FoundWorker) => void,
): Promise<void> {
  const sessions = new Map<string, InspectorConnection>();
  connection.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, url } }) => {
    const session = connection.openSession(sessionId);
    sessions.set(sessionId, session);
    onThread({
      connection: session,
      threadId: undefined,
      name: nameOf(type, url),
      url: url.split(/[?#]/, 1)[0],
      detach: async () => {
        await connection.send('Target.detachFromTarget', { sessionId }).catch(() => undefined);
        session.close();
      },
    });
  });
  connection.on('Target.detachedFromTarget', ({ sessionId }) => {
    sessions.get(sessionId)?.close();
    sessions.delete(sessionId);
  });
  const how = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await connection.send('Target.setAutoAttach', how).catch(() => undefined);
}

/** `worker render.js`, `iframe ads.example`. */
function nameOf(type: string, url: string): string {
  const { hostname = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {};
  const file = pathname.split('/').at(-1) ?? '';
  return `${type.replaceAll('_', ' ')} ${type === 'iframe' ? hostname : file}`.trim();
}
