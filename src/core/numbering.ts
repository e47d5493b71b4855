/** Numbers things from 0 on as they are asked for: the same thing has the same number. */
export class Numbering<T> {
  /** By number. */
  readonly list: T[] = [];
  readonly #numbers = new Map<T, number>();

  numberOf(thing: T): number {
    let number = this.#numbers.get(thing);
    if (number === undefined) {
      number = this.list.push(thing) - 1;
      this.#numbers.set(thing, number);
    }
    return number;
  }
}
