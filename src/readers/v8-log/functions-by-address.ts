/** Functions by the addresses of V8's descriptions of them. V8 uses an address again when a function dies. */
export class FunctionsByAddress<F extends { readonly label: string }> extends Map<number, F> {
  /** The function at an address: the one that is known if it has this label, else a new one. */
  at(address: number, label: string, create: (label: string) => F): F {
    const known = this.get(address);
    if (known?.label === label) return known;
    const fn = create(label);
    this.set(address, fn);
    return fn;
  }

  move(from: number, to: number): void {
    const fn = this.get(from);
    if (fn === undefined) return;
    this.delete(from);
    this.set(to, fn);
  }
}
