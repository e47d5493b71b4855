/** One number. */
import { parseNumber } from './host';
import { fail, Problem, windowEnd } from './status';
import { isDigit } from './text';

/** The number that `plainNumber` read. */
export let plain: i32 = 0;

/**
 * Reads the whole number at `p` into `plain`, eight bytes at a time: at most seven digits and no needless zeros. Returns
 * behind it; 0 for any other number. What follows is not looked at.
 */
export function plainNumber(p: usize): usize {
  const word = load<u64>(p) ^ 0x3030303030303030;
  // The highest bit of each byte that is no digit, the lowest such byte for certain.
  const others = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
  const length = ctz(others) >> 3;
  if (length - 1 >= 7 || (length > 1 && (word & 0xff) == 0)) return 0;
  // Zeros before the digits make them eight; then neighbours are joined to numbers of two, four and eight digits.
  let digits = word << ((8 - length) << 3);
  digits = digits * 10 + (digits >> 8);
  const even = (digits & 0x000000ff000000ff) * 0x000f424000000064;
  const odd = ((digits >> 16) & 0x000000ff000000ff) * 0x0000271000000001;
  plain = <i32>((even + odd) >> 32);
  return p + <usize>length;
}

export let value: f64 = 0;

/** Reads a number of a list into `value`; most of which are plain. */
export function listNumber(p: usize): usize {
  const end = plainNumber(p);
  if (end == 0 || (load<u8>(end) != 0x2c && load<u8>(end) != 0x5d)) return number(p);
  value = <f64>plain;
  return end;
}

/** Reads the number at `p` into `value`; returns behind it, or 0. */
export function number(p: usize): usize {
  const negative = load<u8>(p) == 0x2d;
  const first = p + usize(negative);
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
  if (q >= windowEnd) return fail(Problem.badJson, q);
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
  if (q >= windowEnd) return fail(Problem.badJson, q);
  if (q == p) return fail(Problem.notANumber, p);
  value = parseNumber(p, q - p);
  if (value != value) return fail(Problem.notANumber, p);
  return q;
}

export function isId(x: f64): bool {
  return x >= 0 && x <= 9007199254740991 && trunc(x) == x;
}
