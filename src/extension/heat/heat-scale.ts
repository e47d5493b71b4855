import type { Share } from '../../core/index.ts';
import { heatLevels } from '../contributed-names.ts';

/**
 * How hot a line is drawn: eight levels, each twice as hot as the one below it, counted down from the hottest line of
 * the recording. So the hottest line stands out and a line with a hundredth of its time can still be told from a cold
 * one, which no linear scale gives.
 *
 * | level | share of the hottest line's share |
 * |---|---|
 * | 8 | above 71 % |
 * | 7 | 35–71 % |
 * | 6 | 18–35 % |
 * | 5 | 9–18 % |
 * | 4 | 4.4–9 % |
 * | 3 | 2.2–4.4 % |
 * | 2 | 1.1–2.2 % |
 * | 1 | below |
 *
 * In a flat profile nothing is hot: the hottest line counts as at least 10 % of the active time.
 */
export interface HeatScale {
  /** The share that the top level is measured from. */
  readonly reference: Share;
  /** Lines below this share of active time are not drawn. */
  readonly minimum: Share;
}

const leastReference: Share = 0.1;

/** The scale of a recording whose hottest line has the share `hottest`. */
export function buildHeatScale(hottest: Share, minimum: Share): HeatScale {
  return { reference: Math.max(Number.isFinite(hottest) ? hottest : 0, leastReference), minimum: Math.max(0, minimum) };
}

/** The level of a line, 1 to 8; 0 for a line that is not drawn (no time, or below the minimum). */
export function heatLevel(scale: HeatScale, share: Share): number {
  if (!(share > 0) || share < scale.minimum) return 0;
  const halvings = Math.log2(scale.reference / share);
  return Math.min(heatLevels, Math.max(1, heatLevels - Math.round(halvings)));
}
