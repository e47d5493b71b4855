import { link } from 'node:fs/promises';
import path from 'node:path';
import { ThreadClock } from './thread-clock.ts';
import { connectInspector, type InspectorConnection } from './inspector-connection.ts';
import type { DetailBudget } from './detail-budget.ts';
import { startInspectorSampler } from './inspector-sampler.ts';
import { startCallCounter } from './call-counter.ts';
import { askProgram } from './ask-program.ts';
import { Journal } from './journal.ts';
import { keepLog } from './kept-log.ts';
import { endLog, RecordedProcess } from './recorded-process.ts';
import { marksFileOf } from './marks.ts';
import { RecordedThread, type RecordedThreadParts, type ThreadStart } from './recorded-thread.ts';
import type { Rendezvous } from './rendezvous.ts';
import { Bootloader } from './resume.ts';
import type { FileTexts } from './scripts/file-texts.ts';
import type { Sampler } from './sampler.ts';
import type { SamplingThreads } from './sampling-threads.ts';
import { logsOfProcess, type MarkedLogs, markOfThread, v8LogSampler } from './v8-log-sampler.ts';
import type { ChildrenOfWorker } from './worker-children.ts';
import { attachWorkers, type FoundWorker } from './worker-sessions.ts';
import { nameOfProgram, nameOfWorker } from './thread-name.ts';
import type { Microseconds } from '../core/index.ts';
import {
  BASELINE_SCRIPT,
  baselineFileOf,
  type BaselineNotes,
  CLOCK_SCRIPT,
  type ReadyNote,
  RECORDER_SCRIPT,
} from '../recording/index.ts';
import { journalName } from '../recording/journal.ts';
import { MARKS_SCRIPT } from '../recording/mark-notes.ts';

/** How processes are recorded. */
export interface Recorder {
  readonly rendezvous: Rendezvous;
  readonly interval: Microseconds;
  /** Where the recording grows; undefined where that place cannot be had. */
  readonly folder: string | undefined;
  /** The same, where V8 writes its logs there. */
  readonly logFolder: string | undefined;
  readonly logs: MarkedLogs;
  readonly files: FileTexts;
  /** How the names of the files begin in which threads leave records. */
  readonly records: string;
  readonly samplingThreads: SamplingThreads;
  /** How many samples of the inspector keep their order. */
  readonly budget: DetailBudget;
  /** Counts calls of the main thread instead. Nothing is timed then. */
  readonly counts: boolean;
  /** Undefined where what threads start is not recorded. */
  readonly childrenOfWorker: ChildrenOfWorker | undefined;
  /** Gives a thread its number. */
  nextId(): number;
}

/**
 * Records a process that waits for us, all of its threads from their first lines, and lets it run. Rejects where its
 * inspector cannot be had.
 */
export async function recordProcess(
  recorder: Recorder,
  ready: ReadyNote,
  start: ThreadStart,
): Promise<RecordedProcess> {
  const { rendezvous, counts } = recorder;
  const connection = ready.url === undefined ? undefined : await connectInspector(ready.url);
  const bootloader = connection && (await Bootloader.find(connection));
  // Subscribed before the program runs: it may be over at once.
  const waitsForUs = new Promise<void>((resolve) => connection?.on('NodeRuntime.waitingForDisconnect', resolve));
  // The first reading has to come before the program runs, to cover its first moments.
  const clock = counts ? undefined : ThreadClock.start(ready.pid, ready.pid, recorder.records);
  try {
    const journal = journalOf(recorder, start.id);
    const sampler = await startSampler(recorder, ready, connection, { journal });
    if (!counts) recorder.samplingThreads.hurry(ready.pid);
    const main = new RecordedThread({ start, connection, sampler, clock, journal });
    const recorded = new RecordedProcess({ ready, bootloader, waitsForUs, main, rendezvous });
    if (!connection || !bootloader) return recorded;
    await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
    if (!counts) await attachWorkers(connection, true, (worker) => void attachWorker(recorder, recorded, worker));
    // Not awaited: a program that starts another at once and waits for it answers only when we have let that one run.
    void bootloader.resumeAtStart().then(() => (ready.hasLog ? recorded.askFrameRepair() : undefined));
    return recorded;
  } catch (error) {
    clock?.stop();
    // Left alone it would wait for us forever.
    await bootloader?.resumeAtStart();
    throw error;
  }
}

