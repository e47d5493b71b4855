import type { Share } from '../../core/index.ts';
import { heatLevels } from '../contributed-names.ts';

/**
 * The least share of active time of each level but the lowest, from the hottest level down: each level is twice as hot
 * as the one below it, so that a line of 80 % stands out and one of 1 % can still be told from a cold one.
 *
 * They are shares, not parts of the hottest line: a colour means the same in every recording. A line of 8 % looks like
 * 8 %, also where nothing is hotter, and it fades when it got faster. Tests are the exception, see `heatShare`.
 */
const leastShares: readonly Share[] = [0.4, 0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625];

/** The level of a line, 1 to 8; 0 for a line that is not drawn: without time, or below the share `minimum`. */
export function heatLevel(share: Share, minimum: Share): number {
  if (!(share > 0) || share < minimum) return 0;
  const above = leastShares.findIndex((least) => share >= least);
  return above < 0 ? 1 : heatLevels - above;
}

/** The least share of a level from 1 to 8; 0 for the lowest. */
export const leastShareOf = (level: number): Share => leastShares[heatLevels - level] ?? 0;
