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

const causes: readonly { readonly precision: Precision; readonly reason: string }[] = [
  { precision: Precision.exact, reason: '' },
  {
    precision: Precision.function,
    reason: 'Several original lines share the generated line that was sampled, so its time is shown on the function.',
  },
  { precision: Precision.function, reason: 'The sampler told no line for this time, so it is shown on the function.' },
  {
    precision: Precision.function,
    reason:
      'Code inlined from elsewhere, possibly from another file, ran inside this function; this version of Node does not say where it stands.',
  },
  {
    precision: Precision.estimated,
    reason:
      'The function ran unoptimised, or a builtin that it called hid it from the sampler; its time may be on a neighbouring line.',
  },
  {
    precision: Precision.estimated,
    reason: 'This version of Node blames inlined code on its caller; which function owns the line is an estimate.',
  },
  {
    precision: Precision.estimated,
    reason: 'The text that ran is not that of the file, and nothing tells whether the file was changed since.',
  },
  {
    precision: Precision.estimated,
    reason:
      'The function both computed and was blocked, and the inspector does not tell at which of its lines; the V8 log does.',
  },
  {
    precision: Precision.estimated,
    reason:
      "Recorded without frame repair: some of this time is somewhere below this call, in V8's builtins; in which function and on which line is unknown.",
  },
  {
    precision: Precision.estimated,
    reason:
      'Only a part of the recording is shown. The inspector does not tell on which of its lines a function was then; the V8 log does, but dates samples up to some tenths of a millisecond late, which counts in short marked spans.',
  },
  {
    precision: Precision.function,
    reason:
      "Recorded without frame repair: V8 lost the frame of this function, or of one that it called, in some of V8's builtins, and with it the line.",
  },
  {
    precision: Precision.estimated,
    reason:
      'Recorded without frame repair: V8 may count time in its builtins to the caller of the function that called them.',
  },
];

export const precisionOfCause = (cause: LineCause): Precision => causes[cause].precision;
/** One sentence for each cause, in the order of `LineCause`. */
export const causeReasons: readonly string[] = causes.map(({ reason }) => reason);
