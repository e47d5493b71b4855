import { setTimeout as sleep } from 'node:timers/promises';
import { askPort } from './inspector-http.ts';
import { connectInspector } from '../inspector/inspector-connection.ts';
import type { OpenBridge } from '../sampling/rotate.ts';

/**
 * The bridge of a page: the console of a world of our own, which the page does not see, whatever it has made of its own. Rejects
 * for a worker, which has no worlds.
 */
export const openWorldBridge: OpenBridge = async (connection) => {
  const openWorld = async (): Promise<number> => {
    const { frameTree } = await connection.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: 'heatline' };
    return (await connection.send('Page.createIsolatedWorld', world)).executionContextId;
  };
  let contextId = await openWorld();
  let isBridged = false;
  connection.on('Profiler.consoleProfileStarted', ({ title }) => (isBridged ||= title === 'heatline'));
  const call = async (method: string): Promise<unknown> => {
    const asked = { expression: `console.${method}('heatline')`, silent: true };
    try {
      return await connection.send('Runtime.evaluate', { ...asked, contextId });
    } catch {
      // The page was loaded anew.
      contextId = await openWorld();
      return connection.send('Runtime.evaluate', { ...asked, contextId });
    }
  };
  return { begin: () => call('profile'), end: () => call('profileEnd'), mustBeAwaited: true, works: () => isBridged };
};

/**
 * Tells, each time it is asked, whether other tools may be at a page: they show or save each profile that a console begins and
 * ends, and rotation does just that. To be called before we attach ourselves; a debugger that comes later is not seen.
 */
export async function hasOtherTools(page: string): Promise<() => Promise<boolean>> {
  const { hostname, port, pathname } = new URL(page);
  const ask = () => askPort(hostname, Number(port));
  const answer = await ask();
  const id = pathname.split('/').at(-1) ?? '';
  const isTaken = answer.kind === 'browser' && (await isAttached(`ws://${hostname}:${port}${answer.path}`, id));
  return async () => {
    if (isTaken) return true;
    const now = await ask();
    return now.kind === 'browser' && now.targets.some(({ url }) => url.startsWith('devtools:'));
  };
}

/** How long a browser may take to say who is connected, in milliseconds. */
const PATIENCE_MS = 3000;

/** Whether anybody is connected to a target. `browser`: the address of the browser itself. */
async function isAttached(browser: string, id: string): Promise<boolean> {
  const connection = await connectInspector(browser).catch(() => undefined);
  const asked = connection?.send('Target.getTargets', {}).catch(() => undefined);
  const answer = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
  connection?.close();
  return answer?.targetInfos.some(({ targetId, attached }) => targetId === id && attached) ?? false;
}
