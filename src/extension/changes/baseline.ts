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
