/** A list of integers that grows; unlike an array of numbers it takes four bytes for each. */
export class IntList {
  length = 0;
  values: Int32Array;

  constructor(capacity = 64) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(this.length + 1);
    this.values[this.length++] = value;
  }

  /** Makes room for so many values in all. */
  reserve(length: number): void {
    if (length <= this.values.length) return;
    const grown = new Int32Array(Math.max(length, this.values.length * 2));
    grown.set(this.values.subarray(0, this.length));
    this.values = grown;
  }
}
