import type { Protocol } from 'devtools-protocol';
import { noteCalls } from './function-ranges.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import type { Sampler } from './inspector-sampler.ts';
import { askLiveScripts } from './live-scripts.ts';
import { loadScripts } from './recorded-scripts.ts';
import { resumeAtStart } from './resume.ts';
import { writeSomewhere } from './write-somewhere.ts';
import type { CountedScript } from '../recording/call-counts.ts';

/** Lets the program run and counts every call of the main thread's functions. That slows it down, so nothing is timed. */
export async function startCallCounter(connection: InspectorConnection, output: string): Promise<Sampler> {
  await Promise.all([
    connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }),
    connection.send('Profiler.enable'),
    // Detailed counts are as exact, and V8 keeps more of its optimised code with them.
    connection.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true }),
  ]);
  await resumeAtStart(connection);
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
        save: (facts) => {
          const counts = JSON.stringify({ version: 1, scripts: counted });
          return writeSomewhere(output, (noticed) => [
            Buffer.from(`{"callCounts":${counts},"$heatline":${facts(noticed)}}\n`, 'utf8'),
          ]);
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
