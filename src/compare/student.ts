// Student's t distribution, after the continued fraction of the incomplete beta function (Numerical Recipes, 6.4).

/** How likely is a value at least as far from zero as `t`, on either side, by chance? `freedom`: degrees of freedom, above 0. */
export function tailOfT(t: number, freedom: number): number {
  if (!Number.isFinite(t)) return Number.isNaN(t) ? 1 : 0;
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
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

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges fast on one side of the mean only; on the other the complement is taken.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

const TINY = 1e-300;
const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return fraction;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function, for values from 0.5 on. */
function logGamma(value: number): number {
  const x = value - 1;
  const sum = LANCZOS.reduce((total, factor, i) => total + factor / (x + i + 1), 0.9999999999998099);
  const t = x + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}
