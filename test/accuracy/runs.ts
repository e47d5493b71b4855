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
/** Programs whose lines and functions are as they were written. */
const plain = [
  ...['me-so-hot', 'blame-set-result', 'no-loop-bench', 'loops-bench', 'inlined-bench', 'mixed', 'mass'],
  ...['http-requests', 'call-sites', 'noisy-neighbour', 'allocating', 'cross-file'],
].map((name) => `${name}/plain`);
const translated = ['loops-bench', 'cross-file'].flatMap((name) =>
  ['tsx', 'tsc', 'minified'].map((variant) => `${name}/${variant}`),
);

/** The recorded truth: as much as says something new, in 8 MB. */
const plans: readonly Plan[] = [
  { part: 'constructs', names: ['all'], quiet: readingNames, busy: both },
  { part: 'real', names: ['acorn', 'terser', 'handlebars'], quiet: withPeer, busy: [AUTO] },
  { part: 'real', names: ['prettier'], quiet: [AUTO], busy: [AUTO], majors: [20, 26] },
  { part: 'programs', names: plain, quiet: withPeer, busy: [] },
  { part: 'programs', names: translated, quiet: withPeer, busy: [], majors: [20, 26] },
  { part: 'kinds', names: ['all'], quiet: [AUTO], busy: [AUTO] },
  { part: 'threads', names: ['workers', 'processes'], quiet: both, busy: [] },
  { part: 'threads', names: ['workers'], quiet: [], busy: [AUTO] },
  { part: 'bursts', names: ['timer', 'timers', 'server', 'worker'], quiet: both, busy: [] },
  { part: 'bursts', names: ['timer', 'server'], quiet: [], busy: both },
  { part: 'waits', names: ['even', 'work', 'wait', 'command', 'timers'], quiet: both, busy: [] },
  { part: 'waits', names: ['even', 'work', 'command'], quiet: [], busy: both },
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
