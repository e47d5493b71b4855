import { type Analysis, builtinsOfLine, LineCause, type LineIndex } from '../core/index.ts';
import { builtinLabel } from './builtins.ts';
import { formatShare, plainSpaces, wholeLabel } from './quantities.ts';

/** Why a line is not exact, by its `LineCause`. */
export const lineReasons: Readonly<Record<number, string | undefined>> = {
  [LineCause.sharedLine]:
    'The line that was sampled stands for several lines of this file, or for none, so its time is shown on the function.',
  [LineCause.noLine]: 'The sampler told no line for this time, so it is shown on the function.',
  [LineCause.inlinedElsewhere]:
    'Code inlined from elsewhere, possibly from another file, ran inside this function; this version of Node does not say where it stands.',
  [LineCause.lowTier]:
    'The sampler knows only some places of this code: it ran unoptimised or in Bun, or a builtin that it called hid it. Its time may be on a neighbouring line.',
  [LineCause.repaired]:
    'This version of Node blames inlined code on its caller; which function owns the line is an estimate.',
  [LineCause.map]: 'The text that ran is not that of the file, and nothing tells whether the file was changed since.',
  [LineCause.mixedTime]:
    'The function both computed and was blocked, and the inspector does not tell at which of its lines; the V8 log does.',
  [LineCause.belowCall]:
    "Recorded without frame repair: some of this time is somewhere below this call, in V8's builtins; in which function and on which line is unknown.",
  [LineCause.partial]:
    'Only a part of the recording is shown. The inspector does not tell on which of its lines a function was then; the V8 log does, but dates samples up to some tenths of a millisecond late, which counts in short marked spans.',
  [LineCause.lostLine]:
    "Recorded without frame repair: V8 lost the frame of this function, or of one that it called, in some of V8's builtins, and with it the line.",
  [LineCause.lostFrame]:
    'Recorded without frame repair: V8 may count time in its builtins to the caller of the function that called them.',
};

type Told = Pick<Analysis, 'lines'> & { readonly quality: Pick<Analysis['quality'], 'lostFrameShare' | 'value'> };

/** Why is a line not exact, as a sentence? Undefined if it is. */
export function describeReason({ lines, quality }: Told, row: LineIndex): string | undefined {
  const reason = lineReasons[lines.reason[row]];
  const share = plainSpaces(formatShare(quality.lostFrameShare));
  if (lines.reason[row] === LineCause.lostFrame)
    return `${reason} That holds for ${share} of the ${wholeLabel(quality)}.`;
  return (lines.reason[row] === LineCause.belowCall ? describeBelow(lines, row) : undefined) ?? reason;
}

/** What is somewhere below a line's call; undefined where the recording does not tell in which builtins. */
function describeBelow(lines: Analysis['lines'], row: LineIndex): string | undefined {
  const below = (builtinsOfLine(lines, row) ?? []).filter(({ isBelow }) => isBelow);
  if (below.length === 0) return undefined;
  const part = below.reduce((sum, one) => sum + one.part, 0);
  const names = [...new Set(below.map(({ name }) => builtinLabel(name)))];
  const others = names.length > 1 ? ' and other builtins' : '';
  return `${plainSpaces(formatShare(Math.min(1, part)))} of this time is somewhere below this call, in ${names[0]}${others}: line unknown (recorded without frame repair).`;
}
