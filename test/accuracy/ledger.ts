import type { Judged } from './parts.ts';
import { summarize } from './summarize.ts';

/**
 * What was said of every run, a line each: every change of the analysis shows as a difference of this text. Errors in
 * percentage points, widths of intervals too; shares of the truth.
 */
export const writeLedger = (judged: readonly Judged[]): string =>
  `${judged.map((one) => `${titleOf(one)}: ${figuresOf(one)}`).join('\n')}\n`;

export const titleOf = ({ part, name, major, reading, isBusy }: Judged): string =>
  `Node ${major} · ${part} · ${name} · ${reading}${isBusy ? ' · two hogs' : ''}`;

function figuresOf(one: Judged): string {
  switch (one.part) {
    case 'kinds':
      return one.shares.map(({ share }) => digits(share)).join(' ');
    case 'threads':
    case 'bursts':
    case 'waits':
      return Object.entries(one)
        .filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[0] !== 'major')
        .map(([name, value]) => `${name} ${digits(value)}`)
        .join(', ');
    default:
      return [
        ...(one.verdicts.length > 0 ? [`lines ${errorsOf(one.verdicts)}`] : []),
        ...(one.byFunction?.length ? [`functions ${errorsOf(one.byFunction)}`] : []),
        ...(one.innocentExact === undefined ? [] : [`innocent ${digits(100 * one.innocentExact)} %`]),
        ...ownShares(one.verdicts),
      ].join(', ');
  }
}

function errorsOf(verdicts: Parameters<typeof summarize>[0]): string {
  const { meanError, maxError, worst, coverage, intervals } = summarize(verdicts);
  const held = `${Math.round(coverage * intervals)} of ${intervals} intervals hold`;
  const widths = verdicts.map(({ low, high }) => high - low).filter((width) => !Number.isNaN(width));
  const width = (100 * widths.reduce((sum, one) => sum + one, 0)) / widths.length;
  const errors = `off by ${digits(meanError)} on average, ${digits(maxError)} at most (${worst})`;
  return intervals === 0 ? errors : `${errors}, ${held}, wide ${digits(width)} on average`;
}

function ownShares(verdicts: readonly object[]): string[] {
  const shares = verdicts
    .flatMap((verdict) => ('ownShare' in verdict ? [verdict.ownShare as number] : []))
    .filter((share) => !Number.isNaN(share))
    .sort((a, b) => a - b);
  if (shares.length === 0) return [];
  return [`of its own time a line has ${digits(shares[0])} at least, ${digits(shares[shares.length >> 1])} median`];
}

const digits = (value: number): string => value.toFixed(4);
