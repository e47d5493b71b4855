import type { InspectorConnection } from './inspector-connection.ts';
import { blamesInlinedCodeWrongly, type Microseconds } from '../core/index.ts';
import { askFunctions, askLiveScripts } from './live-scripts.ts';
import { addFacts, cutProfile, findScriptUrls } from './raw-profile.ts';
import { loadScripts } from './recorded-scripts.ts';
import type { RecordOptions } from './recording-session.ts';
import { resumeAtStart } from './resume.ts';
import { writeSomewhere } from './write-somewhere.ts';
import type { Diagnostic, RecordedScript } from '../recording/index.ts';

/** Samples that were taken out of the program; it may end, they are not on disk yet. */
export interface TakenSamples {
  /** The scripts that have samples, with what is needed to map them. */
  readonly scripts: readonly RecordedScript[];
  /** In place of `scripts`, where they are known only when the program has ended. */
  scriptsAtEnd?(): Promise<readonly RecordedScript[]>;
  /** Writes the recording with the facts as its last key. */
  save(facts: FactsText): Promise<SavedSamples>;
}

/** The facts of a recording as JSON, together with what was noticed while it was saved. */
export type FactsText = (noticed?: readonly Diagnostic[]) => string;

/** A recording that is on disk. */
export interface SavedSamples {
  /** Absolute path. */
  readonly recording: string;
  /** What was noticed while it was saved. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What records a program that runs: samples or counted calls. */
export interface Sampler {
  /** What is lost with the program unless it is taken in time. */
  readonly collects: 'samples' | 'calls';
  /** Takes what was sampled. The program waits (or spins) meanwhile. Rejects when the connection ends first. */
  take(): Promise<TakenSamples>;
  /** The recording is whole only when the program has ended. */
  readonly savesAfterExit: boolean;
  /** Absolute path of what the sampler writes while it runs, where it does. */
  readonly log?: string;
  /** Bytes on disk so far, where the sampler writes while it runs. */
  size?(): Promise<number>;
}

/** Starts the inspector's sampler, asks for news of the end, and lets the program run. */
export async function startInspectorSampler(
  connection: InspectorConnection,
  { interval, output }: Pick<RecordOptions, 'interval' | 'output'>,
  v8Version: string,
): Promise<Sampler> {
  await beginSampling(connection, interval);
  await resumeAtStart(connection);
  return takesSamples(connection, output, v8Version);
}

/** Starts the inspector's sampler and asks for news of the end. */
export async function beginSampling(connection: InspectorConnection, interval: Microseconds): Promise<void> {
  await Promise.all([
    connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }),
    connection.send('Profiler.enable'),
    connection.send('Profiler.setSamplingInterval', { interval }),
    connection.send('Profiler.start'),
  ]);
}

/** What takes the samples of the inspector's sampler, which runs. `output`: absolute path of the recording. */
export function takesSamples(connection: InspectorConnection, output: string, v8Version: string): Sampler {
  return {
    collects: 'samples',
    savesAfterExit: false,
    take: async () => {
      const answer = await connection.sendForBytes('Profiler.stop');
      const profile = cutProfile(answer);
      const urls = findScriptUrls(profile);
      // Function ranges are for repairing what older V8s say of inlined code.
      const functions = blamesInlinedCodeWrongly(v8Version) ? await askFunctions(connection) : new Map<string, never>();
      // Whatever goes wrong with the scripts, the samples are worth keeping without them.
      const scripts = await loadScripts(urls, await askLiveScripts(connection), functions).catch(() => []);
      return {
        scripts,
        save: (facts) => writeSomewhere(output, (noticed) => addFacts(profile, facts(noticed))),
      };
    },
  };
}
