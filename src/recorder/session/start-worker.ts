import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { askProgram } from '../inspector/ask-program.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { marksFileOf } from '../sampling/marks.ts';
import { putBeside } from '../disk/complete-log.ts';
import type { RecordedThread, ThreadStart } from './recorded-thread.ts';
import { type Recorder, startThread } from './start-thread.ts';
import { nameOfWorker } from './thread-name.ts';
import { logsOfProcess, markOfThread } from '../sampling/v8-log-sampler.ts';
import type { FoundWorker } from '../inspector/worker-sessions.ts';
import {
  BASELINE_SCRIPT,
  type ProgramSettings,
  RECORDER_SCRIPT,
  type ReadyNote,
  type RendezvousPlace,
} from '../../recording/index.ts';
import { ANCHOR_SCRIPT } from '../../recording/clock-anchor.ts';
import { NOTE_MAPPED_CODE } from '../../recording/mapped-code.ts';
import { MARKS_SCRIPT } from '../../recording/mark-notes.ts';

/** What is known of a worker from what the inspector says of it. `main`: the main thread of its process. */
export function startOfWorker(main: ThreadStart, { threadId, name, url }: FoundWorker, id: number): ThreadStart {
  return {
    id,
    parent: main.id,
    kind: 'worker',
    name: nameOfWorker(name, url, threadId),
    ...(url !== '' && { script: url }),
    pid: main.pid,
    ...(threadId !== undefined && { workerId: threadId }),
  };
}

/**
 * Starts to record a worker thread. One that waits for us still does. `ready`: the note of its process. `known`: what the inspector
 * says of it. Rejects where it is gone.
 */
export async function startWorker(
  recorder: Recorder,
  ready: ReadyNote,
  { connection }: FoundWorker,
  known: ThreadStart,
  isRunning: boolean,
): Promise<RecordedThread> {
  const { rendezvous, records, logFolder, logs } = recorder;
  const { id, pid } = known;
  // Each thread notes its baseline code in a file of its own.
  const baseline = ready.baseline && { ...ready.baseline, file: `${ready.baseline.file}-${id}` };
  const marks = rendezvous && marksFileOf(rendezvous, known);
  let holdsSamples: boolean | undefined;
  const start = prepareWorker(connection, id, { marks, addonFile: ready.addonFile, baseline, records }).then((told) => {
    holdsSamples = told.holdsSamples;
    return { ...known, ...(told.tid !== undefined && { tid: told.tid }), startUs: told.anchorUs };
  });
  const findLog = async (folder: string): Promise<string> =>
    putBeside(await logs.find(await logsOfProcess(folder, pid), markOfThread(id)), baseline?.file);
  const log = ready.hasLog && logFolder !== undefined ? { findLog: () => findLog(logFolder) } : undefined;
  const [thread] = await Promise.all([
    startThread(recorder, { id, start, ready, connection, log, holdsSamples: () => holdsSamples, isRunning }),
    // A browser's know no such end.
    connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }).catch(() => undefined),
  ]);
  return thread;
}

/**
 * Reads the bundle beside the bootloader, whose absolute path is given. Gives what makes the expression after which what a worker
 * thread starts is recorded too, of where that stands. Rejects where the bundle is missing.
 */
export async function loadChildrenOfWorker(bootloader: string, settings: ProgramSettings) {
  const bundle = await readFile(path.join(path.dirname(bootloader), 'worker-children.cjs'), 'utf8');
  // A worker that waits for its first line has no `require` yet. V8's log has names for compiled files only, not for `eval`.
  return (place: RendezvousPlace): string => {
    const settled = [place, settings, bootloader].map((part) => JSON.stringify(part)).join(', ');
    const code = `((require, module) => {\n${bundle}\nmodule.exports.recordChildren(${settled});\n})`;
    const run = `new Script(${JSON.stringify(code)}, { filename: '${RECORDER_SCRIPT}' }).runInThisContext()`;
    return `{
const load = process.getBuiltinModule;
const { Script } = load('node:vm');
${run}(load, { exports: {} });
}`;
  };
}

/** What the worker starts is recorded too. Where that fails, its children are told as not reached. */
export async function recordChildren(
  { childrenOfWorker, rendezvous: directory }: Recorder,
  pid: number,
  { connection, threadId: workerId }: FoundWorker,
): Promise<void> {
  if (childrenOfWorker === undefined || directory === undefined || workerId === undefined) return;
  const expression = childrenOfWorker({ recorder: process.pid, directory, parent: { pid, workerId } });
  await connection.send('Runtime.evaluate', { expression, silent: true });
}

/** What a worker can tell of itself before its first line. */
interface WorkerFacts {
  /** Linux only. */
  readonly tid?: number;
  readonly anchorUs?: number;
  readonly holdsSamples?: boolean;
}

/** What a worker does from its first line on. */
interface WorkerSetup extends Partial<Pick<ReadyNote, 'addonFile' | 'baseline'>> {
  /** The file in which it notes what its program marks. */
  readonly marks: string | undefined;
  /** With the addon only. */
  readonly records: string;
}

/**
 * Asks a worker for its id in the system, marks the moment and the thread in its V8 log, and sets it up. One that
 * waits has no `require` yet; Nodes that do not give their modules otherwise tell nothing.
 */
async function prepareWorker(connection: InspectorConnection, id: number, setup: WorkerSetup): Promise<WorkerFacts> {
  const { marks, addonFile } = setup;
  const expression = `(() => {
    const load = process.getBuiltinModule;
    if (!load) return {};
    const { Script } = load('node:vm');
    const run = (code, filename) => new Script(code, { filename }).runInThisContext();
    const anchorUs = run(${JSON.stringify(ANCHOR_SCRIPT)}, '${RECORDER_SCRIPT}')(load);
    run('0', '${markOfThread(id)}');
    run(${JSON.stringify(NOTE_MAPPED_CODE)}, '${RECORDER_SCRIPT}')(load);
    let holdsSamples = false;
    ${addonFile === undefined ? '' : useAddon(addonFile, setup)}
    ${marks === undefined ? '' : `run(${JSON.stringify(MARKS_SCRIPT)}, '${RECORDER_SCRIPT}')(${JSON.stringify(marks)}, load);`}
    let tid;
    try {
      tid = Number(load('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1));
    } catch {}
    return { tid, anchorUs, holdsSamples };
  })()`;
  return ((await askProgram(connection, expression)) as WorkerFacts | undefined) ?? {};
}

/** As the bootloader does in the main thread. A worker may be started such that it loads no addons. */
function useAddon(addonFile: string, { baseline, records }: WorkerSetup): string {
  const { file = '', layout = [] } = baseline ?? {};
  const note = `if (addon.noteBaseline(${JSON.stringify(file)}, ${layout.join(', ')}) === 1) run('0', '${BASELINE_SCRIPT}');`;
  return `try {
      const module = { exports: {} };
      process.dlopen(module, ${JSON.stringify(addonFile)});
      const addon = module.exports;
      holdsSamples = addon.holdSamples() === 1;
      addon.beginRecords(${JSON.stringify(records)});
      ${baseline === undefined ? '' : note}
    } catch {}`;
}
