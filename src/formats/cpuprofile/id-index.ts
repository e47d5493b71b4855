import type { Ids } from './columns.ts';

const MULTIPLIER = 0x9e3779b1;

/** Finds the row of a node by its id. Ids are whole numbers that are not negative. */
export interface IdIndex {
  /** Row of the id; -1 for an id that no node has. */
  rowOf(id: number): number;
  /** A row whose id an earlier row has too; -1 for none. Then the index is not to be used. */
  readonly duplicate: number;
}

/** A plain table when the ids are dense, as V8's are; a hash table when a file spreads them over all numbers. */
export function buildIdIndex(ids: Ids): IdIndex {
  let max = 0;
  for (let row = 0; row < ids.length; row++) if (ids[row] > max) max = ids[row];
  return max <= 4 * ids.length + 1024 ? denseIndex(ids, max) : sparseIndex(ids);
}

function denseIndex(ids: Ids, max: number): IdIndex {
  const rows = new Int32Array(max + 1).fill(-1);
  let duplicate = -1;
  for (let row = 0; row < ids.length; row++) {
    if (rows[ids[row]] >= 0 && duplicate < 0) duplicate = row;
    rows[ids[row]] = row;
  }
  return { rowOf: (id) => (id >= 0 && id <= max ? (rows[id] ?? -1) : -1), duplicate };
}

function sparseIndex(ids: Ids): IdIndex {
  const bits = Math.max(4, Math.ceil(Math.log2(ids.length * 2)));
  const mask = 2 ** bits - 1;
  const rows = new Int32Array(mask + 1).fill(-1);
  // Chosen anew each time, so that no file can make its ids collide.
  const seed = Math.floor(Math.random() * 2 ** 32);
  const slotOf = (id: number): number => {
    let hash = Math.imul((id >>> 0) ^ seed, MULTIPLIER) ^ Math.imul(Math.floor(id / 2 ** 32) + seed, MULTIPLIER);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13) ^ seed, 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) & mask;
  };
  const find = (id: number): number => {
    let slot = slotOf(id);
    while (rows[slot] >= 0 && ids[rows[slot]] !== id) slot = (slot + 1) & mask;
    return slot;
  };
  for (let row = 0; row < ids.length; row++) {
    const slot = find(ids[row]);
    if (rows[slot] >= 0) return { rowOf: () => -1, duplicate: row };
    rows[slot] = row;
  }
  return { rowOf: (id) => rows[find(id)], duplicate: -1 };
}
