import type { Profile as Pprof, Sample } from 'pprof-format';

/** A label of samples: `endpoint` with `/cart`. A number is given as its digits. */
export interface SampleLabel {
  readonly key: string;
  readonly value: string;
}

/** Keys and values that a refusal names, of what may be thousands. */
const MOST_TOLD = 6;

const labelsOf = ({ label }: Sample, strings: readonly string[]): SampleLabel[] =>
  label.map(({ key, str, num }) => ({ key: strings[Number(key)], value: strings[Number(str)] || String(num) }));

/** The samples that have all of these labels. A text instead of them says that none has, and which labels there are. */
export function selectLabelled(
  { sample, stringTable: { strings } }: Pprof,
  wanted: readonly SampleLabel[],
): readonly Sample[] | string {
  const hasAll = (each: Sample): boolean => {
    const labels = labelsOf(each, strings);
    return wanted.every(({ key, value }) => labels.some((label) => label.key === key && label.value === value));
  };
  const found = sample.filter(hasAll);
  if (found.length > 0) return found;
  const values = new Map<string, Set<string>>();
  for (const { key, value } of sample.flatMap((each) => labelsOf(each, strings)))
    values.set(key, (values.get(key) ?? new Set<string>()).add(value));
  const has = [...values].slice(0, MOST_TOLD).map(([key, each]) => `${key} (${firstOf([...each])})`);
  const asked = wanted.map(({ key, value }) => `${key}=${value}`).join(' and ');
  return `none of its samples has the label ${asked}; ${has.length > 0 ? `it has ${has.join(', ')}` : 'it has no labels'}`;
}

const firstOf = (values: readonly string[]): string =>
  `${values.slice(0, MOST_TOLD).join(', ')}${values.length > MOST_TOLD ? ', …' : ''}`;
