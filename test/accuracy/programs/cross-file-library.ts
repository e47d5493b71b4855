/** Alone in its file, and small enough that its callers inline it. */
export function hotElsewhere(n: number): number {
  let x = n;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @elsewhere
  return x;
}
