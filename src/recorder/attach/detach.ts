import { setTimeout as sleep } from 'node:timers/promises';
import type { FoundInspector } from './find-inspector.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';

/** How long a program may take to let go of us, in milliseconds. */
const CLOSING_MS = 1000;

/**
 * Leaves a program as it was before: without a profiler, and with its inspector closed where it was. Never rejects.
 *
 * Whoever closes must do it alone: where a socket is closed from both sides at once, Node sends two close frames, frees the
 * socket after the first, and crashes (`WsHandler::OnCloseFrameWritten` in node/src/inspector_socket.cc). So an inspector
 * that we opened is closed by the program, and every other connection is dropped without a frame.
 */
export async function detachFrom(connection: InspectorConnection, { isOpenedByUs }: FoundInspector): Promise<void> {
  // Not within the evaluation, whose session the closing ends.
  const close = "setTimeout(() => (process.getBuiltinModule || require)('node:inspector').close()).unref()";
  const asked = Promise.all([
    connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: false }),
    connection.send('Profiler.disable'),
    isOpenedByUs
      ? connection.send('Runtime.evaluate', { expression: `void ${close}`, includeCommandLineAPI: true, silent: true })
      : undefined,
  ]).then(
    () => (isOpenedByUs ? connection.closed : undefined),
    () => undefined,
  );
  await Promise.race([asked, sleep(CLOSING_MS, undefined, { ref: false })]);
  connection.drop();
}
