import type { InspectorConnection } from '../inspector/inspector-connection.ts';

/** How often the page is looked for, in milliseconds. */
const LOOK_EVERY = 1000;

/**
 * Takes part in the session that VS Code's debugger has at a page, through the debugger's proxy
 * (microsoft/vscode-js-debug, EXTENSION_AUTHORS.md). The proxy passes on only events that were asked for, and stays open when the
 * page is gone. Rejects where it is no such proxy.
 */
export async function joinSession(connection: InspectorConnection): Promise<void> {
  await connection.send('JsDebug.subscribe', { events: ['Inspector.targetCrashed'] });
  connection.isShared = true;
  const look = setInterval(() => {
    connection.send('Target.getTargetInfo', {}).catch(() => connection.drop());
  }, LOOK_EVERY).unref();
  void connection.closed.then(() => clearInterval(look));
}

/** Leaves a session as its debugger had it: with its profiler on, which takes the samples that V8 takes by default. */
export const leaveSession = (connection: InspectorConnection): Promise<unknown> =>
  Promise.all([connection.send('Profiler.setSamplingInterval', { interval: 0 }), connection.send('Inspector.disable')]);
