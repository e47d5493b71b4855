import type { Protocol } from 'devtools-protocol';
import type { InspectorConnection } from './inspector-connection.ts';
import { askFunctions, askLiveScripts } from './live-scripts.ts';
import { cutProfile, findScriptUrls, sealProfile } from './raw-profile.ts';
import { loadScripts } from './recorded-scripts.ts';
import { runsFiles } from './runs-files.ts';
import { findSampledScripts, type SampledScript } from './sampled-scripts.ts';
import { Rotation } from './rotate.ts';
import type { Journal } from './journal.ts';
import type { Sampler } from './sampler.ts';
import { JoinedProfile } from '../readers/unfinished/joined-profile.ts';
import type { JoinedPart } from '../recording/journal.ts';
import { blamesInlinedCodeWrongly, type Microseconds, type Milliseconds } from '../core/index.ts';

/** Starts the inspector's sampler on a thread that waits for us. */
export async function startInspectorSampler(
  connection: InspectorConnection,
  interval: Microseconds,
  v8Version: string,
  journal: Journal | undefined,
): Promise<Sampler> {
  const since = Date.now();
  await beginSampling(connection, interval);
  return takesSamples(connection, v8Version, journal, since);
}

/** Starts the inspector's sampler. */
export async function beginSampling(connection: InspectorConnection, interval: Microseconds): Promise<void> {
  await Promise.all([
    connection.send('Profiler.enable'),
    connection.send('Profiler.setSamplingInterval', { interval }),
    connection.send('Profiler.start'),
  ]);
}

/**
 * What takes the samples of the inspector's sampler, which runs: part after part, so that they do not pile up. `since`: when
 * the thread began to load its scripts (Unix time), where it was not before.
 */
export async function takesSamples(
  connection: InspectorConnection,
  v8Version: string,
  journal: Journal | undefined,
  since?: Milliseconds,
): Promise<Sampler> {
  const samples = new TakenParts();
  const rotation = new Rotation(connection, (answer) => {
    const part = samples.add(cutProfile(answer));
    journal?.append({ part });
  });
  await rotation.start();
  return {
    collects: 'samples',
    savesAfterExit: false,
    take: async () => {
      await rotation.stop();
      const isWhole = await takeLast(connection, samples);
      const { scripts: sampled, pieces } = samples.finish();
      // Function ranges are for repairing what older V8s say of inlined code.
      const functions = blamesInlinedCodeWrongly(v8Version) ? await askFunctions(connection) : new Map<string, never>();
      // Whatever goes wrong with the scripts, the samples are worth keeping without them.
      const areFiles = since !== undefined && (await runsFiles(sampled, since).catch(() => false));
      const live = areFiles ? 'files' : await askLiveScripts(connection);
      const urls = sampled.map(({ url }) => url);
      const scripts = await loadScripts(urls, live, functions).catch(() => []);
      return {
        scripts,
        isWhole,
        seal: (file, facts) => sealProfile(file, pieces, facts()),
      };
    },
  };
}

/** Takes the samples since the last part. False where they are lost together with the program, but not those before. */
async function takeLast(connection: InspectorConnection, samples: TakenParts): Promise<boolean> {
  try {
    samples.addLast(cutProfile(await connection.sendForBytes('Profiler.stop')));
    return true;
  } catch (error) {
    if (samples.isEmpty) throw error;
    return false;
  }
}

/** The parts of a thread's samples. A single one stays as it came: most programs are short. */
class TakenParts {
  #only: Buffer | undefined;
  #joined: JoinedProfile | undefined;

  get isEmpty(): boolean {
    return this.#only === undefined && this.#joined === undefined;
  }

  /** What the part adds to those before. */
  add(profile: Buffer): JoinedPart {
    return (this.#joined ??= new JoinedProfile()).add(parse(profile));
  }

  addLast(profile: Buffer): void {
    if (this.#joined) this.#joined.add(parse(profile));
    else this.#only = profile;
  }

  /** The scripts in it, and its text without the last brace. */
  finish(): { readonly scripts: readonly SampledScript[]; readonly pieces: () => Iterable<Buffer> } {
    const joined = this.#joined;
    if (joined) return { scripts: findSampledScripts(joined.frames()), pieces: () => joined.write() };
    const profile = this.#only;
    if (!profile) return { scripts: [], pieces: () => [] };
    return { scripts: scriptsOf(profile), pieces: () => [profile.subarray(0, profile.length - 1)] };
  }
}

/** Whatever its size: a profile too long for a string has no functions here, and its scripts matter. */
function scriptsOf(profile: Buffer): SampledScript[] {
  try {
    const frames = parse(profile).nodes.map(({ callFrame, hitCount = 0 }) => ({ callFrame, hits: hitCount }));
    return findSampledScripts(frames);
  } catch {
    return findScriptUrls(profile).map((url) => ({ url, samples: Infinity, functions: [] }));
  }
}

const parse = (profile: Buffer): Protocol.Profiler.Profile =>
  JSON.parse(profile.toString('utf8')) as Protocol.Profiler.Profile;
