import type { Protocol } from 'devtools-protocol';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { Sampler } from './sampler.ts';
import { FACTS_KEY, writeWhole } from '../disk/write-profile.ts';
import { askScripts } from '../scripts/ask-scripts.ts';
import { pathOfUrl } from '../../urls/index.ts';
import { FileTexts } from '../scripts/file-texts.ts';
import { noteCalls } from '../scripts/function-ranges.ts';
import { noteSampled } from '../scripts/sampled-scripts.ts';
import { type KnownText, noteAnswer } from '../scripts/script-texts.ts';
import type { CountedScript } from '../../recording/call-counts.ts';

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
      const { counted, scripts } = await describeCalls(connection, result);
      return {
        scripts: () => Promise.resolve(scripts),
        write: async (file, facts) => {
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
async function describeCalls(connection: InspectorConnection, coverage: readonly Protocol.Profiler.ScriptCoverage[]) {
  const covered = coverage.map((script) => ({ ...script, id: Number(script.scriptId) }));
  const asked = await askScripts(connection, covered);
  const files = new FileTexts();
  const counted: CountedScript[] = [];
  const known = new Map<string, KnownText>();
  for (const script of covered) {
    const answer = asked.get(script);
    if (answer?.text === undefined) continue;
    counted.push({ url: script.url, ...noteCalls(script, answer.text) });
    const file = pathOfUrl(script.url);
    const read = file === undefined ? undefined : await files.read(file);
    if (!known.has(script.url)) known.set(script.url, { script, ...noteAnswer(script, answer, read) });
  }
  return { counted, scripts: noteSampled([...known.values()], new Map()) };
}
