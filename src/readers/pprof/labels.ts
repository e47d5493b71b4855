import type { Profile as Pprof, Sample } from 'pprof-format';
import { labelText, type RecordingFacts, type SampleLabel } from '../../core/index.ts';

/** What labels tell threads apart, and when a sample ended. */
export const THREAD_NAME: readonly string[] = ['thread name', 'thread_name', 'thread'];
export const THREAD_ID: readonly string[] = ['thread id', 'thread_id', 'tid'];
export const END_TIME = 'end_timestamp_ns';

/** Keys and values that a refusal names, of what may be thousands. */
const MOST_TOLD = 6;

/** The labels of a sample, as texts: numbers as their digits. `strings`: the profile's. */
export const labelsOf = ({ label }: Sample, strings: readonly string[]): SampleLabel[] =>
  label.map(({ key, str, num }) => ({ key: strings[Number(key)], value: strings[Number(str)] || String(num) }));

/** Labels that are given out, of a profile and of each of their keys: spans have as many values as samples. */
const MOST_LABELS = 500;
const MOST_VALUES = 100;

/** Labels with their shares of the value at `at`, the most first. Those of threads and times are none that one filters by. */
export function sharesOfLabels({ sample, stringTable: { strings } }: Pprof, at: number): RecordingFacts['labels'] {
  const sums = new Map<string, Map<string, number>>();
  let whole = 0;
  for (const each of sample) {
    const amount = Number(each.value[at]);
    whole += amount;
    for (const { key, value } of labelsOf(each, strings)) {
      if (key === END_TIME || THREAD_NAME.includes(key) || THREAD_ID.includes(key)) continue;
      const values = sums.get(key) ?? new Map<string, number>();
      sums.set(key, values);
      values.set(value, (values.get(value) ?? 0) + amount);
    }
  }
  const labels = [...sums]
    .filter(([, { size }]) => size <= MOST_VALUES)
    .flatMap(([key, values]) => [...values].map(([value, sum]) => ({ key, value, share: sum / whole })))
    .sort((a, b) => b.share - a.share);
  return labels.length > 0 ? labels.slice(0, MOST_LABELS) : undefined;
}

/** The samples that have these labels: of several with one key, any. A text instead of them says that none has, and which labels there are. */
export function selectLabelled(
  { sample, stringTable: { strings } }: Pprof,
  wanted: readonly SampleLabel[],
): readonly Sample[] | string {
  const [keys, texts] = [[...new Set(wanted.map(({ key }) => key))], new Set(wanted.map(labelText))];
  const hasAll = (each: Sample): boolean => {
    const labels = labelsOf(each, strings);
    return keys.every((key) => labels.some((label) => label.key === key && texts.has(labelText(label))));
  };
  const found = sample.filter(hasAll);
  if (found.length > 0) return found;
  const values = new Map<string, Set<string>>();
  for (const { key, value } of sample.flatMap((each) => labelsOf(each, strings)))
    values.set(key, (values.get(key) ?? new Set<string>()).add(value));
  const has = [...values].slice(0, MOST_TOLD).map(([key, each]) => `${key} (${firstOf([...each])})`);
  const asked = wanted.map(labelText).join(' and ');
  return `none of its samples has the label ${asked}; ${has.length > 0 ? `it has ${has.join(', ')}` : 'it has no labels'}`;
}

const firstOf = (values: readonly string[]): string =>
  `${values.slice(0, MOST_TOLD).join(', ')}${values.length > MOST_TOLD ? ', …' : ''}`;
