import { type Analysis, builtinsOfLine, LineCause, type LineIndex } from '../core/index.ts';
import { builtinLabel } from './builtins.ts';
import { formatShare, plainSpaces } from './quantities.ts';

type Told = Pick<Analysis, 'lines'> & { readonly quality: Pick<Analysis['quality'], 'lostFrameShare'> };

/** Why is a line not exact, as a sentence? Undefined if it is. */
export function describeReason({ lines, quality }: Told, row: LineIndex): string | undefined {
  const reason = lines.reasons[lines.reason[row]] as string | undefined;
  const share = plainSpaces(formatShare(quality.lostFrameShare));
  if (lines.reason[row] === LineCause.lostFrame) return `${reason} That holds for ${share} of the active time.`;
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
