export interface Customer {
  readonly id: number;
  readonly name: string;
}

export interface Order {
  readonly customer: number;
  readonly day: string;
  readonly cents: number;
}

/** Numbers that look random and are the same every time. */
function* numbers(): Generator<number, never> {
  for (let state = 7; ;) {
    state = (state * 48271) % 2147483647;
    yield state;
  }
}

export function makeCustomers(count: number): Customer[] {
  return Array.from({ length: count }, (_, id) => ({ id, name: `Customer ${id + 1}` }));
}

export function makeOrders(count: number, customers: readonly Customer[]): Order[] {
  const random = numbers();
  const next = (below: number): number => random.next().value % below;
  return Array.from({ length: count }, () => ({
    customer: customers[next(customers.length)].id,
    day: `2026-${String(next(12) + 1).padStart(2, '0')}-${String(next(28) + 1).padStart(2, '0')}`,
    cents: next(20_000) + 100,
  }));
}
