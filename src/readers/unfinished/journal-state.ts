import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { JoinedProfile } from './joined-profile.ts';
import { attempt } from '../../core/index.ts';
import type { CpuClockReadings, RecordedScript } from '../../recording/index.ts';
import type { JournalRecord, SealedSection } from '../../recording/journal.ts';

/** What a thread's journal says by now. */
export interface JournalState {
  /** A `HeatlineSection` without clock and scripts; absent as long as the recorder has not written it. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly clock?: CpuClockReadings | undefined;
  readonly scripts: readonly RecordedScript[];
  /** Name of the V8 log in the folder. */
  readonly log?: string;
  readonly sealed?: SealedSection;
  /** Absent where no part of the samples has come yet. */
  readonly profile?: JoinedProfile;
}

/** Reads a journal, which may be growing, and whose last line may be cut off. */
export async function readJournal(file: string): Promise<JournalState> {
  const scripts: RecordedScript[] = [];
  const clock: Mutable = { timesUs: [], cpuUs: [], waitUs: [], stoppedUs: [], runnableUs: [] };
  const state: { -readonly [Key in keyof JournalState]?: JournalState[Key] } = {};
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const record = attempt(() => JSON.parse(line) as JournalRecord);
      if (record === undefined) break; // it is not whole, so it is the last one
      if ('facts' in record) state.facts = record.facts;
      else if ('log' in record) state.log = record.log;
      else if ('sealed' in record) state.sealed = record.sealed;
      else if ('scripts' in record) scripts.push(...record.scripts);
      else if ('part' in record) (state.profile ??= new JoinedProfile()).apply(record.part);
      else addReadings(clock, record.clock);
    }
  } finally {
    input.destroy();
  }
  const hasStops = clock.stoppedUs.length === clock.timesUs.length && (clock.stoppedUs.at(-1) ?? 0) > 0;
  const { stoppedUs, ...readings } = clock;
  return {
    ...state,
    scripts,
    clock: clock.timesUs.length < 2 ? undefined : { ...readings, ...(hasStops && { stoppedUs }) },
  };
}

type Mutable = Record<'timesUs' | 'cpuUs' | 'waitUs' | 'stoppedUs' | 'runnableUs', number[]>;

function addReadings(
  clock: Mutable,
  { timesUs, cpuUs, waitUs = [], stoppedUs = [], runnableUs = [] }: CpuClockReadings,
): void {
  for (let i = 0; i < timesUs.length; i++) {
    clock.timesUs.push(timesUs[i]);
    clock.cpuUs.push(cpuUs[i]);
    if (i < waitUs.length) clock.waitUs.push(waitUs[i]);
    clock.stoppedUs.push(stoppedUs[i] ?? 0);
    clock.runnableUs.push(runnableUs[i] ?? 0);
  }
}
