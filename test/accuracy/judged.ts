import type { ConstructVerdict } from './judge-constructs.ts';
import type { Verdict } from './judge.ts';
import type { NodeMajor } from '../support/nodes.ts';

/** Who reads: Heatline with either sampler, with `auto`'s but without the frame repair, or others by `--cpu-prof`. */
export type ReadingName = 'v8log' | 'inspector' | 'repair off' | 'cpu-prof';
export const readingNames: readonly ReadingName[] = ['v8log', 'inspector', 'repair off', 'cpu-prof'];

/** What a reading of one recording said, beside what is true. */
export interface Judged {
  readonly major: NodeMajor;
  /** The part of the suite. */
  readonly part: 'programs' | 'constructs' | 'real' | 'kinds';
  readonly program: string;
  readonly reading: ReadingName;
  /** Two other processes wanted both cores all the time. */
  readonly isBusy: boolean;
  readonly verdicts: readonly (Verdict | ConstructVerdict)[];
  /** Share of all time that is exact on lines that did nothing, where that is known. */
  readonly innocentExact?: number;
  /** Those with the most of it. */
  readonly worstInnocents?: readonly (readonly [place: string, share: number])[];
}

/** The sampler that `auto` chooses, on every Node. */
export const AUTO = 'v8log';

/** How a reading is recorded. */
export function recordingOf(reading: ReadingName): {
  readonly sampler: 'v8log' | 'inspector' | 'cpu-prof';
  readonly frameRepair: boolean;
} {
  return {
    sampler: reading === 'repair off' ? AUTO : reading,
    frameRepair: reading !== 'repair off',
  };
}
