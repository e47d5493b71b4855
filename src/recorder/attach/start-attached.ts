import path from 'node:path';
import type { AttachTarget } from './attach-target.ts';
import { repairRunning } from './attached-repair.ts';
import { detachFrom } from './detach.ts';
import { type AskToOpen, findInspector, type FoundInspector } from './find-inspector.ts';
import { hasOtherClients } from './node-processes.ts';
import { startPage } from './start-page.ts';
import { askRunningProgram, isLocalProcess, programOf } from './running-program.ts';
import { openSessionInProgram, type SessionInProgram } from './session-in-program.ts';
import { connectInspector, type InspectorConnection } from '../inspector/inspector-connection.ts';
import { defaultBootloader } from '../launch/launch-command.ts';
import { ProcessTree } from '../program/process-tree.ts';
import { killQuietly, type Program } from '../program/program.ts';
import { startOfProcess } from '../session/record-process.ts';
import { RecordedProcess } from '../session/recorded-process.ts';
import { superviseRecording } from '../session/recording.ts';
import type { RecordingSession } from '../recording-session.ts';
import { createRecorder, type Recorder, startThread } from '../session/start-thread.ts';
import { makeWorkFolder, removeFolder } from '../disk/work-folder.ts';
import { attachWorkers } from '../inspector/worker-sessions.ts';
import type { Microseconds, Milliseconds } from '../../core/index.ts';
import { type ReadyNote, reasonOf, RECORDER_SCRIPT, RecordingError, recordsIn } from '../../recording/index.ts';

/** What to attach to and how to sample it. */
export interface AttachOptions {
  readonly target: AttachTarget;
  readonly mayOpen: AskToOpen;
  /** A part of the title or url of the page that is meant, where it is a browser. */
  readonly page?: string | undefined;
  /** The target is a page that VS Code's debugger shares: so are its workers and frames, here. `page` is its title. */
  readonly threads?: readonly string[] | undefined;
  /** Absolute path of the folder with the sources of a page. */
  readonly folder?: string | undefined;
  readonly interval: Microseconds;
  /** Ends the recording after this time; the program goes on. */
  readonly duration?: Milliseconds;
  /** As in `RecordOptions`. */
  readonly detailLimit?: number;
  /** Whether the addon may be loaded into the program, where it stays; it is not without that. */
  readonly frameRepair?: boolean;
  /** As in `RecordOptions`: what is loaded stands beside it. */
  readonly bootloader?: string;
  /** Absolute path for the recording of this program, ending in `.cpuprofile`. */
  readonly output: (program: string) => string | Promise<string>;
}

/** A recording of a program that ran before and runs on after. */
export interface AttachedSession extends RecordingSession {
  /** Absolute path of what the program runs, or the url of a page. */
  readonly program: string;
  /** What is being profiled, for a person. */
  readonly subject: string;
}

/** A program that runs, and what has to be undone where its recording cannot start. */
interface Met {
  readonly found: FoundInspector;
  readonly connection: InspectorConnection;
  readonly ready: ReadyNote;
  /** Where the recording grows. */
  readonly folder: string;
  readonly output: string;
  readonly isLocal: boolean;
  readonly tree: ProcessTree | undefined;
}

/**
 * Attaches to a program or page that runs, and samples it with the inspector's sampler, the only one that can begin late. Its `stop`
 * saves the recording and leaves the program as it was. Rejects with a {@link RecordingError}.
 */
export async function startAttached(options: AttachOptions): Promise<AttachedSession> {
  const found = await findInspector(options.target, options.mayOpen, options.page);
  if (found.page || options.threads) return startPage(options, found);
  const connection = await connectInspector(found.url);
  let folder: string | undefined;
  let tree: ProcessTree | undefined;
  try {
    const ready = await askRunningProgram(connection);
    const output = await options.output(programOf(ready));
    const isLocal = await isLocalProcess(ready.pid, found.url);
    folder = await makeWorkFolder(output, programOf(ready));
    tree = isLocal ? ProcessTree.watch(ready.pid, 'now') : undefined;
    return await begin(options, { found, connection, ready, folder, output, isLocal, tree });
  } catch (error) {
    tree?.stop();
    await detachFrom(connection, found);
    if (folder !== undefined) await removeFolder(folder);
    if (error instanceof RecordingError) throw error;
    throw new RecordingError('recording-not-started', `The recording could not be started: ${reasonOf(error)}`);
  }
}

async function begin(options: AttachOptions, met: Met): Promise<AttachedSession> {
  const { connection, folder, output, isLocal, tree, ready } = met;
  const { interval, duration, bootloader = defaultBootloader() } = options;
  const recorder = createRecorder(
    { ...options, bootloader },
    {
      ...{ folder, sections: folder, logFolder: undefined, records: recordsIn(folder), rendezvous: undefined },
      ...{ isLocal, counts: false, childrenOfWorker: undefined },
      // A debugger saves each profile that a console begins and ends as a file of its user's, and rotation does just that.
      mustWait: () => hasOtherClients(met.found.url),
    },
  );
  const { main, addWorkers } = await recordRunning(
    recorder,
    met,
    options.frameRepair === true ? bootloader : undefined,
  );
  const program = programOf(ready);
  const session = superviseRecording({
    ...{ recorder, rendezvous: undefined, tree, main, first: ready, pid: ready.pid },
    options: { interval, duration, output, program },
    program: processOf(ready, connection),
    decision: {
      sampler: 'inspector',
      reason: "The inspector's sampler, because V8's log can only begin together with the program.",
    },
    facts: { attached: true, recorderScripts: [RECORDER_SCRIPT] },
    command: { program, args: ready.argv.slice(1), cwd: ready.cwd },
  });
  await addWorkers();
  return { ...session, program, subject: `process ${ready.pid} (${program}, Node ${ready.version})` };
}

/** Records the main thread of a program; `addWorkers` its workers. `bootloader`: where the addon may be loaded. */
async function recordRunning(recorder: Recorder, met: Met, bootloader: string | undefined) {
  const { connection, found, isLocal } = met;
  // Subscribed before it can happen.
  const waitsForUs = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
  await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
  const repair = await repairRunning(connection, isLocal, bootloader && path.dirname(bootloader), recorder.records);
  const { addonFile, holdsSamples } = repair;
  const ready = { ...met.ready, addonFile };
  const start = startOfProcess(recorder, ready, { id: recorder.nextId(), kind: 'main' });
  const [thread] = await Promise.all([
    startThread(recorder, {
      ...{ id: start.id, start, ready, connection, log: undefined, isRunning: true },
      holdsSamples: () => holdsSamples,
    }),
    repair.install(),
  ]);
  let session: SessionInProgram | undefined;
  const main = new RecordedProcess({
    ...{ recorder, ready, main: thread, waitsForUs },
    attached: {
      askFrameRepair: () => repair.look(),
      leaveWorkers: async () => session?.close(),
      detach: () => detachFrom(connection, found),
    },
  });
  main.frameRepair = repair.facts;
  /** None holds the others, or the program, up. A program that opens no session of its own has none recorded. */
  const addWorkers = async (): Promise<void> => {
    session = await openSessionInProgram(connection).catch(() => undefined);
    if (session)
      await attachWorkers(session.connection, false, (worker) => void main.addWorker(worker)).catch(() => undefined);
  };
  return { main, addWorkers };
}

/** The system does not tell how a program ended that is not our child. */
function processOf({ pid }: ReadyNote, connection: InspectorConnection): Program {
  return {
    pid,
    isOurs: false,
    exited: connection.closed.then(() => ({})),
    errorText: () => '',
    kill: (signal) => killQuietly(pid, signal),
  };
}
