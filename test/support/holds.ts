import fc from 'fast-check';

type Arbitraries<T extends readonly unknown[]> = { readonly [K in keyof T]: fc.Arbitrary<T[K]> };

/** A test of a property: `body` must hold for whatever the arbitraries give; it returns nothing, or true. */
export function holds<T extends [unknown, ...unknown[]]>(
  title: string,
  arbitraries: Arbitraries<T>,
  body: (...values: T) => unknown,
  parameters: fc.Parameters<T> = {},
): void {
  it(title, () => fc.assert(fc.asyncProperty<T>(...(arbitraries as never), body as never), parameters));
}
