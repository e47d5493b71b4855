import path from 'node:path';
import { type NodeMajor, nodeMajors } from '../support/nodes.ts';

/** Who reads: Heatline with either sampler, with `auto`'s but without the frame repair, or others by `--cpu-prof`. */
export const readingNames = ['v8log', 'inspector', 'repair off', 'cpu-prof'] as const;
export type ReadingName = (typeof readingNames)[number];

/** The sampler that `auto` chooses, on every Node. */
export const AUTO = 'v8log';

export const partNames = ['constructs', 'real', 'programs', 'kinds', 'threads', 'bursts', 'waits'] as const;
export type PartName = (typeof partNames)[number];

/** One recording of one program. */
export interface Run {
  readonly part: PartName;
  /** Which program of its part, for example `cross-file/tsx`. */
  readonly name: string;
  readonly major: NodeMajor;
  readonly reading: ReadingName;
  /** Two other processes wanted both cores all the time. */
  readonly isBusy: boolean;
}

/** Where a run's recording is, below the folder of all runs. */
export const folderOf = ({ part, name, major, reading, isBusy }: Run): string =>
  path.join(`node-${major}`, part, name, `${reading.replace(' ', '-')}${isBusy ? '-busy' : ''}`);

/** Which readings of which programs there are: on a quiet machine, and beside two hogs. */
interface Plan {
  readonly part: PartName;
  readonly names: readonly string[];
  readonly quiet: readonly ReadingName[];
  readonly busy: readonly ReadingName[];
  /** Default: all. */
  readonly majors?: readonly NodeMajor[];
}

const both = ['v8log', 'inspector'] as const;
const withPeer = [...both, 'cpu-prof'] as const;
const plain = (...names: readonly string[]): string[] => names.map((name) => `${name}/plain`);
const outer = [20, 26] as const;
const inner = [22, 24] as const;

/**
 * The recorded truth: as much as says something new, in 8 MB. The oldest and the newest Node have more; what no V8 does its own
 * way is spread over the four.
 */
const plans: readonly Plan[] = [
  { part: 'constructs', names: ['all'], quiet: withPeer, busy: [AUTO] },
  { part: 'constructs', names: ['all'], quiet: ['repair off'], busy: [], majors: outer },
  { part: 'real', names: ['handlebars'], quiet: withPeer, busy: [], majors: [20, 26] },
  { part: 'real', names: ['handlebars'], quiet: [AUTO], busy: [AUTO], majors: [22] },
  { part: 'real', names: ['handlebars'], quiet: [], busy: [AUTO], majors: [26] },
  { part: 'real', names: ['terser'], quiet: both, busy: [], majors: [24] },
  {
    part: 'programs',
    names: plain('blame-set-result', 'loops-bench', 'cross-file'),
    quiet: withPeer,
    busy: [],
  },
  { part: 'programs', names: plain('mixed', 'me-so-hot', 'mass'), quiet: withPeer, busy: [], majors: outer },
  { part: 'programs', names: plain('no-loop-bench', 'inlined-bench'), quiet: withPeer, busy: [], majors: inner },
  { part: 'programs', names: ['cross-file/tsc'], quiet: withPeer, busy: [], majors: outer },
  // Total times, and one-line bundles, are known to V8's log alone.
  { part: 'programs', names: plain('call-sites'), quiet: [AUTO], busy: [] },
  { part: 'programs', names: ['cross-file/minified'], quiet: [AUTO], busy: [], majors: outer },
  { part: 'programs', names: ['loops-bench/tsx'], quiet: both, busy: [], majors: [22] },
  { part: 'kinds', names: ['all'], quiet: [AUTO], busy: [] },
  { part: 'kinds', names: ['all'], quiet: [], busy: [AUTO], majors: outer },
  { part: 'threads', names: ['workers'], quiet: both, busy: [] },
  { part: 'threads', names: ['processes'], quiet: both, busy: [], majors: [24] },
  { part: 'threads', names: ['workers'], quiet: [], busy: [AUTO], majors: [20] },
  { part: 'bursts', names: ['timer', 'server'], quiet: both, busy: [], majors: outer },
  { part: 'bursts', names: ['timers', 'worker'], quiet: both, busy: [], majors: inner },
  { part: 'bursts', names: ['timer'], quiet: [], busy: both, majors: outer },
  { part: 'waits', names: ['even', 'work', 'command'], quiet: both, busy: [] },
  { part: 'waits', names: ['wait', 'timers'], quiet: both, busy: [], majors: outer },
  { part: 'waits', names: ['even', 'work'], quiet: [], busy: both, majors: outer },
  { part: 'waits', names: ['command'], quiet: [], busy: both, majors: inner },
];

/** All runs of the recorded truth on one Node; quiet ones first. */
export function runsOf(major: NodeMajor): Run[] {
  const own = plans.filter(({ majors = nodeMajors }) => majors.includes(major));
  return [false, true].flatMap((isBusy) =>
    own.flatMap(({ part, names, quiet, busy }) =>
      names.flatMap((name) => (isBusy ? busy : quiet).map((reading) => ({ part, name, major, reading, isBusy }))),
    ),
  );
}
