import type { Protocol } from 'devtools-protocol';
import type { Journal } from '../disk/journal.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { writeProfile, withKept } from '../disk/write-profile.ts';
import { type OpenBridge, Rotation } from './rotate.ts';
import { askFunctions, askScripts, coveredScript, type CoveredScripts } from '../scripts/ask-scripts.ts';
import { findSampledScripts, noteSampled } from '../scripts/sampled-scripts.ts';
import {
  type FollowedThread,
  ScriptTexts,
  sumOfSamples,
  WORTH_AT_END,
  WORTH_WHILE_RUNNING,
  type Worth,
} from '../scripts/script-texts.ts';
import type { Sampler } from './sampler.ts';
import { JoinedProfile } from './joined-profile.ts';
import { achievableInterval, blamesInlinedCodeWrongly, type Microseconds } from '../../core/index.ts';
import { RecordingError } from '../../recording/index.ts';

/** Of a profile only those samples are known that ended in a script; what it called may be most of the time. */
const WORTH_ASKING: Worth = { ...WORTH_AT_END, anyOther: true };

/** A sample in the recorder's memory: its node, and when it was taken. */
const BYTES_PER_SAMPLE = 12;

/** How much is kept of samples, those of all threads together that the inspector samples at a time. */
export interface DetailBudget {
  readonly bytes: number;
  /** Connections. */
  readonly threads: Set<InspectorConnection>;
}

/** How the samples of a thread that runs are kept. */
export interface Keeping extends Pick<FollowedThread, 'files' | 'loadMap'> {
  readonly journal: Journal;
  readonly budget: DetailBudget;
  /** That was asked for. */
  readonly interval: Microseconds;
  /** While it holds, samples stay in the program; absent: it never does. */
  readonly mustWait?: (() => Promise<boolean>) | undefined;
  readonly openBridge?: OpenBridge | undefined;
  /** Samples wait while the thread's event loop does (`ReadyNote`); asked when the first ones have come. */
  readonly holdsSamples?: () => boolean | undefined;
}

/**
 * Starts the inspector's sampler on a thread that waits for us, or runs already. Its samples are taken part after part, so that they do
 * not pile up.
 */
export async function startInspectorSampler(
  connection: InspectorConnection,
  v8Version: string,
  keeping: Keeping,
  isRunning: boolean,
): Promise<Sampler> {
  // When the thread begins to load its scripts.
  const since = isRunning ? undefined : Date.now();
  const { budget, journal, interval, holdsSamples } = keeping;
  let joined: JoinedProfile | undefined;
  const add = (part: Protocol.Profiler.Profile): JoinedProfile => {
    if (!part?.nodes)
      throw new RecordingError('profile-unreadable', 'The runtime answered with something that is not a profile.');
    joined ??= new JoinedProfile(holdsSamples?.() === true ? achievableInterval(interval) : undefined);
    joined.add(part);
    return joined;
  };
  budget.threads.add(connection);
  void connection.closed.then(() => budget.threads.delete(connection));
  let functions: CoveredScripts = new Map();
  const texts = new ScriptTexts({
    ...keeping,
    scripts: () => {
      const scripts = findSampledScripts(joined?.frames() ?? []).map((script) => ({ ...script, loadedAt: since }));
      return Promise.resolve({ scripts, all: sumOfSamples(scripts) });
    },
    needsText: (script) => coveredScript(functions, script) !== undefined,
    note: (known) => noteSampled(known, functions, keeping.loadMap === undefined),
  });
  const onPart = (profile: Protocol.Profiler.Profile): void => {
    const all = add(profile);
    all.thin(Math.floor(budget.bytes / BYTES_PER_SAMPLE / Math.max(1, budget.threads.size)));
    void journal.writeSamples(all);
    void texts.look(WORTH_WHILE_RUNNING, (...asked) => rotation.rotate(() => askScripts(connection, ...asked)));
  };
  const rotation = new Rotation(connection, onPart, keeping.mustWait, keeping.openBridge);
  const isPage = keeping.loadMap !== undefined;
  await Promise.all([beginSampling(connection, interval, { isRunning, isPage }), rotation.start()]);
  return {
    savesAfterExit: false,
    take: async () => {
      await rotation.stop();
      let isWhole = true;
      try {
        add((await connection.send('Profiler.stop')).profile);
      } catch (error) {
        // The samples since the last part are lost together with the program, but not those before.
        if (joined === undefined) throw error;
        isWhole = false;
      }
      budget.threads.delete(connection);
      // Function ranges are for repairing what older V8s say of inlined code.
      if (blamesInlinedCodeWrongly(v8Version)) functions = await askFunctions(connection);
      await texts.look(WORTH_ASKING, (...asked) => askScripts(connection, ...asked));
      const all = joined;
      const keptOneIn = all?.keptOneIn ?? 1;
      return {
        scripts: () => Promise.resolve(texts.notes()),
        isWhole,
        write: (file, facts) => writeProfile(file, () => all?.write() ?? [], withKept(facts(), keptOneIn)),
      };
    },
  };
}

/**
 * When V8's sampler begins late it does not hear of code that was compiled for a running loop (on-stack replacement)
 * before: a function in such code is missing from stacks, and its caller is blamed. V8 throws all optimised code away for
 * a coverage, and tells the sampler what it compiles anew.
 *
 * All is sent at once: a program's thread answers one after the other, without running in between. The coverage is before the
 * sampler, for it takes up to 0.1 s, which would be of the function that the thread is in. A page answers between its tasks,
 * of which one may come between: there the coverage is after the sampler, and takes the time of no function.
 */
export async function beginSampling(
  connection: InspectorConnection,
  interval: Microseconds,
  { isRunning, isPage }: { readonly isRunning: boolean; readonly isPage: boolean },
): Promise<void> {
  const renewCode = () => [
    connection.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false }),
    connection.send('Profiler.stopPreciseCoverage'),
  ];
  await Promise.all([
    connection.send('Profiler.enable'),
    ...(isRunning && !isPage ? renewCode() : []),
    connection.send('Profiler.setSamplingInterval', { interval }),
    connection.send('Profiler.start'),
    ...(isRunning && isPage ? renewCode() : []),
  ]);
}
