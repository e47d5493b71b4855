import type { AttachTarget } from './attach-target.ts';
import { type AskToOpen, findInspector } from './find-inspector.ts';
import { leaveProgram, meetProgram } from './meet-program.ts';
import { leavePage, meetPage } from './meet-page.ts';
import { hasOtherClients } from './node-processes.ts';
import { hasOtherTools } from './page-bridge.ts';
import { connectInspector } from '../inspector/inspector-connection.ts';
import { defaultBootloader } from '../launch/launch-command.ts';
import { ProcessTree } from '../program/process-tree.ts';
import type { RecordedProcess } from '../session/recorded-process.ts';
import { type RecordingParts, superviseRecording } from '../session/recording.ts';
import type { RecordingSession, RecordOptions } from '../recording-session.ts';
import { createRecorder, type Recorder } from '../session/start-thread.ts';
import { makeWorkFolder, removeFolder } from '../disk/work-folder.ts';
import type { LoadMap } from '../scripts/script-texts.ts';
import type { Microseconds } from '../../core/index.ts';
import {
  NO_PROCESS,
  type ReadyNote,
  reasonOf,
  RECORDER_SCRIPT,
  RecordingError,
  recordsIn,
} from '../../recording/index.ts';

/** What to attach to and how to sample it. The addon stands beside `bootloader`; after `duration` the program goes on. */
export interface AttachOptions extends Pick<RecordOptions, 'duration' | 'detailLimit' | 'bootloader'> {
  readonly target: AttachTarget;
  readonly mayOpen: AskToOpen;
  /** A part of the title or url of the page that is meant, where it is a browser. */
  readonly page?: string | undefined;
  /** The target is a page that VS Code's debugger shares: so are its workers and frames, here. `page` is its title. */
  readonly threads?: readonly string[] | undefined;
  /** Absolute path of the folder with the sources of a page. */
  readonly folder?: string | undefined;
  readonly interval: Microseconds;
  /** Whether the addon may be loaded into the program, where it stays; it is not without that. */
  readonly frameRepair?: boolean;
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

/** A program or page that runs, as far as it differs from others. */
export interface Met {
  readonly ready: ReadyNote;
  /** Absolute path of what the program runs, or the url of a page. */
  readonly program: string;
  /** What it is, for a person. */
  readonly subject: string;
  readonly samplerReason: string;
  readonly command: RecordingParts['command'];
  readonly isLocal: boolean;
  readonly loadMap?: LoadMap;
  /** Starts to record its main thread; `addWorkers` its others. */
  record(recorder: Recorder): Promise<{ readonly main: RecordedProcess; readonly addWorkers: () => Promise<void> }>;
}

/**
 * Attaches to a program or page that runs, and samples it with the inspector's sampler, the only one that can begin late. Its `stop`
 * saves the recording and leaves the program as it was. Rejects with a {@link RecordingError}.
 */
export async function startAttached(options: AttachOptions): Promise<AttachedSession> {
  const { interval, duration } = options;
  const found = await findInspector(options.target, options.mayOpen, options.page);
  const isPage = found.page !== undefined || options.threads !== undefined;
  // A debugger saves each profile that a console begins and ends as a file of its user's, and rotation does just that.
  const mustWait = isPage ? await hasOtherTools(found.url) : () => hasOtherClients(found.url);
  const connection = await connectInspector(found.url);
  let folder: string | undefined;
  let tree: ProcessTree | undefined;
  try {
    const met = await (isPage ? meetPage : meetProgram)(connection, found, options);
    const { ready, program, isLocal, loadMap, command } = met;
    const output = await options.output(program);
    folder = await makeWorkFolder(output, program);
    tree = isLocal ? ProcessTree.watch(ready.pid, 'now') : undefined;
    const { bootloader = defaultBootloader() } = options;
    const where = { folder, records: recordsIn(folder), isLocal, mustWait, loadMap };
    const recorder = createRecorder(options, bootloader, where);
    const { main, addWorkers } = await met.record(recorder);
    const session = superviseRecording({
      ...{ recorder, tree, main, first: ready, command },
      pid: ready.pid === NO_PROCESS ? undefined : ready.pid,
      options: { interval, duration, output, program },
      decision: { sampler: 'inspector', reason: met.samplerReason },
      facts: { attached: true, recorderScripts: [RECORDER_SCRIPT] },
    });
    await addWorkers();
    return { ...session, program, subject: met.subject };
  } catch (error) {
    tree?.stop();
    await (isPage ? leavePage(connection) : leaveProgram(connection, found));
    if (folder !== undefined) await removeFolder(folder);
    if (error instanceof RecordingError) throw error;
    throw new RecordingError('recording-not-started', `The recording could not be started: ${reasonOf(error)}`);
  }
}
