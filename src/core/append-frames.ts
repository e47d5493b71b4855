import { appendRows, mapColumns } from './growing-column.ts';
import type { FrameKind, FrameTable } from './profile.ts';
import { NONE, type PositionIndex } from './units.ts';

/** Adds frames of one kind behind the others. `positions`: where they are defined; absent: nowhere. */
export const appendFrames = (
  frames: FrameTable,
  names: readonly string[],
  kind: FrameKind,
  positions: readonly PositionIndex[] = names.map(() => NONE),
): FrameTable => ({
  ...mapColumns(frames, (column) => appendRows(column, new Uint8Array(names.length))),
  name: [...frames.name, ...names],
  position: appendRows(frames.position, positions),
  kind: appendRows(frames.kind, new Uint8Array(names.length).fill(kind)),
});
