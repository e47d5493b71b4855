import type { RecordingFacts } from '../core/index.ts';
import { findMixture, type Refusal } from './refusal.ts';
import type { ComparableRun } from './side-table.ts';
import { compareWholes } from './whole-change.ts';

type RunEnding = RecordingFacts['ending'];

/** Why does a run not belong to a series of runs of the same program? The first run may not belong to it either. */
export type Misfit =
  /** The user ended it: it did not do all of its work. */
  | { readonly code: 'stopped' }
  /** It failed, or came to another end than the first run. */
  | { readonly code: 'failed'; readonly ending: RunEnding }
  /** It was not of the same code, or not made in the same way. */
  | { readonly code: 'mixture'; readonly refusal: Refusal };

/** Why does a run not fit those before it, if there are any? Undefined if it does. */
export function findMisfit(before: readonly ComparableRun[], run: ComparableRun): Misfit | undefined {
  const { ending } = run.facts;
  if (ending?.kind === 'stopped' && ending.by === 'user') return { code: 'stopped' };
  const [first] = before;
  if (!didItsWork(ending) || (first && !isSameEnd(first.facts.ending, ending))) return { code: 'failed', ending };
  const refusal = findMixture([...before, run], 'together');
  return refusal && { code: 'mixture', refusal };
}

/** A program may well mean an exit code other than 0: linters tell by it what they found. */
const didItsWork = (ending: RunEnding): boolean =>
  ending?.kind === 'exit' ? !ending.error : ending?.kind === 'stopped' && ending.by === 'duration';

const isSameEnd = (a: RunEnding, b: RunEnding): boolean =>
  a?.kind === b?.kind && (a?.kind !== 'exit' || b?.kind !== 'exit' || a.code === b.code);

/** Fewer runs on a side never end a series early. */
const LEAST_RUNS = 3;
/**
 * How sure a look before the last run has to be (Haybittle and Peto): so much that the looks add nothing to the errors of
 * the judgement at the end.
 */
const EARLY_TAIL = 0.001;

/** Do the runs so far leave no doubt that the whole got faster or slower, so that no more are needed? */
export function isAnswered(before: readonly ComparableRun[], after: readonly ComparableRun[]): boolean {
  if (Math.min(before.length, after.length) < LEAST_RUNS) return false;
  const [times, timesNow] = [before, after].map((runs) => runs.map(({ quality }) => quality.activeTime));
  return compareWholes(times, timesNow, [], EARLY_TAIL).isClear;
}
