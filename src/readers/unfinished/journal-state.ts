import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { attempt } from '../../core/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import type { BeganClock, GrowingSamples, JournalRecord, SealedSection } from '../../recording/journal.ts';

/** What a thread's journal says so far. */
export interface JournalState {
  /** A `HeatlineSection` without clock and scripts; absent as long as the recorder has not written it. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly clock?: BeganClock;
  readonly scripts: readonly RecordedScript[];
  /** Name of the V8 log in the folder. */
  readonly log?: string;
  readonly sealed?: SealedSection;
  /** Absent where no samples are on disk yet. */
  readonly profile?: GrowingSamples;
}

/** Reads a journal. It may be growing, and its last line may be cut off. */
export async function readJournal(file: string): Promise<JournalState> {
  const scripts: RecordedScript[] = [];
  const state: Partial<JournalState> = {};
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const record = attempt(() => JSON.parse(line) as JournalRecord);
      if (record === undefined) break; // it is not whole, so it is the last one
      if ('scripts' in record) scripts.push(...record.scripts);
      else Object.assign(state, record);
    }
  } finally {
    input.destroy();
  }
  return { ...state, scripts };
}
