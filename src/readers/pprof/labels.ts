import { allRows, labelText, type RecordingFacts, type SampleLabel } from '../../core/index.ts';
import type { PprofSamples } from './samples.ts';

/** The keys of labels that tell threads apart. */
export const THREAD_NAME: readonly string[] = ['thread name', 'thread_name', 'thread'];
export const THREAD_ID: readonly string[] = ['thread id', 'thread_id', 'tid'];

/** Keys and values that a refusal names, of what may be thousands. */
const MOST_TOLD = 6;

/** Labels that are given out, of a profile and of each of their keys: spans have as many values as samples. */
const MOST_LABELS = 500;
const MOST_VALUES = 100;

/** Labels with their shares of the value at `at`, the most first. Those of threads are none that one filters by. */
export function sharesOfLabels(
  { values, labels: sets, labelSets }: PprofSamples,
  at: number,
): RecordingFacts['labels'] {
  const amounts = new Float64Array(labelSets.length);
  values[at].forEach((amount, row) => (amounts[sets[row]] += amount));
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  const sums = new Map<string, Map<string, number>>();
  for (const [set, amount] of amounts.entries())
    for (const { key, value } of labelSets[set]) {
      if (THREAD_NAME.includes(key) || THREAD_ID.includes(key)) continue;
      const its = sums.get(key) ?? new Map<string, number>();
      sums.set(key, its);
      its.set(value, (its.get(value) ?? 0) + amount);
    }
  const labels = [...sums]
    .filter(([, { size }]) => size <= MOST_VALUES)
    .flatMap(([key, values]) => [...values].map(([value, sum]) => ({ key, value, share: sum / whole })))
    .sort((a, b) => b.share - a.share);
  return labels.length > 0 ? labels.slice(0, MOST_LABELS) : undefined;
}

/**
 * The rows of the samples that have these labels; of several with the same key, any one is enough. If no sample has them, part of a
 * sentence that says so and names the labels that there are.
 */
export function selectLabelled(
  { labels, labelSets }: PprofSamples,
  wanted: readonly SampleLabel[],
): Int32Array | string {
  const [keys, texts] = [[...new Set(wanted.map(({ key }) => key))], new Set(wanted.map(labelText))];
  const hasAll = labelSets.map((set) =>
    keys.every((key) => set.some((label) => label.key === key && texts.has(labelText(label)))),
  );
  const found = allRows(labels.length).filter((row) => hasAll[labels[row]]);
  if (found.length > 0) return found;
  const values = new Map<string, Set<string>>();
  for (const { key, value } of labelSets.flat()) values.set(key, (values.get(key) ?? new Set<string>()).add(value));
  const has = [...values].slice(0, MOST_TOLD).map(([key, each]) => `${key} (${firstOf([...each])})`);
  const asked = wanted.map(labelText).join(' and ');
  return `none of its samples has the label ${asked}; ${has.length > 0 ? `it has ${has.join(', ')}` : 'it has no labels'}`;
}

const firstOf = (values: readonly string[]): string =>
  `${values.slice(0, MOST_TOLD).join(', ')}${values.length > MOST_TOLD ? ', …' : ''}`;
