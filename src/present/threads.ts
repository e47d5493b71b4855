import { groupBy, type ThreadSummary, type Unrecorded, type UnrecordedPart } from '../core/index.ts';
import type { UnrecordedReason } from '../recording/index.ts';
import { formatCount, formatShare, formatTime } from './quantities.ts';

/** Why a thread was not recorded, who used CPU time that was not for that reason, and what to do. */
const reasons: Readonly<Record<UnrecordedReason, readonly [why: string, who: string, advice?: string]>> = {
  'not-node': ['it is not Node', 'processes that are not Node'],
  'other-runtime': [
    'it is Deno or Bun',
    'Deno or Bun, which record themselves',
    'Run it with --cpu-prof, and open what it writes with heatline show.',
  ],
  'node-too-old': [
    'its Node is too old to be recorded',
    'processes whose Node is too old to be recorded',
    'Run them with a newer Node.',
  ],
  'other-user': [
    'it ran as another user',
    'Node processes of another user',
    'Run Heatline as that user, too (sudo heatline run FILE).',
  ],
  flag: [
    'a flag keeps Heatline out of it',
    'Node processes that a flag keeps Heatline out of',
    'Leave it out; --permission goes with --allow-inspector (Node 24 or newer): heatline run --runtime-arg=--permission --runtime-arg=--allow-inspector FILE.',
  ],
  'not-reached': [
    "it did not get Heatline's environment",
    "Node processes that did not get Heatline's environment",
    'Start Heatline behind what clears it, or on the file itself. Turbo passes it on with TURBO_ENV_MODE=loose.',
  ],
  'options-replaced': [
    'NODE_OPTIONS was replaced, by which Heatline reaches it',
    'Node processes whose NODE_OPTIONS was replaced, by which Heatline reaches them',
    'Put flags on the command line instead (node --flag FILE), or keep what is there: NODE_OPTIONS="$NODE_OPTIONS --flag".',
  ],
  'old-executable': [
    'it is a single executable application of Node 20 or older, which refuses the flags of the inspector, or was started by a script that starts one',
    'single executable applications of Node 20 or older, which refuse the flags of the inspector, and what scripts start beside them',
    'Build them with Node 22 or newer, or run their script with Node.',
  ],
  'not-attached': ['Heatline could not sample it', 'Node processes that Heatline could not sample'],
  'no-answer': [
    'it was in native code (such as execSync), and did not answer',
    'threads without JavaScript, or that did not answer as they were in native code',
  ],
  'samples-lost': [
    'it was killed, or closed its inspector, and its samples went with it',
    'threads that were killed, or closed their inspector, and took their samples with them',
  ],
  limit: ['others used more CPU time, and not all are kept', 'threads that were not kept, as others used more'],
  'disk-full': [
    'there was no room for its samples on the disk',
    'threads for whose samples there was no room on the disk',
  ],
  'short-lived': ['it ended before it could be looked at', 'processes that came and went unseen'],
  'helper-threads': [
    'no JavaScript runs in it',
    'threads without JavaScript (compiler, garbage collection, thread pool, native addons)',
  ],
};
const UNKNOWN_USERS = 'threads that nothing is known of';

/** Smaller parts of the whole tree's CPU time are not worth a sentence: every program has helpers, and clocks are coarse. */
const NOTABLE = 0.01;
const NOTABLE_WITHOUT_CODE = 0.1;
/** Less that nobody is known to have used is within the steps in which the system counts, in microseconds. */
const NOTABLE_UNKNOWN = 20_000;
const MOST_NAMES = 3;

/** The name of a thread for people: `worker 1`, `child.js (pid 311)`. */
export function threadLabel({ name, kind, pid }: Pick<ThreadSummary, 'name' | 'kind' | 'pid'>): string {
  return kind === 'process' && pid !== undefined ? `${name} (pid ${pid})` : name;
}

/** Why was a thread not recorded? With a separator before it; empty if nobody knows. */
export const whyUnrecorded = ({ reason }: Pick<ThreadSummary, 'reason'>, separator = ': '): string =>
  reason === undefined ? '' : separator + reasons[reason][0];

/**
 * Who used a notable part of the CPU time without being recorded, and what to do? Sentences for each reason: first those about
 * which something can be done, then the most.
 */
export function describeUnrecorded(unrecorded: Unrecorded | undefined): string[] {
  if (unrecorded === undefined) return [];
  const { cpuTime, share, parts } = unrecorded;
  return [...groupBy(parts, ({ reason }) => reason)]
    .map(([reason, group]) => ({ reason, group, time: group.reduce((sum, part) => sum + part.cpuTime, 0) }))
    .sort((a, b) => Number(hasAdvice(b.reason)) - Number(hasAdvice(a.reason)) || b.time - a.time)
    .flatMap(({ reason, group, time }) => {
      const part = share === undefined ? undefined : (share * time) / cpuTime;
      const least = reason === undefined || reason === 'helper-threads' ? NOTABLE_WITHOUT_CODE : NOTABLE;
      if (!(time > 0) || (part !== undefined && part < least)) return [];
      if (reason === undefined && time < NOTABLE_UNKNOWN) return [];
      const much = part === undefined ? `${formatTime(time)} of CPU time` : `${formatShare(part)} of the CPU time`;
      const [, who, advice] = reason ? reasons[reason] : ['', UNKNOWN_USERS];
      return [`${much} was used by ${who}: ${listParts(group)}.${advice === undefined ? '' : ` ${advice}`}`];
    });
}

const hasAdvice = (reason: UnrecordedReason | undefined): boolean =>
  reason !== undefined && reasons[reason][2] !== undefined;

/** `esbuild (pid 311) 3.10 s, tsc (3 processes) 1.20 s and 2 more`. */
function listParts(parts: readonly UnrecordedPart[]): string {
  const named = parts.slice(0, MOST_NAMES).map(({ name, pid, processes, cpuTime, detail }) => {
    const which = processes > 1 ? `${formatCount(processes)} processes` : `pid ${pid}`;
    const why = detail === undefined ? '' : ` (${detail})`;
    return !name ? formatTime(cpuTime) : `${name} (${which}) ${formatTime(cpuTime)}${why}`;
  });
  const more = parts.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
