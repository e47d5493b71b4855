/**
 * What was once made of files, kept from one recording to the next: maps taken apart, hashes, comparisons. An entry is
 * only found under the stamp (size, times, inode) that its file had; what was used least recently goes first.
 */
export type MapCache = Readonly<ReturnType<typeof createMapCache>>;

const DEFAULT_LIMIT = 256 * 1024 * 1024;
/** What an entry takes besides its value. */
const OVERHEAD = 256;

/** A cache of at most `limit` bytes; a value that alone is larger is not kept. */
export function createMapCache(limit = DEFAULT_LIMIT) {
  // In order of their last use.
  const entries = new Map<string, { readonly stamp: string; readonly value: unknown; readonly bytes: number }>();
  const ids = new WeakMap<object, number>();
  let size = 0;
  let nextId = 0;
  const drop = (key: string): void => {
    size -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key: string, stamp: string): unknown => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      drop(key);
      if (entry.stamp !== stamp) return undefined;
      entries.set(key, entry);
      size += entry.bytes;
      return entry.value;
    },
    /** `bytes`: about how much memory the value holds. */
    set: (key: string, stamp: string, value: unknown, bytes: number): void => {
      drop(key);
      const all = bytes + OVERHEAD;
      if (all > limit) return;
      entries.set(key, { stamp, value, bytes: all });
      size += all;
      for (const oldest of entries.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
    /** A number for an object that is its own as long as it lives: part of keys. */
    idOf: (value: object): number => {
      const id = ids.get(value) ?? nextId++;
      ids.set(value, id);
      return id;
    },
    /** Bytes held now. */
    get size() {
      return size;
    },
  };
}