function journalOf({ folder, counts }: Recorder, id: number): Journal | undefined {
  return folder === undefined || counts ? undefined : new Journal(path.join(folder, journalName(id)));
}

async function startSampler(
  recorder: Recorder,
  { pid, v8, hasLog, anchorUs, baseline, holdsSamples }: ReadyNote,
  connection: InspectorConnection | undefined,
  { journal }: Pick<RecordedThreadParts, 'journal'>,
): Promise<Sampler> {
  const { logFolder, interval, counts, budget, files } = recorder;
  if (hasLog && logFolder !== undefined) {
    // It has no worker threads yet: what is there now is the main thread's log.
    const [log] = await logsOfProcess(logFolder, pid);
    if (log !== undefined) await putBeside(log, baseline?.file);
    const restoreLog = log === undefined ? undefined : keepLog(log);
    const thread = { connection, anchorUs, findLog: () => Promise.resolve(log), restoreLog, journal, files };
    return { ...v8LogSampler(thread), log };
  }
  if (!connection) throw new Error('there is neither an inspector nor a V8 log');
  return counts
    ? startCallCounter(connection)
    : startInspectorSampler(connection, interval, v8, {
        journal,
        budget,
        files,
        interval,
        holdsSamples: () => holdsSamples,
      });
}

/** Never rejects: a worker that is gone already has nothing to be recorded. */
async function attachWorker(recorder: Recorder, parent: RecordedProcess, worker: FoundWorker): Promise<void> {
  const { connection } = worker;
  let clock: ThreadClock | undefined;
  try {
    const ends = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
    const { pid, v8, hasLog, addonFile } = parent.ready;
    const id = recorder.nextId();
    const baseline = parent.ready.baseline && ofWorker(parent.ready.baseline, id);
    const marks = marksFileOf(recorder.rendezvous.directory, { kind: 'worker', id, pid });
    const { tid, anchorUs, holdsSamples } = await greet(connection, id, {
      marks,
      addonFile,
      baseline,
      records: recorder.records,
    });
    clock = tid === undefined ? undefined : ThreadClock.start(pid, tid, recorder.records);
    const { logFolder, logs, interval, budget, files } = recorder;
    const journal = journalOf(recorder, id);
    const sampler =
      hasLog && logFolder !== undefined
        ? v8LogSampler({
            connection,
            anchorUs,
            findLog: async () =>
              putBeside(await logs.find(await logsOfProcess(logFolder, pid), markOfThread(id)), baseline?.file),
            journal,
            files,
          })
        : await startInspectorSampler(connection, interval, v8, {
            journal,
            budget,
            files,
            interval,
            holdsSamples: () => holdsSamples,
          });
    recorder.samplingThreads.hurry(pid);
    const start = startOfWorker({ id: parent.main.start.id, pid }, worker, { id, tid, startUs: anchorUs });
    const thread = new RecordedThread({ start, connection, sampler, clock, journal });
    if (parent.isTaken) throw new Error('the recording is over');
    parent.workers.push(thread);
    parent.onWorker(thread);
    parent.detachWorkers.push(() => worker.detach());
    void ends.then(async () => {
      await thread.take().catch(() => undefined);
      await worker.detach();
      if (!parent.isTaken) parent.onWorkerEnd(thread);
    });
    await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
    await recordItsChildren(recorder, pid, worker);
    await connection.send('Runtime.runIfWaitingForDebugger');
  } catch {
    clock?.stop();
    if (parent.isTaken && parent.ready.hasLog) await endLog(connection);
    await connection.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    await worker.detach();
  }
}

/** What is known of a worker from what the inspector says of it. `parent`: the main thread of its process. */
export function startOfWorker(
  parent: Pick<ThreadStart, 'id' | 'pid'>,
  { threadId, name, url }: FoundWorker,
  own: Pick<ThreadStart, 'id' | 'tid' | 'startUs'>,
): ThreadStart {
  return {
    ...own,
    parent: parent.id,
    kind: 'worker',
    name: nameOfWorker(name, url, threadId),
    ...(url !== '' && { script: url }),
    pid: parent.pid,
    ...(threadId !== undefined && { workerId: threadId }),
  };
}

