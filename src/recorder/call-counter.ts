import type { Protocol } from 'devtools-protocol';
import { noteCalls } from './function-ranges.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import type { Sampler } from './sampler.ts';
import { askLiveScripts } from './live-scripts.ts';
import { FACTS_KEY, writeWhole } from './raw-profile.ts';
import { loadScripts } from './recorded-scripts.ts';
import type { CountedScript } from '../recording/call-counts.ts';

/** Counts every call of the main thread's functions. That slows it down, so nothing is timed. */
export async function startCallCounter(connection: InspectorConnection): Promise<Sampler> {
  await Promise.all([
    connection.send('Profiler.enable'),
    // Detailed counts are as exact, and V8 keeps more of its optimised code with them.
    connection.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true }),
  ]);
  return {
    collects: 'calls',
    savesAfterExit: false,
    take: async () => {
      const { result } = await connection.send('Profiler.takePreciseCoverage');
      const live = await askLiveScripts(connection);
      const counted = await noteScripts(connection, result);
      const urls = [...new Set(counted.map(({ url }) => url))];
      const scripts = await loadScripts(urls, live, new Map()).catch(() => []);
      return {
        scripts,
        seal: async (file, facts) => {
          const counts = JSON.stringify({ version: 1, scripts: counted });
          const text = Buffer.from(`{"callCounts":${counts}${FACTS_KEY}${facts()}}\n`, 'utf8');
          await writeWhole(file, [text]);
          return { format: 'calls', file, profileEnd: text.length };
        },
      };
    },
  };
}

/** Offsets refer to the text that ran; if a loader made it, only the runtime has it. */
async function noteScripts(
  connection: InspectorConnection,
  scripts: readonly Protocol.Profiler.ScriptCoverage[],
): Promise<CountedScript[]> {
  const counted: CountedScript[] = [];
  await connection.send('Debugger.enable', {});
  for (const script of scripts) {
    const { url, scriptId } = script;
    if (url === '' || url.startsWith('node:')) continue;
    const text = await connection.send('Debugger.getScriptSource', { scriptId }).catch(() => undefined);
    if (text !== undefined) counted.push({ url, ...noteCalls(script, text.scriptSource) });
  }
  await connection.send('Debugger.disable');
  return counted;
}
