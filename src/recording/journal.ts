import * as v from 'valibot';
import type { RecordedScript } from './facts.ts';

/**
 * A recording that is not finished is a folder: what stands in it is a valid recording at any time, while its program runs
 * as well as after the recorder died. It has a note ({@link UNFINISHED_NOTE}) and for each thread a journal: a file of
 * lines, each one {@link JournalRecord} as JSON. The last line may be cut off.
 */
export const UNFINISHED_NOTE = 'recording.json';

const noteSchema = v.object({
  version: v.literal(1),
  /** Process id of the recorder. As long as it lives the folder is its own. */
  recorder: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Absolute path that the recording is to have, ending in `.cpuprofile`. */
  output: v.string(),
  /** What a person calls the program by: the path of its file, or a command. */
  program: v.string(),
  /** Unix time in milliseconds. */
  startedAt: v.number(),
});

/** What an unfinished recording says of itself. */
export type UnfinishedNote = Readonly<v.InferOutput<typeof noteSchema>>;

/** The typed form of the note; undefined for what is none. */
export function parseUnfinishedNote(text: string): UnfinishedNote | undefined {
  try {
    const parsed = v.safeParse(noteSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** File name of a thread's journal. */
export const journalName = (id: number): string => `thread-${id}.journal`;

/** The number of the thread whose journal has this file name; undefined for other files. */
export function threadOfJournal(name: string): number | undefined {
  const id = /^thread-(\d+)\.journal$/.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The samples of a thread that runs, in a profile without facts that is replaced by a longer one now and then. */
export interface GrowingSamples {
  /** Its name in the folder. */
  readonly file: string;
  /** Of so many samples one is kept. */
  readonly keptOneIn: number;
}

/** A thread's samples that are in a file of their own by now. */
export interface SealedSection {
  readonly format: 'cpuprofile' | 'v8log';
  /** Its name in the folder. */
  readonly file: string;
  /** See the recorder's `Section`; absent for V8 logs. */
  readonly profileEnd?: number;
}

/** How a thread's clock began, and where the records of its samples are: an absolute path. */
export interface BeganClock {
  readonly first: { readonly timeUs: number; readonly cpuUs: number };
  readonly records?: string | undefined;
}

/** One line of a journal. `scripts` add up; of everything else the last one counts. */
export type JournalRecord =
  /** A `HeatlineSection`, without the clock and the scripts. */
  | { readonly facts: Readonly<Record<string, unknown>> }
  /** Name of the thread's V8 log in the folder. */
  | { readonly log: string }
  | { readonly profile: GrowingSamples }
  | { readonly clock: BeganClock }
  | { readonly scripts: readonly RecordedScript[] }
  /** The thread has ended. */
  | { readonly sealed: SealedSection };