/** What the worker starts is recorded too. A failure there is none of the worker's: its children are told as not reached. */
async function recordItsChildren(
  { childrenOfWorker, rendezvous }: Recorder,
  pid: number,
  { connection, threadId }: FoundWorker,
): Promise<void> {
  if (childrenOfWorker === undefined || threadId === undefined) return;
  const { directory } = rendezvous;
  const expression = childrenOfWorker({ recorder: process.pid, directory, parent: { pid, workerId: threadId } });
  await connection.send('Runtime.evaluate', { expression, silent: true });
}

/** What a worker can tell of itself before its first line. */
interface Greeting {
  /** Linux only. */
  readonly tid?: number;
  readonly anchorUs?: number;
  readonly holdsSamples?: boolean;
}

/** What a worker of a process needs for noting baseline code: a file of its own. */
const ofWorker = (notes: BaselineNotes, id: number): BaselineNotes => ({ ...notes, file: `${notes.file}-${id}` });

/** Gives what a thread notes of baseline code a second name beside its log, where readers look for it; then the log. */
async function putBeside(log: string, notes: string | undefined): Promise<string> {
  if (notes !== undefined) await link(notes, baselineFileOf(log)).catch(() => undefined);
  return log;
}

/** What a worker is to do from its first line on. */
interface Errand {
  /** The file in which it notes what its program marks. */
  readonly marks?: string;
  readonly addonFile?: string | undefined;
  /** With the addon only, as all that follows. */
  readonly baseline?: BaselineNotes | undefined;
  readonly records?: string | undefined;
}

/**
 * Asks a worker for its id in the system, marks the moment and the thread in its V8 log, and has it do an errand. One that
 * waits has no `require` yet; Nodes that do not give their modules otherwise tell nothing.
 */
export async function greet(connection: InspectorConnection, id: number, errand: Errand = {}): Promise<Greeting> {
  const { marks, addonFile } = errand;
  const expression = `(() => {
    const load = process.getBuiltinModule;
    if (!load) return {};
    const { Script } = load('node:vm');
    const run = (code, filename) => new Script(code, { filename }).runInThisContext();
    const clock = new Script('0', { filename: '${CLOCK_SCRIPT}' });
    const now = Number(process.hrtime.bigint() / 1000n);
    clock.runInThisContext();
    run('0', '${markOfThread(id)}');
    let holdsSamples = false;
    ${addonFile === undefined ? '' : useAddon(addonFile, errand)}
    ${marks === undefined ? '' : `run(${JSON.stringify(MARKS_SCRIPT)}, '${RECORDER_SCRIPT}')(${JSON.stringify(marks)}, load);`}
    if (process.platform !== 'linux') return { anchorUs: now, holdsSamples };
    const tid = Number(load('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1));
    return { tid, anchorUs: now, holdsSamples };
  })()`;
  return ((await askProgram(connection, expression)) as Greeting | undefined) ?? {};
}

/** As the bootloader does in the main thread. A worker may be started such that it loads no addons. */
function useAddon(addonFile: string, { baseline, records }: Errand): string {
  const { file = '', layout = [] } = baseline ?? {};
  const note = `if (addon.noteBaseline(${JSON.stringify(file)}, ${layout.join(', ')}) === 1) run('0', '${BASELINE_SCRIPT}');`;
  return `try {
      const module = { exports: {} };
      process.dlopen(module, ${JSON.stringify(addonFile)});
      const addon = module.exports;
      holdsSamples = addon.holdSamples() === 1;
      ${records === undefined ? '' : `addon.beginRecords(${JSON.stringify(records)});`}
      ${baseline === undefined ? '' : note}
    } catch {}`;
}

/** What is known of a process's main thread from its first note. */
export function startOfProcess(
  { pid, argv, execPath, anchorUs }: ReadyNote,
  own: Pick<ThreadStart, 'id' | 'parent' | 'kind'>,
): ThreadStart {
  const [script] = argv;
  return {
    ...own,
    name: nameOfProgram(argv, execPath),
    ...(script !== undefined && { script }),
    pid,
    ...(process.platform === 'linux' && { tid: pid }),
    startUs: anchorUs,
  };
}
