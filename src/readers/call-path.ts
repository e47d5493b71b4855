import type { Profiles } from '../core/index.ts';
import type { TimedStep, TimedThread } from '../recording/timed-calls.ts';
import { FormatError } from './format-error.ts';
import { LinkedNodes } from './stacks/linked-nodes.ts';
import { buildThreads, type LinkedSamples, type LinkedThread } from './stacks/linked-threads.ts';
import { readTimedThreads } from './timed-calls.ts';

/** What the time of the path is called wherever a measured value is named. */
const VALUE = { name: 'timed calls', unit: 'microseconds', isExact: true } as const;

/**
 * In which order were the functions called? The path of a `.calls.json` of timed calls as samples: one for each stretch of time in which
 * the same call was the innermost that ran. Times are the clock's, with what timing cost in them. Throws `FormatError`.
 */
export async function readCallPath(file: string): Promise<Profiles> {
  const { threads } = await readTimedThreads(file);
  const found = threads.filter(({ path }) => path.length > 0);
  if (found.length === 0) throw new FormatError(file, 'no call in it was timed');
  if (!found.every(isWhole)) throw new FormatError(file, 'calls in it name others that are not there; time them again');
  const origin = Math.min(...found.map((thread) => thread.origin));
  const linked = found.map((thread) => linkThread(thread, origin));
  const facts = { sampler: 'other', diagnostics: [], startedAt: origin, value: VALUE } as const;
  return buildThreads(file, linked, facts, () => ({ isOriginal: true }));
}

/** Whether each call names a function, and a caller before it. */
const isWhole = ({ path, functions }: TimedThread): boolean =>
  path.every(({ function: called, caller }, row) => called < functions.length && caller >= -1 && caller < row);

function linkThread({ pid, thread, functions, origin, path }: TimedThread, first: number): LinkedThread {
  const nodes = new LinkedNodes();
  for (const { name, file, line, column } of functions) nodes.functions.push({ name, url: file, line, column });
  path.forEach(({ caller, function: called }, row) => nodes.add(row, caller < 0 ? undefined : caller, called));
  const isMain = thread === 0;
  return {
    ...{ name: isMain ? `process ${pid}` : `worker ${thread}`, pid, tid: pid + thread, process: undefined, isMain },
    ...{ nodes, samples: innermost(path, origin - first) },
  };
}

/** When was which call the innermost that ran? `offset`: milliseconds from the start of the recording to the thread's. */
function innermost(steps: readonly TimedStep[], offset: number): LinkedSamples {
  const [node, time, weight]: [number[], number[], number[]] = [[], [], []];
  const open: { readonly row: number; readonly end: number }[] = [];
  let now = 0;
  const run = (row: number, until: number): void => {
    if (until > now) {
      node.push(row);
      time.push((offset + now) * 1000);
      weight.push((until - now) * 1000);
    }
    now = Math.max(now, until);
  };
  const runUntil = (until: number): void => {
    for (let last = open.at(-1); last; last = open.at(-1)) {
      run(last.row, Math.min(last.end, until));
      if (last.end > until) return;
      open.pop();
    }
    now = Math.max(now, until);
  };
  const end = steps.reduce((latest, { startMs, ranMs }) => Math.max(latest, startMs + Math.max(0, ranMs)), 0);
  steps.forEach(({ startMs, ranMs }, row) => {
    runUntil(startMs);
    open.push({ row, end: ranMs < 0 ? end : startMs + ranMs });
  });
  runUntil(end);
  return { node, time: Float64Array.from(time), weight: Float64Array.from(weight) };
}
