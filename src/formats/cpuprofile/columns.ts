type Column = Int32Array | Uint32Array | Float64Array;

const BLOCK = 65_536;

/**
 * A column that grows block by block, so that growing never copies what is there and never reserves more than a block;
 * `finish` makes it one array and lets go of each block as it is copied.
 */
export class GrowingColumn<T extends Column> {
  readonly #create: (length: number) => T;
  #full: T[] = [];
  #block: T;
  #used = 0;

  constructor(create: (length: number) => T) {
    this.#create = create;
    this.#block = create(0);
  }

  get length(): number {
    return this.#full.length * BLOCK + this.#used;
  }

  append(values: Column): void {
    for (let from = 0; from < values.length;) {
      if (this.#used === this.#block.length) this.#grow();
      const count = Math.min(this.#block.length - this.#used, values.length - from);
      this.#block.set(values.subarray(from, from + count), this.#used);
      this.#used += count;
      from += count;
    }
  }

  /** The whole column, with `extra` zeros behind it. The column is empty afterwards. */
  finish(extra = 0): T {
    const whole = this.#create(this.length + extra);
    const last = this.#block.subarray(0, this.#used);
    const blocks = this.#full;
    this.#full = [];
    this.#block = this.#create(0);
    this.#used = 0;
    let at = 0;
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      whole.set(block, at);
      at += BLOCK;
    }
    whole.set(last, at);
    return whole;
  }

  /** The first block grows from small to full size; every later one is full from the start. */
  #grow(): void {
    if (this.#block.length < BLOCK) {
      const larger = this.#create(Math.min(BLOCK, Math.max(1024, this.#block.length * 4)));
      larger.set(this.#block);
      this.#block = larger;
      return;
    }
    this.#full.push(this.#block);
    this.#block = this.#create(BLOCK);
    this.#used = 0;
  }
}

export const int32Column = (): GrowingColumn<Int32Array> => new GrowingColumn((length) => new Int32Array(length));
export const uint32Column = (): GrowingColumn<Uint32Array> => new GrowingColumn((length) => new Uint32Array(length));
export const float64Column = (): GrowingColumn<Float64Array> => new GrowingColumn((length) => new Float64Array(length));

/** Ids as they come from a file: as 32-bit numbers, or as 64-bit ones if one of them needs that. */
export type Ids = Int32Array | Float64Array;

/** Ids as they stand in a file: 32 bits each as long as they fit, then 64. */
export class IdColumn {
  #narrow: GrowingColumn<Int32Array> | undefined = int32Column();
  #wide: GrowingColumn<Float64Array> | undefined;

  append(ids: Ids): void {
    if (this.#narrow !== undefined) {
      if (ids instanceof Int32Array) return this.#narrow.append(ids);
      this.#wide = float64Column();
      this.#wide.append(this.#narrow.finish());
      this.#narrow = undefined;
    }
    this.#wide?.append(ids);
  }

  finish(): Ids {
    return this.#wide?.finish() ?? this.#narrow?.finish() ?? new Int32Array(0);
  }
}
