import { setTimeout as sleep } from 'node:timers/promises';
import { describePage } from './choose-page.ts';
import { answerOf, type FoundInspector } from './find-inspector.ts';
import { openWorldBridge } from './page-bridge.ts';
import { pageMaps } from './page-maps.ts';
import { attachPageThreads, joinPageThreads } from './page-threads.ts';
import { joinSession, leaveSession } from './shared-session.ts';
import type { AttachOptions, Met } from './start-attached.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { FoundWorker } from '../inspector/worker-sessions.ts';
import { RecordedProcess } from '../session/recorded-process.ts';
import { startThread } from '../session/start-thread.ts';
import { NO_PROCESS, type ReadyNote } from '../../recording/index.ts';

/** How long a page may take to let go, in milliseconds. */
const CLOSING_MS = 1000;

/**
 * Meets a page of a browser. Nothing is evaluated among its own names, and its browser takes everything back when we disconnect. A
 * session that a debugger shares gets no sessions of ours below it, which the debugger would take for the page's. Rejects with a
 * `RecordingError`.
 */
export async function meetPage(
  connection: InspectorConnection,
  found: FoundInspector,
  { page: text, threads, folder: cwd = '' }: AttachOptions,
): Promise<Met> {
  if (threads) await joinSession(connection);
  const ready = await askPage(connection, cwd);
  const { title } = found.page ?? { title: text };
  const [url] = ready.argv;
  return {
    ...{ ready, program: url, isLocal: false, loadMap: pageMaps(connection) },
    subject: `${describePage({ url, title })}, ${ready.version}`,
    samplerReason: "The inspector's sampler, the only one that a browser has.",
    command: { program: url, ...(cwd !== '' && { cwd }) },
    record: async (recorder) => {
      // A page that crashes stays connected.
      connection.on('Inspector.targetCrashed', () => connection.drop());
      await connection.send('Inspector.enable');
      const id = recorder.nextId();
      const start = { id, kind: 'main', name: url, script: url, pid: NO_PROCESS, startUs: ready.anchorUs } as const;
      const thread = await startThread(recorder, {
        ...{ id, start, ready, connection, log: undefined, openBridge: openWorldBridge },
        ...{ holdsSamples: () => false, isRunning: true },
      });
      const attached = { detach: () => leavePage(connection) };
      const main = new RecordedProcess({ recorder, ready, main: thread, attached });
      const onThread = (worker: FoundWorker): void => void main.addWorker(worker);
      const addWorkers = () => (threads ? joinPageThreads(threads, onThread) : attachPageThreads(connection, onThread));
      return { main, addWorkers };
    },
  };
}

/** What a program says of itself, a page's browser says of it; its query is nobody's business. `cwd`: where its sources are. */
async function askPage(connection: InspectorConnection, cwd: string): Promise<ReadyNote> {
  const asked = Promise.all([connection.send('Browser.getVersion'), connection.send('Target.getTargetInfo', {})]);
  const silence = 'The page does not answer; try again later.';
  const [{ product, jsVersion: v8 }, { targetInfo }] = await answerOf(asked, silence);
  const url = targetInfo.url.split(/[?#]/, 1)[0];
  const version = product.replace('/', ' ');
  const anchorUs = Number(process.hrtime.bigint() / 1000n);
  return { pid: NO_PROCESS, argv: [url], cwd, hasLog: false, version, v8, execPath: url, anchorUs };
}

/** A browser ends what belongs to a connection with it. Never rejects. */
export async function leavePage(connection: InspectorConnection): Promise<void> {
  const patience = sleep(CLOSING_MS, undefined, { ref: false });
  const left = connection.isShared ? leaveSession(connection) : connection.send('Profiler.disable');
  await Promise.race([left.catch(() => undefined), patience]);
  connection.close();
  await Promise.race([connection.closed, patience]);
  connection.drop();
}
