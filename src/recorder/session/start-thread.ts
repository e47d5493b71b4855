import path from 'node:path';
import { marksFileOf } from '../sampling/marks.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { type Keeping, startInspectorSampler } from '../sampling/inspector-sampler.ts';
import { Journal } from '../disk/journal.ts';
import { RecordedThread, type ThreadStart } from './recorded-thread.ts';
import type { DecidedOptions } from '../recording-session.ts';
import type { Sampler } from '../sampling/sampler.ts';
import { slicesShortener } from '../sampling/sampling-threads.ts';
import { FileTexts } from '../scripts/file-texts.ts';
import { startClock, type ThreadClock } from '../sampling/thread-clock.ts';
import { type LoggedThread, MarkedLogs, v8LogSampler } from '../sampling/v8-log-sampler.ts';
import { addonIn, type ReadyNote, type RendezvousPlace } from '../../recording/index.ts';
import { journalName } from '../../recording/journal.ts';

/** So many bytes of samples are kept where nothing else is wished: all of 2.3 hours of one thread that computes at 1 ms. */
const DETAIL_LIMIT = 96 * 1024 ** 2;

/** How the threads of a recording are recorded. */
export interface Recorder extends Pick<Keeping, 'interval' | 'mustWait' | 'loadMap' | 'files' | 'budget'> {
  /** Where the recording grows. */
  readonly folder: string;
  /** The same, where V8 writes its logs there. */
  readonly logFolder?: string | undefined;
  /** How the names of the files begin in which threads leave records. */
  readonly records: string;
  /** Where programs leave their marks, and find their recorder: the rendezvous; absent where they run already. */
  readonly rendezvous?: string;
  /** Whether the processes are on this machine, so that their clocks can be read. */
  readonly isLocal: boolean;
  /** The expression after which what a worker thread starts is recorded too; absent where that is not. `place`: where it stands. */
  readonly childrenOfWorker?: (place: RendezvousPlace) => string;
  readonly logs: MarkedLogs;
  readonly shortenSlices: (pid: number) => void;
  /** Gives a thread its number. */
  nextId(): number;
}

/** A recorder that has met no thread yet. */
export function createRecorder(
  { interval, detailLimit = DETAIL_LIMIT }: Pick<DecidedOptions, 'interval' | 'detailLimit'>,
  bootloader: string,
  own: Omit<Recorder, 'interval' | 'logs' | 'files' | 'shortenSlices' | 'budget' | 'nextId'>,
): Recorder {
  let lastId = 0;
  return {
    ...own,
    interval,
    logs: new MarkedLogs(),
    files: new FileTexts(),
    shortenSlices: slicesShortener(addonIn(path.dirname(bootloader))),
    budget: { bytes: detailLimit, threads: new Set() },
    nextId: () => ++lastId,
  };
}

/** A thread that is to be recorded. */
export interface NewThread extends Pick<Keeping, 'openBridge'>, Required<Pick<Keeping, 'holdsSamples'>> {
  readonly id: number;
  /** What is known of it; a worker is still asked. */
  readonly start: ThreadStart | Promise<ThreadStart>;
  /** The note of its process. */
  readonly ready: ReadyNote;
  /** Undefined where it has no inspector. */
  readonly connection: InspectorConnection | undefined;
  /** Undefined where V8 writes no log of it. */
  readonly log: (Pick<LoggedThread, 'findLog'> & Pick<Sampler, 'log'>) | undefined;
  /** Whether it runs already; otherwise it waits for us before its first line. */
  readonly isRunning: boolean;
}

/** Starts to record a thread. What is sent to it is sent at once. Rejects where it cannot be sampled. */
export async function startThread(recorder: Recorder, thread: NewThread): Promise<RecordedThread> {
  const { folder, isLocal, records, shortenSlices } = recorder;
  const { id, connection, isRunning } = thread;
  const journal = new Journal(path.join(folder, journalName(id)));
  let clock: ThreadClock | undefined;
  const beginClock = async (): Promise<ThreadStart> => {
    const start = await thread.start;
    if (isLocal && start.tid !== undefined) clock = startClock(start.pid, start.tid, records);
    return start;
  };
  try {
    const [start, sampler] = await Promise.all([beginClock(), startSampler(recorder, thread, journal)]);
    if (isLocal) shortenSlices(start.pid);
    const marksFile = recorder.rendezvous && marksFileOf(recorder.rendezvous, start);
    return new RecordedThread(start, connection, sampler, clock, journal, marksFile, isRunning);
  } catch (error) {
    clock?.stop();
    throw error;
  }
}

async function startSampler(recorder: Recorder, thread: NewThread, journal: Journal): Promise<Sampler> {
  const { connection, log, ready, holdsSamples, isRunning, openBridge } = thread;
  if (log !== undefined) {
    const { startUs: anchorUs } = await thread.start;
    return { ...v8LogSampler({ ...log, connection, anchorUs, journal, files: recorder.files }), log: log.log };
  }
  if (!connection) throw new Error('there is neither an inspector nor a V8 log');
  return startInspectorSampler(connection, ready.v8, { ...recorder, journal, holdsSamples, openBridge }, isRunning);
}
