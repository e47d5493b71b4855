import * as v from 'valibot';
import { attempt } from '../../core/index.ts';

const HASH = /^[0-9a-f]{64}$/;
const optionalText = v.optional(v.string());
/** A name with a separator could point out of the store. */
const fileName = v.pipe(v.string(), v.regex(/^[\w.-]+$/));
const texts = <Schema extends v.GenericSchema<string>>(schema: Schema) =>
  v.optional(v.pipe(v.array(schema), v.readonly()));

const resultSchema = v.object({
  /** Microseconds, or the unit of `value`. */
  activeTime: v.number(),
  /** What was measured in place of time. */
  value: v.optional(v.pipe(v.object({ name: v.string(), unit: v.string() }), v.readonly())),
  /** `hot.js:12 44 %`. */
  hottestLine: optionalText,
  /** `Node v24.1.0`. */
  runtime: optionalText,
  /** It ran too short, or not at all, to tell where time goes. */
  isSlight: v.boolean(),
  /** It came to its end, and did all of its work. */
  isComplete: v.optional(v.boolean()),
  /** What another recording has to have in common with this one to be compared with it. */
  conditions: optionalText,
});

const entrySchema = v.pipe(
  v.object({
    id: v.string(),
    /** File name inside the store; of a series, that of its first run. */
    file: fileName,
    /** File names of all runs of a series, in their order; absent for a single recording. */
    runs: texts(fileName),
    title: v.string(),
    /** The profiled program as its launch configuration names it; a relative path is meant from the workspace folder. */
    program: v.string(),
    /** Unix time in milliseconds. */
    recordedAt: v.number(),
    bytes: v.number(),
    /** The user named or pinned it: it is not deleted to make room. */
    pinned: v.optional(v.boolean()),
    /** In place of that where an older version named it. */
    named: v.optional(v.boolean()),
    /** What came out of it; absent until it was analysed. */
    result: v.optional(v.pipe(resultSchema, v.readonly())),
    /** SHA-256 of the profiled files whose text is kept beside the recording. */
    sources: texts(v.pipe(v.string(), v.regex(HASH))),
  }),
  v.check(({ file, runs = [file] }) => runs[0] === file),
);

/** One recording of a workspace, as its index remembers it. */
export type RecordingEntry = Readonly<v.InferOutput<typeof entrySchema>>;

/** What a recording's row says of it. */
export type RecordingResult = NonNullable<RecordingEntry['result']>;

/** All recordings, the newest first. */
export type RecordingList = readonly RecordingEntry[];

/** With one more. */
export function addEntry(list: RecordingList, entry: RecordingEntry): RecordingList {
  return [entry, ...list.filter(({ id }) => id !== entry.id)].sort((a, b) => b.recordedAt - a.recordedAt);
}

/** With the file of one more run; `bytes`: its size. */
export const addRun = (list: RecordingList, id: string, file: string, bytes: number): RecordingList =>
  list.map((entry) =>
    entry.id === id ? { ...entry, runs: [...filesOf(entry), file], bytes: entry.bytes + bytes } : entry,
  );

/** File names of all that belongs to an entry, the first run first. */
export const filesOf = ({ file, runs }: RecordingEntry): readonly string[] => runs ?? [file];

/** Whether it stays however many newer ones there are. */
export const isKept = ({ named = false, pinned = false }: RecordingEntry): boolean => named || pinned;

/** With some properties of one entry. */
export const withEntry = (list: RecordingList, id: string, change: Partial<RecordingEntry>): RecordingList =>
  list.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));

/** Hashes that only removed entries refer to. */
export function orphanedSources(removed: RecordingList, kept: RecordingList): string[] {
  const used = new Set(kept.flatMap(({ sources }) => sources ?? []));
  return [...new Set(removed.flatMap(({ sources }) => sources ?? []))].filter((hash) => !used.has(hash));
}

/** Of runs that tell nothing so many stay: enough to see that they were there. */
const MOST_SLIGHT = 3;

/**
 * Which recordings have to go so that at most `keep` stay besides those that the user keeps; 0 keeps all. Runs that
 * tell nothing push none of the others out.
 */
export function surplusEntries(list: RecordingList, keep: number): RecordingList {
  if (keep === 0) return [];
  const free = list.filter((entry) => !isKept(entry));
  const isSlight = ({ result }: RecordingEntry): boolean => result?.isSlight === true;
  return [
    ...free.filter((entry) => !isSlight(entry)).slice(keep),
    ...free.filter(isSlight).slice(Math.min(keep, MOST_SLIGHT)),
  ];
}

/** Reads the index; what is not an entry is left out, so that a damaged index loses no more than itself. */
export function parseRecordingList(text: string): RecordingList {
  const parsed = attempt(() => JSON.parse(text) as unknown);
  if (!Array.isArray(parsed)) return [];
  return parsed.filter((entry) => v.is(entrySchema, entry)).sort((a, b) => b.recordedAt - a.recordedAt);
}

/** Whether a text is a SHA-256 in lower-case hex. */
export const isHash = (text: string): boolean => HASH.test(text);
