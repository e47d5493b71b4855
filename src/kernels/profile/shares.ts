/** How far off shares can be that were seen in samples. */
import { f64At, setF64 } from '../shared/memory';

const Z_95: f64 = 1.959964;

/**
 * Wilson's score intervals (E. B. Wilson, 1927) for some times (f64) as shares of a `whole` that were seen in `samples`
 * samples: `low` and `high` (f64) of each.
 */
export function shareIntervals(count: i32, times: usize, whole: f64, samples: f64, low: usize, high: usize): void {
  const z2 = Z_95 * Z_95;
  const scale = 1 / (1 + z2 / samples);
  const shift = z2 / (2 * samples);
  const least = z2 / (4 * samples * samples);
  for (let row = 0; row < count; row++) {
    if (!(samples > 0)) {
      setF64(low, row, 0);
      setF64(high, row, 1);
      continue;
    }
    const share = whole > 0 ? min(1, f64At(times, row) / whole) : 0;
    const middle = (share + shift) * scale;
    const half = Z_95 * scale * sqrt((share * (1 - share)) / samples + least);
    setF64(low, row, max<f64>(0, min(share, middle - half)));
    setF64(high, row, min<f64>(1, max(share, middle + half)));
  }
}
