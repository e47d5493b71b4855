import { type Profiler, Session } from 'node:inspector';
import type { TimedFunction, TimingSettings } from '../recording/timing.ts';
import { wantedFunctions } from './time-script.ts';

/**
 * Counts the calls of this thread's functions from now on, exactly, by V8's own counters: no text is changed, and nothing is timed.
 * Returns a function that gives the counts so far.
 */
export function countCalls(settings: TimingSettings) {
  const session = new Session();
  session.connect();
  const ask = <Answer>(method: string, params: object = {}): Answer | undefined => {
    let answer: Answer | undefined;
    // Answered at once: it is this thread's own.
    session.post(method, params, (_, result) => (answer = result as Answer));
    return answer;
  };
  const functionsOf = (scriptId: string, url: string): CountedFunction[] => {
    if (url === '' || url.startsWith('node:')) return [];
    const { scriptSource = '' } = ask<{ scriptSource?: string }>('Debugger.getScriptSource', { scriptId }) ?? {};
    return (wantedFunctions(scriptSource, url, false, settings)?.functions ?? []).map(({ found, name, place }) => ({
      ...{ of: { name, ...place, kind: found.kind }, start: found.node.start, end: found.node.end, count: 0 },
    }));
  };
  const scripts = new Map<string, CountedFunction[]>();
  ask('Profiler.enable');
  // Detailed counts are as exact, and V8 keeps more of its optimised code with them.
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return () => {
    ask('Debugger.enable');
    // V8 begins anew each time.
    for (const { scriptId, url, functions } of ask<Profiler.TakePreciseCoverageReturnType>(
      'Profiler.takePreciseCoverage',
    )?.result ?? []) {
      const own = scripts.get(scriptId) ?? functionsOf(scriptId, url);
      scripts.set(scriptId, own);
      if (own.length === 0) continue;
      const byEnd = new Map<number, Profiler.CoverageRange[]>();
      // Of each function the first range is the whole of it, in UTF-16 offsets.
      for (const { ranges } of functions) {
        const [whole] = ranges;
        byEnd.set(whole.endOffset, [...(byEnd.get(whole.endOffset) ?? []), whole]);
      }
      for (const each of own) each.count += callsOf(each, byEnd.get(each.end));
    }
    ask('Debugger.disable');
    return [...scripts.values()].flatMap((own) =>
      own.filter(({ count }) => count > 0).map(({ of, count }) => ({ ...of, count, ...UNTIMED })),
    );
  };
}

/** A function whose calls are counted, and where it begins and ends in its text, in UTF-16 offsets. */
interface CountedFunction {
  readonly of: TimedFunction;
  readonly start: number;
  readonly end: number;
  count: number;
}

const UNTIMED = {
  ...{ ended: 0, thrown: 0, isShort: true, sumMs: 0, totalMs: 0, selfMs: 0, minMs: null, maxMs: 0, untilReturnMs: 0 },
  ...{ histogram: [], slowest: [] },
};

/** The parser has methods begin at their parameters, V8 at their names; both know where a function ends. `ending`: those with its end. */
function callsOf({ start }: CountedFunction, ending: readonly Profiler.CoverageRange[] = []): number {
  const around = ending.filter(({ startOffset }) => startOffset <= start);
  const { count = 0 } = around.sort((a, b) => a.startOffset - b.startOffset).at(-1) ?? {};
  // V8 counts to 2³², and the inspector takes the upper half of that for negative numbers.
  return count >>> 0;
}
