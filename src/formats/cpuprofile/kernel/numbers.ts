/** One number. */
import { parseNumber } from './host';
import { BAD_JSON, fail, NOT_A_NUMBER, windowEnd } from './status';
import { isDigit } from './text';

export let value: f64 = 0;

/** Reads the number at `p` into `value`; returns behind it, or 0. */
export function number(p: usize): usize {
  const negative = load<u8>(p) == 0x2d;
  const first = p + <usize>negative;
  let q = first;
  let sum: u64 = 0;
  let digit = load<u8>(q) - 0x30;
  while (digit < 10) {
    sum = sum * 10 + digit;
    digit = load<u8>(++q) - 0x30;
  }
  const length = q - first;
  const next = digit + 0x30;
  const isPlain = length - 1 < 15 && (length == 1 || load<u8>(first) != 0x30) && next != 0x2e && (next | 0x20) != 0x65;
  if (!isPlain) return unusualNumber(p);
  if (q >= windowEnd) return fail(BAD_JSON, q);
  value = negative ? -(<f64>sum) : <f64>sum;
  return q;
}

function unusualNumber(p: usize): usize {
  let q = p;
  while (true) {
    const c = load<u8>(q);
    if (!isDigit(c) && c != 0x2d && c != 0x2b && c != 0x2e && (c | 0x20) != 0x65) break;
    q++;
  }
  if (q >= windowEnd) return fail(BAD_JSON, q);
  if (q == p) return fail(NOT_A_NUMBER, p);
  value = parseNumber(p, q - p);
  if (value != value) return fail(NOT_A_NUMBER, p);
  return q;
}

export function isId(x: f64): bool {
  return x >= 0 && x <= 9007199254740991 && trunc(x) == x;
}
