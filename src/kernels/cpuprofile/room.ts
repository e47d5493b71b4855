/** The memory that scans write to. It grows only between calls: the host may be reading into this memory during one. */
import { growSlots, growStore, openFrames } from './frames';
import { growIds } from './ids';
import { openNodes } from './node';
import { openNumbers } from './number-lists';
import { Room, roomFor, roomNeeded } from './status';
import { openTicks } from './ticks';

/** Columns with room for what a window of so many bytes can hold: the shortest entries bound their rows. */
export function openColumns(capacity: usize): void {
  const rows = (capacity + 15) >> 4;
  // Each number of a list takes two bytes at least.
  const numbers = (capacity >> 1) + 3;
  openNodes(rows, numbers);
  openFrames(rows);
  openTicks(rows);
  openNumbers(numbers);
}

/** Call before the list of nodes, of which about so many are expected. */
export function openTables(nodes: u32): void {
  growIds(nodes);
  growSlots();
  growStore(0);
}

/** Makes the room that the last call asked for. */
export function makeRoom(): void {
  if (roomFor == Room.ids) growIds(2 * <u32>roomNeeded);
  else if (roomFor == Room.frameText) growStore(roomNeeded);
  else growSlots();
}
