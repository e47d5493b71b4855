import { heatLevels } from '../contributed-names.ts';

/** Which decoration draws what; levels of heat have the slots from 1 to `heatLevels`. */
export const slots = {
  /** Edited since it was profiled. */
  stale: 0,
  tooFew: heatLevels + 1,
  /** Its time is in what it calls. */
  caller: heatLevels + 2,
  /** It computed little, but was blocked in a synchronous call. */
  blocked: heatLevels + 3,
  /** It changed clearly since the recording before. */
  slower: heatLevels + 4,
  faster: heatLevels + 5,
  /** The hottest expression of a line; the slots before it are lines. */
  expression: heatLevels + 6,
} as const;
export const slotCount = heatLevels + 7;
