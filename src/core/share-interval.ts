/** The whole of which times are shares, and how many independent samples showed it. */
export interface ShownIn {
  readonly whole: number;
  readonly samples: number;
}

const Z_95 = 1.959964;

/**
 * Between which bounds does each true share lie, with 95 % confidence? `whole`: what the times are shares of (in the same unit;
 * 0 for none). Wilson's score interval (E. B. Wilson, 1927) stays inside 0–1 and is honest for few samples. Without samples: 0–1.
 */
export function shareIntervals(times: Float64Array, { whole, samples }: ShownIn) {
  const [low, high] = [new Float64Array(times.length), new Float64Array(times.length).fill(1)];
  if (!(samples > 0)) return { low, high };
  const z2 = Z_95 * Z_95;
  const scale = 1 / (1 + z2 / samples);
  const shift = z2 / (2 * samples);
  const least = z2 / (4 * samples * samples);
  for (let row = 0; row < times.length; row++) {
    const share = whole > 0 ? Math.min(1, times[row] / whole) : 0;
    const middle = (share + shift) * scale;
    const half = Z_95 * scale * Math.sqrt((share * (1 - share)) / samples + least);
    low[row] = Math.max(0, Math.min(share, middle - half));
    high[row] = Math.min(1, Math.max(share, middle + half));
  }
  return { low, high };
}
