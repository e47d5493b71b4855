/** What V8 has at addresses. It uses an address again when what was there dies. */
export class ByAddress<T> extends Map<number, T> {
  move(from: number, to: number): void {
    const moved = this.get(from);
    if (moved === undefined) return;
    this.delete(from);
    this.set(to, moved);
  }
}

/** Functions by the addresses of V8's descriptions of them. */
export class FunctionsByAddress<F extends { readonly label: string }> extends ByAddress<F> {
  /** The function at an address: the one that is known if it has this label, else a new one. */
  at(address: number, label: string, create: (label: string) => F): F {
    const known = this.get(address);
    if (known?.label === label) return known;
    const fn = create(label);
    this.set(address, fn);
    return fn;
  }
}
