/** A limit that comes from chance may be broken by one recording in so many. */
const ONE_RECORDING_IN = 1e6;

/**
 * The fewest of so many samples that fall on code with this part of all samples, but for one recording in a million
 * (Chernoff's bound of the binomial distribution).
 */
export function fewest(samples: number, part: number): number {
  let least = Math.floor(samples * part);
  while (least > 0 && samples * divergence((least - 1) / samples, part) < Math.log(ONE_RECORDING_IN)) least--;
  return least;
}

/** The most of so many samples that fall on code with this part, with the same chance. */
export const most = (samples: number, part: number): number => samples - fewest(samples, 1 - part);

/** Of Kullback and Leibler, between two coins. */
function divergence(seen: number, part: number): number {
  const term = (a: number, b: number): number => (a === 0 ? 0 : a * Math.log(a / b));
  return term(seen, part) + term(1 - seen, 1 - part);
}
