import type { InspectorConnection } from './inspector-connection.ts';
import { askFunctions, askLiveScripts } from './live-scripts.ts';
import { cutProfile, findScriptUrls, sealProfile } from './raw-profile.ts';
import { loadScripts } from './recorded-scripts.ts';
import type { Sampler } from './sampler.ts';
import { blamesInlinedCodeWrongly, type Microseconds } from '../core/index.ts';

/** Starts the inspector's sampler on a thread that waits for us. */
export async function startInspectorSampler(
  connection: InspectorConnection,
  interval: Microseconds,
  v8Version: string,
): Promise<Sampler> {
  await beginSampling(connection, interval);
  return takesSamples(connection, v8Version);
}

/** Starts the inspector's sampler. */
export async function beginSampling(connection: InspectorConnection, interval: Microseconds): Promise<void> {
  await Promise.all([
    connection.send('Profiler.enable'),
    connection.send('Profiler.setSamplingInterval', { interval }),
    connection.send('Profiler.start'),
  ]);
}

/** What takes the samples of the inspector's sampler, which runs. */
export function takesSamples(connection: InspectorConnection, v8Version: string): Sampler {
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
        seal: (file, facts) => sealProfile(file, profile, facts()),
      };
    },
  };
}
