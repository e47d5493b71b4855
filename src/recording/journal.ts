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

/**
 * What a part of a thread's samples adds to the parts before it. Nodes are numbered from 1 on, the root; a parent stands
 * before its children.
 */
export interface JoinedPart {
  /** On the clock of `process.hrtime`, in microseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** New nodes: the parent's number (0 for the root's), and the number of the call frame. */
  readonly nodes: readonly (readonly [parent: number, frame: number])[];
  /** New call frames as JSON, numbered from 0 on. */
  readonly frames: readonly string[];
  /** More hits of nodes. */
  readonly hits: readonly (readonly [node: number, count: number])[];
  /** More ticks of lines (1-based) of nodes. */
  readonly ticks: readonly (readonly [node: number, line: number, count: number])[];
  readonly samples: readonly number[];
  /** Since `startTime`, not since one another; those of versions before 0.2 may stand behind younger ones. */
  readonly times: readonly number[];
  /** Of so many samples of this part, and of all before it, one is to be kept; absent: all. */
  readonly keptOneIn?: number;
}

/** A thread's samples that are in a file of their own by now. */
export interface SealedSection {
  readonly format: 'cpuprofile' | 'v8log' | 'calls';
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

/** One line of a journal. Of `facts` and `clock` the last one counts, all others add up. */
export type JournalRecord =
  /** A `HeatlineSection`, without the clock and the scripts. */
  | { readonly facts: Readonly<Record<string, unknown>> }
  /** Name of the thread's V8 log in the folder. */
  | { readonly log: string }
  | { readonly part: JoinedPart }
  | { readonly clock: BeganClock }
  | { readonly scripts: readonly RecordedScript[] }
  /** The thread has ended. */
  | { readonly sealed: SealedSection };
