import path from 'node:path';
import { AttachedRecording, type AttachedSession } from './attached-recording.ts';
import type { AttachTarget } from './attach-target.ts';
import { type AskToOpen, findInspector } from './find-inspector.ts';
import { letGo } from './let-go.ts';
import { askProgram, isLocalProcess } from './running-program.ts';
import { type CpuClockPoller, startCpuClockPoller } from '../cpu-clock.ts';
import { connectInspector, type InspectorConnection } from '../inspector-connection.ts';
import { beginSampling, takesSamples } from '../inspector-sampler.ts';
import { DetailBudget } from '../detail-budget.ts';
import { Journal } from '../journal.ts';
import { makeWorkFolder } from '../work-folder.ts';
import { MAIN_THREAD, type Microseconds, type Milliseconds } from '../../core/index.ts';
import { RecordingError } from '../../recording/index.ts';
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
  let clock: CpuClockPoller | undefined;
  try {
    const ready = await askProgram(connection);
    const output = await options.output(ready.program);
    clock = (await isLocalProcess(ready.pid, found.url)) ? startCpuClockPoller(ready.pid) : undefined;
    // Subscribed before it can happen.
    const ending = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
    await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
    await beginSampling(connection, options.interval);
    await dropOptimisedCode(connection);
    const { interval, duration } = options;
    const folder = await makeWorkFolder(output, ready.program).catch(() => undefined);
    const journal = folder === undefined ? undefined : new Journal(path.join(folder, journalName(MAIN_THREAD)));
    const budget = new DetailBudget(options.detailLimit);
    const sampler = await takesSamples(connection, ready.v8, { journal, clock, budget, interval });
    const parts = { found, connection, ready, clock, ending, sampler, interval, duration, output, folder, journal };
    return new AttachedRecording(parts).session();
  } catch (error) {
    clock?.stop();
    await letGo(connection, found);
    if (error instanceof RecordingError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecordingError('recording-not-started', `The recording could not be started: ${reason}`);
  }
}

/**
 * When V8's sampler begins late it does not hear of code that was compiled for a running loop (on-stack replacement) before:
 * a function in such code is missing from stacks, and its caller is blamed. V8 throws all optimised code away for a
 * coverage, and tells the sampler what it compiles anew.
 */
async function dropOptimisedCode(connection: InspectorConnection): Promise<void> {
  await Promise.all([
    connection.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false }),
    connection.send('Profiler.stopPreciseCoverage'),
  ]);
}
