type Column = Int32Array | Uint32Array | Float64Array;

const FEWEST = 16;
/** More are not made ahead: what a file's size lets expect may be more than there is memory for. */
const MOST_EXPECTED = 2 ** 27;

/**
 * A column that rows are appended to. It is made for as many rows as are expected at most: pages that are never written
 * cost no memory, while growing would leave copies behind for the garbage collector. It doubles if there are more.
 */
export class GrowingColumn<T extends Column> {
  readonly #create: (length: number) => T;
  #rows: T;
  #length = 0;

  constructor(create: (length: number) => T, expectedRows: number) {
    this.#create = create;
    this.#rows = create(Math.min(MOST_EXPECTED, Math.max(FEWEST, Math.ceil(expectedRows))));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#rows.length) this.#enlarge(this.#length + 1);
    this.#rows[this.#length++] = value;
  }

  append(values: Column): void {
    const length = this.#length + values.length;
    if (length > this.#rows.length) this.#enlarge(length);
    this.#rows.set(values, this.#length);
    this.#length = length;
  }

  /** The column, with `extra` zeros behind it. Nothing may be appended afterwards. */
  finish(extra = 0): T {
    const length = this.#length + extra;
    if (length > this.#rows.length) this.#enlarge(length);
    const whole = this.#rows.subarray(0, length) as T;
    this.#rows = this.#create(0);
    return whole;
  }

  #enlarge(length: number): void {
    const larger = this.#create(Math.max(length, 2 * this.#rows.length));
    larger.set(this.#rows.subarray(0, this.#length));
    this.#rows = larger;
  }
}

export const int32Column = (expectedRows: number): GrowingColumn<Int32Array> =>
  new GrowingColumn((length) => new Int32Array(length), expectedRows);
export const uint32Column = (expectedRows: number): GrowingColumn<Uint32Array> =>
  new GrowingColumn((length) => new Uint32Array(length), expectedRows);
export const float64Column = (expectedRows: number): GrowingColumn<Float64Array> =>
  new GrowingColumn((length) => new Float64Array(length), expectedRows);
