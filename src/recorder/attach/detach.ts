import type { FoundInspector } from './find-inspector.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';

/** How long a program may take to close its inspector, in milliseconds. */
const CLOSING_MS = 1000;
/** `inspector.close()` waits for those who are connected: by then we are not. In milliseconds. */
const CLOSE_AFTER_MS = 50;

/** Leaves a program as it was before: without a profiler, and with its inspector closed where it was. Never rejects. */
export async function detachFrom(connection: InspectorConnection, { isOpenedByUs }: FoundInspector): Promise<void> {
  const close = `setTimeout(() => (process.getBuiltinModule || require)('node:inspector').close(), ${CLOSE_AFTER_MS}).unref()`;
  const asked = Promise.all([
    connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: false }),
    connection.send('Profiler.disable'),
    isOpenedByUs
      ? connection.send('Runtime.evaluate', { expression: `void ${close}`, includeCommandLineAPI: true, silent: true })
      : undefined,
  ]).catch(() => undefined);
  const patience = new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref());
  await Promise.race([asked, patience]);
  connection.close();
  await Promise.race([connection.closed, patience]);
  connection.drop();
}
