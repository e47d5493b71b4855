import path from 'node:path';
import type { Verdict } from './judge.ts';
import type { RecordedRun } from './record.ts';
import type { Reading } from './reading.ts';

/**
 * Compares what is said of the lines that were injected into a real program with what they measured: shares of all CPU time,
 * of all that was sampled for the reading. A line's own time is without the collections behind it, as with the constructs:
 * they are inside of what it measured, and no line's.
 */
export function judgeHeat(reading: Reading, { lines = [], phases, startCost = NaN }: RecordedRun): Verdict[] {
  const whole = phases.whole - startCost;
  return lines.map(({ id, file, line }) => {
    const said = reading.lines.get(`${file}:${line}`);
    const own = Math.max(0, (phases[id] ?? 0) - 1000 * (said?.gcTime ?? 0));
    return {
      ...{ mark: `${path.basename(file)}:${line}`, kind: 'self', truth: own / whole },
      said: (said?.time ?? 0) / reading.activeTime,
      low: (said?.low ?? NaN) / reading.activeTime,
      high: (said?.high ?? NaN) / reading.activeTime,
    };
  });
}
