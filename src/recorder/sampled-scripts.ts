import type { Protocol } from 'devtools-protocol';
import { RECORDER_SCRIPT } from '../recording/rendezvous.ts';

/** What a profile tells of a script. */
export interface SampledScript {
  readonly url: string;
  /** Samples that ended in it. */
  readonly samples: number;
  /** Where its functions begin, lines and columns 0-based; the top level, at 0:0, is none. */
  readonly functions: readonly (readonly [line: number, column: number])[];
}

export const sumOfSamples = (scripts: readonly SampledScript[]): number =>
  scripts.reduce((sum, { samples }) => sum + samples, 0);

/** The scripts of a profile, each once, from its nodes or frames and how many samples each has. */
export function findSampledScripts(
  frames: Iterable<{ readonly callFrame: Protocol.Runtime.CallFrame; readonly hits: number }>,
): SampledScript[] {
  const scripts = new Map<string, { samples: number; readonly places: Map<string, readonly [number, number]> }>();
  for (const { callFrame, hits } of frames) {
    const { url, lineNumber, columnNumber } = callFrame;
    if (url === '' || url === RECORDER_SCRIPT) continue;
    let script = scripts.get(url);
    if (!script) scripts.set(url, (script = { samples: 0, places: new Map() }));
    script.samples += hits;
    if (lineNumber > 0 || columnNumber > 0)
      script.places.set(`${lineNumber}:${columnNumber}`, [lineNumber, columnNumber]);
  }
  return [...scripts].map(([url, { samples, places }]) => ({ url, samples, functions: [...places.values()] }));
}
