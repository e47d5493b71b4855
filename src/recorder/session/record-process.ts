import { connectInspector } from '../inspector/inspector-connection.ts';
import { RecordedProcess } from './recorded-process.ts';
import { putBeside } from '../disk/complete-log.ts';
import type { RecordedThread, ThreadStart } from './recorded-thread.ts';
import type { Rendezvous } from '../program/rendezvous.ts';
import { findBootloader } from '../program/bootloader.ts';
import { type NewThread, type Recorder, startThread } from './start-thread.ts';
import { nameOfProgram } from './thread-name.ts';
import { logsOfProcess } from '../sampling/v8-log-sampler.ts';
import { attachWorkers } from '../inspector/worker-sessions.ts';
import type { ReadyNote } from '../../recording/index.ts';

/**
 * Records a process that waits for us, all of its threads from their first lines, and lets it run. Rejects where its
 * inspector cannot be had.
 */
export async function recordProcess(
  recorder: Recorder,
  rendezvous: Rendezvous,
  ready: ReadyNote,
  start: ThreadStart,
): Promise<RecordedProcess> {
  const connection = ready.url === undefined ? undefined : await connectInspector(ready.url);
  const bootloader = connection && (await findBootloader(connection));
  // Subscribed before the program runs: it may be over at once.
  const waitsForUs = new Promise<void>((resolve) => connection?.on('NodeRuntime.waitingForDisconnect', resolve));
  const { id } = start;
  let main: RecordedThread | undefined;
  try {
    const log = await logOfMain(recorder, ready);
    const holdsSamples = (): boolean | undefined => ready.holdsSamples;
    main = await startThread(recorder, { id, start, ready, connection, log, holdsSamples, isRunning: false });
    const recorded = new RecordedProcess({ recorder, ready, main, waitsForUs, launched: { rendezvous, bootloader } });
    if (!connection || !bootloader) return recorded;
    await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
    await attachWorkers(connection, true, (worker) => void recorded.addWorker(worker));
    // Not awaited: a program that starts another at once and waits for it answers only when we have let that one run.
    void bootloader.resumeAtStart().then(() => (ready.hasLog ? recorded.askFrameRepair() : undefined));
    return recorded;
  } catch (error) {
    await main?.take().catch(() => undefined);
    // Left alone it would wait for us forever.
    await bootloader?.resumeAtStart();
    throw error;
  }
}

async function logOfMain({ logFolder }: Recorder, { hasLog, pid, baseline }: ReadyNote): Promise<NewThread['log']> {
  if (!hasLog || logFolder === undefined) return undefined;
  // It has no worker threads yet: what is there now is the main thread's log.
  const [log] = await logsOfProcess(logFolder, pid);
  if (log !== undefined) await putBeside(log, baseline?.file);
  return { log, findLog: () => Promise.resolve(log) };
}

/** What is known of a process's main thread from its first note. */
export function startOfProcess(
  { isLocal }: Recorder,
  { pid, argv, execPath, anchorUs }: ReadyNote,
  own: Pick<ThreadStart, 'id' | 'parent' | 'kind'>,
): ThreadStart {
  const [script] = argv;
  return {
    ...own,
    name: nameOfProgram(argv, execPath),
    ...(script !== undefined && { script }),
    pid,
    ...(isLocal && process.platform === 'linux' && { tid: pid }),
    startUs: anchorUs,
  };
}
