import type { Share } from './units.ts';

const Z_95 = 1.959964;

export interface ShareInterval {
  readonly low: Share;
  readonly high: Share;
}

/**
 * Between which shares does the truth lie, 95 times of 100, when `share` was seen in `samples` independent samples?
 * Wilson's score interval: it stays inside 0–1 and stays honest for few samples (E. B. Wilson, 1927). No samples: 0–1.
 */
export function shareInterval(share: Share, samples: number): ShareInterval {
  if (!(samples > 0)) return { low: 0, high: 1 };
  const z2 = Z_95 * Z_95;
  const scale = 1 / (1 + z2 / samples);
  const middle = (share + z2 / (2 * samples)) * scale;
  const half = Z_95 * scale * Math.sqrt((share * (1 - share)) / samples + z2 / (4 * samples * samples));
  return { low: Math.max(0, Math.min(share, middle - half)), high: Math.min(1, Math.max(share, middle + half)) };
}

/** How many samples a share near `share` needs for an interval of plus or minus `halfWidth`. */
export function samplesForHalfWidth(share: Share, halfWidth: Share): number {
  return Math.ceil((Z_95 * Z_95 * share * (1 - share)) / (halfWidth * halfWidth));
}
