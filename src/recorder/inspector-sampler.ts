import type { InspectorConnection } from './inspector-connection.ts';
import { cutProfile, findScriptUrls, writeProfile } from './raw-profile.ts';
import { loadScripts, type RecordedScript } from './recorded-scripts.ts';
import type { RecordOptions } from './recording-session.ts';

/** Samples that were taken out of the program; it may end, they are not on disk yet. */
export interface TakenSamples {
  /** The scripts that have samples, with what is needed to map them. */
  readonly scripts: readonly RecordedScript[];
  /** Writes the recording with the facts as its last key; gives its path. */
  save(factsJson: string): Promise<string>;
}

export interface Sampler {
  /** Takes what was sampled. The program waits (or spins) meanwhile. Rejects when the connection ends first. */
  take(): Promise<TakenSamples>;
  /** The recording is whole only when the program has ended. */
  readonly savesAfterExit: boolean;
  /** Bytes on disk so far, where the sampler writes while it runs. */
  size?(): Promise<number>;
}

/** Starts the inspector's sampler, asks for news of the end, and lets the program run. */
export async function startInspectorSampler(
  connection: InspectorConnection,
  options: Pick<RecordOptions, 'interval' | 'output'>,
): Promise<Sampler> {
  await Promise.all([
    connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }),
    connection.send('Profiler.enable'),
    connection.send('Profiler.setSamplingInterval', { interval: options.interval }),
    connection.send('Profiler.start'),
  ]);
  // A short program may be gone before it answers: that is an ending, not a failure to start.
  await connection.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  return {
    savesAfterExit: false,
    take: async () => {
      const answer = await connection.sendForBytes('Profiler.stop');
      const profile = cutProfile(answer);
      const urls = findScriptUrls(profile);
      const inForce = await askSourceMapUrls(connection, new Set(urls));
      const scripts = await loadScripts(urls, inForce);
      return {
        scripts,
        save: async (factsJson) => {
          await writeProfile(options.output, profile, factsJson);
          return options.output;
        },
      };
    },
  };
}

/**
 * The source map urls in force, also of code that a loader compiled in memory. Asked at the end, after the last
 * sample: enabling the debugger names all live scripts again before it answers. Early enabling instead puts that flood
 * into the profiled time; reading files alone cannot know what a loader made. Node 20 on a busy machine: enabling at the
 * end took 76 ms with 97 scripts (a small program), 540 ms at load 20 with 118 (TypeScript checking); reading and
 * hashing 22 files took 19 ms and 160 ms. Scripts that Node 20 leaves out are read from disk.
 */
async function askSourceMapUrls(
  connection: InspectorConnection,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();
  connection.on('Debugger.scriptParsed', ({ url, sourceMapURL }) => {
    if (sourceMapURL && wanted.has(url)) urls.set(url, sourceMapURL);
  });
  // A connection that ends now costs the urls, not the profile.
  await connection.send('Debugger.enable', {}).catch(() => undefined);
  await connection.send('Debugger.disable').catch(() => undefined);
  return urls;
}
