import { Precision } from './mapping.ts';

/** Why is time on a line? Every cause but `none` makes the line less than exact. */
export const LineCause = {
  none: 0,
  sharedLine: 1,
  noLine: 2,
  inlinedElsewhere: 3,
  lowTier: 4,
  repaired: 5,
  map: 6,
  mixedTime: 7,
  belowCall: 8,
  partial: 9,
  lostLine: 10,
  lostFrame: 11,
} as const;
export type LineCause = (typeof LineCause)[keyof typeof LineCause];

/** How sure is the place of time that is on a line for this cause? */
export function precisionOfCause(cause: LineCause): Precision {
  if (cause === LineCause.none) return Precision.exact;
  const { sharedLine, noLine, inlinedElsewhere, lostLine } = LineCause;
  const isOfFunction = ([sharedLine, noLine, inlinedElsewhere, lostLine] as LineCause[]).includes(cause);
  return isOfFunction ? Precision.function : Precision.estimated;
}
