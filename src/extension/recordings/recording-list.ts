/** One recording of a workspace, as its index remembers it. */
export interface RecordingEntry {
  readonly id: string;
  /** File name inside the store; of a series, that of its first run. */
  readonly file: string;
  /** File names of all runs of a series, in their order; absent for a single recording. */
  readonly runs?: readonly string[];
  readonly title: string;
  /** The profiled program as its launch configuration names it; a relative path is meant from the workspace folder. */
  readonly program: string;
  /** Unix time in milliseconds. */
  readonly recordedAt: number;
  readonly bytes: number;
  /** The user named it: it is not deleted to make room. */
  readonly named?: boolean;
  /** The user pinned it: the same. */
  readonly pinned?: boolean;
  /** What came out of it; absent until it was analysed. */
  readonly result?: RecordingResult;
  /** SHA-256 of the profiled files whose text is kept beside the recording. */
  readonly sources?: readonly string[];
}

/** What a recording's row says of it. */
export interface RecordingResult {
  /** Microseconds. */
  readonly activeTime: number;
  /** `hot.js:12 44 %`. */
  readonly hottestLine?: string;
  /** `Node v24.1.0`. */
  readonly runtime?: string;
  /** It ran too short, or not at all, to tell where time goes. */
  readonly isSlight: boolean;
  /** What another recording has to have in common with this one to be compared with it. */
  readonly conditions?: string;
}

/** All recordings, the newest first. */
export type RecordingList = readonly RecordingEntry[];

/** With one more. */
export function addEntry(list: RecordingList, entry: RecordingEntry): RecordingList {
  return [entry, ...list.filter(({ id }) => id !== entry.id)].sort((a, b) => b.recordedAt - a.recordedAt);
}

/** With a title of the user's. */
export function renameEntry(list: RecordingList, id: string, title: string): RecordingList {
  return list.map((entry) => (entry.id === id ? { ...entry, title, named: true } : entry));
}

/** Pinned, or not any more. What the user named stays kept as long as it is not unpinned. */
export function pinEntry(list: RecordingList, id: string, pinned: boolean): RecordingList {
  return list.map((entry) =>
    entry.id === id ? { ...entry, pinned, ...(entry.named !== undefined && { named: pinned }) } : entry,
  );
}

/** With the file of one more run; `bytes`: its size. */
export function addRun(list: RecordingList, id: string, file: string, bytes: number): RecordingList {
  return list.map((entry) =>
    entry.id === id ? { ...entry, runs: [...filesOf(entry), file], bytes: entry.bytes + bytes } : entry,
  );
}

/** File names of all that belongs to an entry, the first run first. */
export const filesOf = ({ file, runs }: RecordingEntry): readonly string[] => runs ?? [file];

/** With what came out of it. */
export function setResult(list: RecordingList, id: string, result: RecordingResult): RecordingList {
  return list.map((entry) => (entry.id === id ? { ...entry, result } : entry));
}

/** Whether it stays however many newer ones there are. */
export const isKept = ({ named, pinned }: RecordingEntry): boolean => named === true || pinned === true;

/** With the hashes of the files whose text is kept for it. */
export function setSources(list: RecordingList, id: string, sources: readonly string[]): RecordingList {
  return list.map((entry) => (entry.id === id ? { ...entry, sources } : entry));
}

/** Hashes that only removed entries refer to. */
export function orphanedSources(removed: RecordingList, kept: RecordingList): string[] {
  const used = new Set(kept.flatMap(({ sources }) => sources ?? []));
  return [...new Set(removed.flatMap(({ sources }) => sources ?? []))].filter((hash) => !used.has(hash));
}

/** Without one. */
export function removeEntry(list: RecordingList, id: string): RecordingList {
  return list.filter((entry) => entry.id !== id);
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
  const parsed = parseJson(text);
  return Array.isArray(parsed) ? parsed.filter(isEntry).sort((a, b) => b.recordedAt - a.recordedAt) : [];
}

/** Whether a text is a SHA-256 in lower-case hex. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is RecordingEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  const texts = [entry.id, entry.file, entry.title, entry.program].every((text) => typeof text === 'string');
  // A name with a separator could point out of the store.
  const runs = entry.runs ?? [entry.file];
  const areNames = Array.isArray(runs) && runs[0] === entry.file && runs.every(isFileName);
  const sources = entry.sources ?? [];
  const areHashes = Array.isArray(sources) && sources.every((hash) => typeof hash === 'string' && isHash(hash));
  return (
    texts &&
    areHashes &&
    (entry.result === undefined || isResult(entry.result)) &&
    areNames &&
    typeof entry.recordedAt === 'number' &&
    typeof entry.bytes === 'number'
  );
}

const isFileName = (value: unknown): boolean => typeof value === 'string' && /^[\w.-]+$/.test(value);

function isResult(value: unknown): value is RecordingResult {
  if (typeof value !== 'object' || value === null) return false;
  const { activeTime, hottestLine, runtime, isSlight, conditions } = value as Record<string, unknown>;
  const areTexts = [hottestLine, runtime, conditions].every((text) => text === undefined || typeof text === 'string');
  return typeof activeTime === 'number' && typeof isSlight === 'boolean' && areTexts;
}
