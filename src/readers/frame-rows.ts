import {
  type FrameIndex,
  type FrameKind,
  type FrameTable,
  NONE,
  Numbering,
  type PositionIndex,
  RowIndex,
} from '../core/index.ts';

/** Numbers the frames of a profile: the same name, kind and position give the same row. */
export class FrameRows {
  readonly #names = new Numbering<string>();
  /** By name, kind and position. */
  readonly #rows = new RowIndex();

  /** `position`: where it is defined, -1 for nowhere. */
  rowOf(name: string, kind: FrameKind, position: PositionIndex = NONE): FrameIndex {
    return this.#rows.rowOf(this.#names.numberOf(name), kind, position);
  }

  kindOf(row: FrameIndex): FrameKind {
    return this.#rows.at(row, 1) as FrameKind;
  }

  positionOf(row: FrameIndex): PositionIndex {
    return this.#rows.at(row, 2);
  }

  get length(): number {
    return this.#rows.length;
  }

  table(): Pick<FrameTable, 'name' | 'kind' | 'position'> {
    const [names, kind, position] = [0, 1, 2].map((place) => this.#rows.column(place));
    return { name: Array.from(names, (name) => this.#names.list[name]), kind: Uint8Array.from(kind), position };
  }
}
