import { type ComparableRun, conditionsOf, didAllWork } from '../../compare/index.ts';
import type { Microseconds } from '../../core/index.ts';
import type { RecordingEntry, RecordingList } from '../recordings/recording-list.ts';

/** What is looked for: an entry, or one that is still being recorded. */
export type Newer = Pick<RecordingEntry, 'id' | 'program' | 'recordedAt' | 'runs' | 'result'>;

/**
 * The recording that another one is compared with by itself: the one before it of the same program, made in the same way;
 * of a series, the series before it, since single runs say nothing of lines. Where none was made in the same way, the last
 * one of the program, so that it can be told why the two are not compared. `list`: the newest first.
 */
export function findBaseline(list: RecordingList, newer: Newer): RecordingEntry | undefined {
  const earlier = list.filter(
    ({ id, program, recordedAt, result }) =>
      id !== newer.id && program === newer.program && recordedAt <= newer.recordedAt && result?.isSlight === false,
  );
  const conditions = newer.result?.conditions;
  const alike = earlier.filter(({ result }) => result?.conditions === conditions);
  const series = newer.runs === undefined ? undefined : alike.find(({ runs }) => runs !== undefined);
  return series ?? alike.at(0) ?? earlier.at(0);
}

/** So many recordings of a program tell how much they differ by themselves. */
const enough = 10;

/**
 * Active times of recordings that were made in the same way as this run, and are none of those compared (ids): how much they differ
 * by themselves, without which the difference of two says nothing. A series counts once, with its mean: its runs were made one after
 * the other, and are more alike than recordings of different hours.
 */
export function earlierTimes(list: RecordingList, run: ComparableRun, ...compared: readonly string[]): Microseconds[] {
  if (!isComplete(run)) return [];
  const conditions = conditionsOf(run);
  return list
    .flatMap(({ id, result }) =>
      result?.isComplete && !result.isSlight && result.conditions === conditions && !compared.includes(id)
        ? result.activeTime
        : [],
    )
    .slice(0, enough);
}

/** Whether a program came to its end and did all of its work, so that others can be held against it. */
export const isComplete = (run: ComparableRun): boolean =>
  run.facts.program !== undefined &&
  run.facts.ending?.kind === 'exit' &&
  run.facts.ending.code === 0 &&
  run.quality.activeTime > 0 &&
  didAllWork([run]);
