/**
 * How likely is a value of Student's t at least as far from zero as `t`, on either side, by chance? `freedom`: degrees of freedom,
 * a whole number above 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4).
 */
export function tailOfT(t: number, freedom: number): number {
  if (!Number.isFinite(t)) return Number.isNaN(t) ? 1 : 0;
  const angle = Math.atan(Math.abs(t) / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let sum = 0;
  let term = isOdd ? cosine : 1;
  for (let power = isOdd ? 1 : 0; power <= freedom - 2; power += 2) {
    sum += term;
    term *= ((power + 1) / (power + 2)) * cosine ** 2;
  }
  const inside = isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
  return Math.max(0, 1 - inside);
}

/** The value that is exceeded on either side together with the probability `tail`, above 0 and below 1. */
export function quantileOfT(tail: number, freedom: number): number {
  let high = 1;
  while (tailOfT(high, freedom) > tail && high < 1e12) high *= 2;
  let low = 0;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (tailOfT(middle, freedom) > tail) low = middle;
    else high = middle;
  }
  return high;
}
