import { type Analysis, groupBy, lengthOf, type MarkedTime, type Microseconds } from '../core/index.ts';
import { formatTime } from './quantities.ts';

/** What is known of marks, of an analysis or of what a panel shows. */
type Marked = Pick<Analysis, 'marked' | 'marks'> & { readonly timeline?: { readonly duration: Microseconds } };

const UNNAMED = 'unnamed';
const SHOWN_NAMES = 4;

/** The names of spans with the number of each, in the order in which they first began: `parse ×3, build and 2 more`. */
export function describeSpans(spans: MarkedTime['spans']): string {
  const byName = groupBy(spans, ({ name }) => name || UNNAMED);
  const names = [...byName].map(([name, { length }]) => (length > 1 ? `${name} ×${length}` : name));
  const more = names.length - SHOWN_NAMES;
  return more > 0 ? `${names.slice(0, SHOWN_NAMES).join(', ')} and ${more} more` : names.join(', ');
}

/**
 * What is shown if the program's marks limit it: `1.20 s of 5.00 s that the program marks (parse ×3)`; undefined if they do
 * not.
 */
export function describeMarked({ marked, marks, timeline }: Marked): string | undefined {
  if (!marked?.shown) return undefined;
  const spans = typeof marks === 'object' ? marked.spans.filter(({ name }) => name === marks.name) : marked.spans;
  const whole: Microseconds = timeline?.duration ?? NaN;
  return `${formatTime(lengthOf(marked.shown))} of ${formatTime(whole)} that the program marks (${describeSpans(spans)})`;
}
