import { Category } from './analysis.ts';
import type { Mapping } from './mapping.ts';
import { FrameKind, type FrameTable } from './profile.ts';
import { categoryOfSource } from './source-category.ts';

/** Functions without their times: one row for each distinct name, category and original definition. */
export interface FunctionIdentities {
  readonly name: readonly string[];
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  readonly category: Uint8Array;
  /** The function (row here) of each frame. */
  readonly ofFrame: Int32Array;
}

const categoryOfKind: Readonly<Record<number, Category>> = {
  [FrameKind.native]: Category.native,
  [FrameKind.gc]: Category.gc,
  [FrameKind.program]: Category.program,
  [FrameKind.idle]: Category.idle,
  [FrameKind.root]: Category.root,
};

/** Which frames are one function once they are seen in original positions. */
export function buildFunctions(frames: FrameTable, mapping: Mapping): FunctionIdentities {
  const count = frames.name.length;
  const categoryOf = mapping.sources.map(categoryOfSource);
  const { name, source, line, column } = mapping.frames;
  const category = frames.kind.map(
    (kind, frame) => categoryOfKind[kind] ?? (source[frame] < 0 ? Category.own : categoryOf[source[frame]]),
  );
  const isSame = (a: number, b: number): boolean =>
    name[a] === name[b] &&
    source[a] === source[b] &&
    line[a] === line[b] &&
    column[a] === column[b] &&
    category[a] === category[b];
  // By place alone, for most functions are the only one at theirs; by everything where another is there already.
  const rows = new Map<number | string, number>();
  // Maps hash numbers in a known way: keeps a recording from choosing places that collide.
  const salt = 1 + Math.random();
  const representative: number[] = [];
  const ofFrame = new Int32Array(count);
  for (let frame = 0; frame < count; frame++) {
    let key: number | string =
      source[frame] < 0
        ? `:${name[frame]}`
        : ((source[frame] * 2 ** 20 + line[frame]) * 2 ** 12 + column[frame]) * salt;
    let row = rows.get(key);
    if (row !== undefined && !isSame(frame, representative[row])) {
      key = `${category[frame]}:${source[frame]}:${line[frame]}:${column[frame]}:${name[frame]}`;
      row = rows.get(key);
    }
    if (row === undefined) {
      row = representative.push(frame) - 1;
      rows.set(key, row);
    }
    ofFrame[frame] = row;
  }
  const first = Int32Array.from(representative);
  return {
    name: representative.map((frame) => name[frame]),
    source: first.map((frame) => source[frame]),
    line: first.map((frame) => line[frame]),
    column: first.map((frame) => column[frame]),
    category: new Uint8Array(first.map((frame) => category[frame])),
    ofFrame,
  };
}
