const Z_95 = 1.959964;

/** The intervals of many shares, a row for each. */
export interface ShareIntervals {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Between which shares does the truth lie, 95 times of 100, when each of `shares` was seen in `samples` independent
 * samples? Wilson's score interval: it stays inside 0–1 and stays honest for few samples (E. B. Wilson, 1927). No
 * samples: 0–1.
 */
export function shareIntervals(shares: Float64Array, samples: number): ShareIntervals {
  const low = new Float64Array(shares.length);
  const high = new Float64Array(shares.length).fill(1);
  if (!(samples > 0)) return { low, high };
  const z2 = Z_95 * Z_95;
  const scale = 1 / (1 + z2 / samples);
  const shift = z2 / (2 * samples);
  const least = z2 / (4 * samples * samples);
  for (let row = 0; row < shares.length; row++) {
    const share = shares[row];
    const middle = (share + shift) * scale;
    const half = Z_95 * scale * Math.sqrt((share * (1 - share)) / samples + least);
    low[row] = Math.max(0, Math.min(share, middle - half));
    high[row] = Math.min(1, Math.max(share, middle + half));
  }
  return { low, high };
}
