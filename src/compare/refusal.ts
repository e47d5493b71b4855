import type { Share, ValueType } from '../core/index.ts';
import { type ComparableRun, sourceKey } from './side-table.ts';

/** Why can runs not be compared? `a` and `b`: what the two have; `where`: between the sides, or inside one. */
export type Refusal =
  | { readonly code: 'nothing-active'; readonly where: Where; readonly value?: ValueType }
  | { readonly code: 'lost-samples'; readonly where: Where; readonly share: number }
  | { readonly code: 'text-changed'; readonly where: Where; readonly path: string }
  | { readonly code: DifferenceCode; readonly where: Where; readonly a: string; readonly b: string };

export type DifferenceCode = keyof typeof conditions;

/** `together`: runs that are shown as one. */
type Where = 'between' | 'before' | 'after' | 'together';

/** With more of its time or samples lost a recording does not tell where the time went. */
const MOST_LOST = 0.5;

/** The first reason why these runs cannot be compared; undefined if they can. Neither side may be empty. */
export function findRefusal(before: readonly ComparableRun[], after: readonly ComparableRun[]): Refusal | undefined {
  const sides = [
    { where: 'before', runs: before },
    { where: 'after', runs: after },
  ] as const;
  const firstOf = (find: typeof findMixture): Refusal | undefined =>
    sides.map(({ where, runs }) => find(runs, where)).find((found) => found !== undefined);
  const difference = findDifference(before[0], after[0]);
  // What no better recording would mend comes first.
  return firstOf(findMixture) ?? (difference && { ...difference, where: 'between' }) ?? firstOf(findBadRun);
}

/** Why do runs not belong to one side? They were made differently, or their code changed in between. */
export function findMixture(runs: readonly ComparableRun[], where: Where): Refusal | undefined {
  for (const run of runs) {
    const difference = findDifference(runs[0], run);
    if (difference) return { ...difference, where };
  }
  return findChangedText(runs, where);
}

function findBadRun(runs: readonly ComparableRun[], where: Where): Refusal | undefined {
  const idle = runs.find(({ quality }) => !(quality.activeTime > 0));
  if (idle) return { code: 'nothing-active', where, ...(idle.quality.value && { value: idle.quality.value }) };
  const share = lostShare(runs);
  return share > MOST_LOST ? { code: 'lost-samples', where, share } : undefined;
}

/** How much of the active time of all runs was not seen: what one of several lost shows in how far they differ. */
function lostShare(runs: readonly ComparableRun[]): Share {
  let [lost, taken] = [0, 0];
  for (const { quality, facts } of runs) {
    lost += Math.max(quality.lostSamples ?? 0, facts.reportedLost ?? 0);
    taken += quality.samples;
  }
  return lost / Math.max(1, lost + taken);
}

function findChangedText(runs: readonly ComparableRun[], where: Where): Refusal | undefined {
  const hashes = new Map<string, string>();
  for (const run of runs) {
    for (const source of run.sources) {
      const { contentHash, path } = source;
      if (contentHash === undefined) continue;
      const key = sourceKey(source, run);
      if ((hashes.get(key) ?? contentHash) !== contentHash) return { code: 'text-changed', where, path };
      hashes.set(key, contentHash);
    }
  }
  return undefined;
}

function findDifference(a: ComparableRun, b: ComparableRun) {
  for (const [code, textOf] of Object.entries(conditions) as [DifferenceCode, (run: ComparableRun) => string][]) {
    const found = { code, a: textOf(a), b: textOf(b) };
    if (found.a !== found.b) return found;
  }
  return undefined;
}

/** What has to be alike, as text; what is unknown on both sides is alike. */
const conditions = {
  'other-program': (run) =>
    run.facts.program === undefined
      ? ''
      : sourceKey({ path: run.facts.program, isFile: true, isGenerated: false }, run),
  'other-arguments': ({ facts }) => (facts.args ?? []).join(' '),
  'other-node': ({ facts }) => facts.runtimeVersion ?? '',
  'other-sampler': ({ quality }) => quality.sampler,
  'other-value': ({ quality }) => quality.value?.name ?? quality.valueName,
  'other-interval': ({ quality }) => (quality.requestedInterval === undefined ? '' : `${quality.requestedInterval} µs`),
  'other-flags': ({ facts }) => (facts.runtimeArgs ?? []).map(withoutFolders).join(' '),
  'other-repair': ({ facts }) => facts.frameRepair?.state ?? '',
  'other-marks': markedNames,
} as const satisfies Readonly<Record<string, (run: ComparableRun) => string>>;

/** What the program marks, where that is all that is shown. */
function markedNames({ marked, marks }: ComparableRun): string {
  if (!marked?.shown) return '';
  const names = typeof marks === 'object' ? [marks.name] : marked.spans.map(({ name }) => name);
  return [...new Set(names.map((name) => name || 'unnamed'))].sort().join(', ');
}

/** Everything that has to be equal for two runs to be comparable, as one text. */
export const conditionsOf = (run: ComparableRun): string =>
  JSON.stringify(Object.values(conditions).map((textOf) => textOf(run)));

/** Loaders are named by their paths, which are others in another checkout. */
const withoutFolders = (flag: string): string =>
  flag.replaceAll('\\', '/').replace(/(?:file:\/)?\/.*\/node_modules\//, '');
