import path from 'node:path';
import type { AttachTarget } from './attach-target.ts';
import { hasOtherClients } from './other-clients.ts';
import { AttachedRecording, type AttachedSession } from './attached-recording.ts';
import { AttachedWorkers } from './attached-workers.ts';
import { describesThreads } from './describe-threads.ts';
import { beginSamplingLate } from './begin-sampling-late.ts';
import { type AskToOpen, findInspector } from './find-inspector.ts';
import { letGo } from './let-go.ts';
import { noRepair, repairRunning } from './attached-repair.ts';
import { askProgram, isLocalProcess, type RunningProgram } from './running-program.ts';
import { ThreadClock } from '../thread-clock.ts';
import { connectInspector } from '../inspector-connection.ts';
import { takesSamples } from '../inspector-sampler.ts';
import { FileTexts } from '../scripts/file-texts.ts';
import { defaultBootloader } from '../launch-command.ts';
import { DetailBudget } from '../detail-budget.ts';
import { Journal } from '../journal.ts';
import { makeWorkFolder, removeFolder } from '../work-folder.ts';
import { MAIN_THREAD, type Microseconds, type Milliseconds } from '../../core/index.ts';
import { ProcessTree } from '../process-tree.ts';
import { RecordedThread, type ThreadStart } from '../recorded-thread.ts';
import { SamplingThreads } from '../sampling-threads.ts';
import { nameOfProgram } from '../thread-name.ts';
import { addonIn, reasonOf, recordsIn, RecordingError } from '../../recording/index.ts';
import { journalName } from '../../recording/journal.ts';

/** What to attach to and how to sample it. */
export interface AttachOptions {
  readonly target: AttachTarget;
  readonly mayOpen: AskToOpen;
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

/**
 * Attaches to a program that runs, and samples it with the inspector's sampler, the only one that can begin late. Its `stop`
 * saves the recording and leaves the program as it was. Rejects with a {@link RecordingError}.
 */
export async function startAttached(options: AttachOptions): Promise<AttachedSession> {
  const found = await findInspector(options.target, options.mayOpen);
  const connection = await connectInspector(found.url);
  let clock: ThreadClock | undefined;
  let folder: string | undefined;
  let tree: ProcessTree | undefined;
  try {
    const ready = await askProgram(connection);
    const output = await options.output(ready.program);
    const isLocal = await isLocalProcess(ready.pid, found.url);
    folder = await makeWorkFolder(output, ready.program).catch(() => undefined);
    const records = folder === undefined ? undefined : recordsIn(folder);
    clock = isLocal ? ThreadClock.start(ready.pid, ready.pid, records) : undefined;
    tree = isLocal ? ProcessTree.watch(ready.pid, 'now') : undefined;
    // Subscribed before it can happen.
    const ending = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
    await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
    const { interval, duration } = options;
    const bundles = path.dirname(options.bootloader ?? defaultBootloader());
    const samplingThreads = new SamplingThreads(addonIn(bundles));
    const repair = options.frameRepair === true ? await repairRunning(connection, isLocal, bundles, records) : noRepair;
    const { holdsSamples } = repair;
    await Promise.all([beginSamplingLate(connection, interval), repair.install()]);
    if (isLocal) samplingThreads.hurry(ready.pid);
    const journal = folder === undefined ? undefined : new Journal(path.join(folder, journalName(MAIN_THREAD)));
    const budget = new DetailBudget(options.detailLimit);
    // A debugger saves each profile that a console begins and ends as a file of its user's, and rotation does just that.
    const keeping = { budget, interval, files: new FileTexts(), mustWait: () => hasOtherClients(found.url) };
    const sampler = await takesSamples(connection, ready.v8, {
      ...{ ...keeping, journal, holdsSamples: () => holdsSamples },
    });
    const start = startOfMain(ready);
    const main = new RecordedThread({ start, connection, sampler, clock, journal, startsLate: true });
    const describe = describesThreads(ready, interval, Date.now(), repair);
    // What is known from the beginning is on disk from the beginning.
    main.note(describe);
    const workers =
      folder === undefined
        ? undefined
        : await AttachedWorkers.attach(connection, {
            ...{ pid: ready.pid, v8: ready.v8, isLocal, keeping, folder, describe },
            ...{ addonFile: repair.addonFile, records, samplingThreads },
          }).catch(() => undefined);
    const program = { found, connection, ready, ending, main, workers, tree, repair };
    return new AttachedRecording({ ...program, interval, duration, output, folder, describe }).session();
  } catch (error) {
    clock?.stop();
    tree?.stop();
    await letGo(connection, found);
    if (folder !== undefined) await removeFolder(folder);
    if (error instanceof RecordingError) throw error;
    throw new RecordingError('recording-not-started', `The recording could not be started: ${reasonOf(error)}`);
  }
}

function startOfMain({ program, pid, anchorUs }: RunningProgram): ThreadStart {
  const name = nameOfProgram([program], program);
  return { id: MAIN_THREAD, kind: 'main', name, script: program, pid, startUs: anchorUs };
}
