import type { Change, ChangedRow, RunComparison, Sides, Verdict } from '../compare/index.ts';
import type { Analysis, Share } from '../core/index.ts';
import { capitalise } from './answer.ts';
import {
  formatActive,
  formatChange,
  formatCountOf,
  formatMargin,
  formatShare,
  formatValue,
  wholeLabel,
} from './quantities.ts';

// The signs tell slower from faster where colours are not seen.
const signs = { slower: '▲', faster: '▼', unclear: '=' } as const;
const verdictWords = { slower: 'slower', faster: 'faster', unclear: 'no clear change' } as const;

type Bounds = Pick<Change, 'ratio' | 'low' | 'high'>;

/** By how much: `−45 %`, `new`. */
export const shortChange = ({ ratio }: Pick<Change, 'ratio'>): string =>
  ratio === undefined ? 'new' : formatChange(1, ratio);

/** The interval of a change: `−52 % … −37 %`; empty if it is unknown. */
export function rangeLabel({ ratio, low, high }: Bounds): string {
  if (ratio === undefined || low === undefined || high === undefined) return '';
  return `${formatChange(1, low)} … ${Number.isFinite(high) ? formatChange(1, high) : '?'}`;
}

/** By how much, with the interval: `+24 % (+18 % … +31 %)`. */
export function formatChangeRange(change: Bounds): string {
  const range = rangeLabel(change);
  return range ? `${shortChange(change)} (${range})` : shortChange(change);
}

/** A clear change as it stands beside code, with its interval: `▼ −45 % (−52 % … −37 %)`. */
export const changeLabel = (change: Change): string => `${signs[change.verdict]} ${formatChangeRange(change)}`;

/** The sign of a verdict: up for slower, down for faster. */
export const signOf = (verdict: Verdict): string => signs[verdict];

/** Values of a run before and after: `100 ms → 55.0 ms`. */
export const timesLabel = (change: Change): string =>
  `${formatValue(change, change.before)} → ${formatValue(change, change.after)}`;

/** `5 against 3 runs` */
export const runsLabel = ({ before, after }: RunComparison['runs']): string =>
  `${before} against ${formatCountOf(after, 'run')}`;

/** How did a line or function change, as a sentence? By how much, if that is clear; else what would tell. */
export function describeRow(row: ChangedRow, runs: RunComparison['runs']): string {
  if (row.verdict !== 'unclear') {
    const how = row.ratio === undefined ? 'New' : capitalise(verdictWords[row.verdict]);
    const by = row.ratio === undefined ? '' : `: ${formatChangeRange(row)}`;
    return `${how}${by}, ${timesLabel(row)} in each run (${runsLabel(runs)}, 95 % interval).`;
  }
  if (Math.min(runs.before, runs.after) < 2) return 'No verdict: one run on a side says nothing of a single line.';
  return `No clear change. ${describeRunsToTell(row)}`;
}

/** How many runs would it take to tell a change that is not clear? `what` changed. */
export function describeRunsToTell(row: Pick<ChangedRow, 'ratio' | 'runsToTell'>, what = 'it'): string {
  const by = shortChange(row);
  return row.runsToTell === undefined
    ? `If there is one (${by}), it is too small to be told from how runs differ by themselves.`
    : `If ${what} really changed by as much as it seems (${by}), ${row.runsToTell} runs on each side would probably tell.`;
}

/** Shares of a line in two profiles with so many samples: `10.0 % → 16.1 %  +6.1 ±1.2`, of which the samples leave the last open. */
export function formatShareChange(
  { before, after }: { readonly before: Share; readonly after: Share },
  samples: Sides<number>,
): string {
  const variance = (share: Share, count: number): number => (share * (1 - share)) / Math.max(1, count);
  const margin = 1.96 * Math.sqrt(variance(before, samples.before) + variance(after, samples.after));
  const points = (after - before) * 100;
  const sign = points < 0 ? '−' : '+';
  return `${formatShare(before)} → ${formatShare(after)}  ${sign}${Math.abs(points).toFixed(1)} ${formatMargin(-margin, margin)}`;
}

/** The verdict on the whole: none where nothing tells by how much such recordings differ, as with a single run on each side. */
const wholeWord = ({ verdict, low }: Change): string =>
  verdict === 'unclear' && low === undefined ? 'unconfirmed' : verdictWords[verdict];

/** How did the whole change, as the terminal says it, without a full stop: `slower: +24 % …`. */
export function describeWhole({ whole, runs }: Pick<RunComparison, 'whole' | 'runs'>): string {
  const counts = `${formatCountOf(runs.before, 'run')} against ${runs.after}`;
  return `${wholeWord(whole)}: ${formatChangeRange(whole)}, ${timesLabel(whole)} of ${wholeLabel(whole)}, ${counts}`;
}

/** How did the whole change, in short: `−24 %`, `no clear change`, `unconfirmed`. */
export const shortWholeChange = (whole: Change): string =>
  whole.verdict === 'unclear' ? wholeWord(whole) : shortChange(whole);

/** The whole as a sentence, with the reasons for its verdict. */
export function describeWholeChange({ whole, runs }: Pick<RunComparison, 'whole' | 'runs'>): string {
  const told = `All ${wholeLabel(whole)}: ${wholeWord(whole)}, ${timesLabel(whole)} (${runsLabel(runs)}).`;
  if (whole.low !== undefined) {
    const isSingle = Math.min(runs.before, runs.after) < 2;
    const basis = isSingle ? ' How much recordings differ by themselves is known from earlier ones.' : '';
    return `${told} With its interval: ${formatChangeRange(whole)}.${basis}`;
  }
  if (whole.verdict !== 'unclear') return told;
  return `${told} Nothing tells yet how much recordings of this program differ by themselves: profile it again a few times.`;
}

/** Active time of the whole, and what is known of its change: `30.0 ms → 10.0 ms active (−67 %)`. */
export function activeLabel(quality: Analysis['quality'], whole?: Change): string {
  const active = formatActive(quality, quality.activeTime);
  if (!whole) return active;
  return `${formatValue(whole, whole.before)} → ${active} (${shortWholeChange(whole)})`;
}
