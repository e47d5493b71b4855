/** One recording of a workspace, as its index remembers it. */
export interface RecordingEntry {
  readonly id: string;
  /** File name inside the store. */
  readonly file: string;
  readonly title: string;
  /** The profiled program as its launch configuration names it; a relative path is meant from the workspace folder. */
  readonly program: string;
  /** Unix time in milliseconds. */
  readonly recordedAt: number;
  readonly bytes: number;
  /** The user named it: it is not deleted to make room. */
  readonly named?: boolean;
  /** SHA-256 of the profiled files whose text is kept beside the recording. */
  readonly sources?: readonly string[];
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

/** Which recordings have to go so that at most `keep` unnamed ones stay; 0 keeps all. */
export function surplusEntries(list: RecordingList, keep: number): RecordingList {
  return keep > 0 ? list.filter(({ named }) => !named).slice(keep) : [];
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
  const sources = entry.sources ?? [];
  const areHashes = Array.isArray(sources) && sources.every((hash) => typeof hash === 'string' && isHash(hash));
  return (
    texts &&
    areHashes &&
    /^[\w.-]+$/.test(entry.file as string) &&
    typeof entry.recordedAt === 'number' &&
    typeof entry.bytes === 'number'
  );
}
