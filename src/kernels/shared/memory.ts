/** Memory that is handed out piece by piece, and rows of columns in it. */

// The compiler's own data lie in the first page.
let top: usize = 65_536;

/** Address of `bytes` zero bytes. Traps where there is no more memory. */
export function allocate(bytes: usize): usize {
  const start = top;
  top += (bytes + 15) & ~15;
  if (top < start) unreachable();
  const pages = <i32>((top + 65_535) >> 16) - memory.size();
  // A quarter more than there was: the host has to account for another buffer each time.
  if (pages > 0 && memory.grow(max(pages, memory.size() >> 2)) < 0 && memory.grow(pages) < 0) unreachable();
  return start;
}

/** Takes everything from an address on back. What is allocated next is not zero there. */
export function release(from: usize): void {
  top = from;
}

export function i32At(column: usize, row: i32): i32 {
  return load<i32>(column + ((<usize>row) << 2));
}

export function setI32(column: usize, row: i32, value: i32): void {
  store<i32>(column + ((<usize>row) << 2), value);
}

export function addI32(column: usize, row: i32, value: i32): void {
  const at = column + ((<usize>row) << 2);
  store<i32>(at, load<i32>(at) + value);
}

export function f64At(column: usize, row: i32): f64 {
  return load<f64>(column + ((<usize>row) << 3));
}

export function setF64(column: usize, row: i32, value: f64): void {
  store<f64>(column + ((<usize>row) << 3), value);
}

export function addF64(column: usize, row: i32, value: f64): void {
  const at = column + ((<usize>row) << 3);
  store<f64>(at, load<f64>(at) + value);
}
