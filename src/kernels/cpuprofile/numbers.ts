/** One number. */
import { parseNumber } from './host';
import { fail, Problem, windowEnd } from './status';
import { isDigit } from './text';

/** The number that was read. */
export let value: f64 = 0;

/**
 * Reads the whole number at `p` into `value`: at most 15 digits and no needless zeros. Returns behind it; 0 for any other number.
 * What follows is not looked at.
 */
export function wholeNumber(p: usize): usize {
  const q = shortNumber(p);
  if (q != 0 || load<u8>(p) == 0x30) return q;
  let end = p;
  let sum: u64 = 0;
  for (; isDigit(load<u8>(end)); end++) sum = sum * 10 + load<u8>(end) - 0x30;
  value = <f64>sum;
  return end - p - 1 < 15 ? end : 0;
}

/** The same of at most seven digits, which most have, eight bytes at a time. */
function shortNumber(p: usize): usize {
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
  value = <f64>(<i32>((even + odd) >> 32));
  return p + <usize>length;
}

/** Reads the number at `p` into `value`; returns behind it, or 0. */
export function number(p: usize): usize {
  const negative = load<u8>(p) == 0x2d;
  let q = wholeNumber(p + usize(negative));
  if (q != 0 && load<u8>(q) == 0x2e) q = fraction(p + usize(negative), q);
  if (q == 0 || (load<u8>(q) | 0x20) == 0x65) return unusualNumber(p);
  if (q >= windowEnd) return fail(Problem.badJson, q);
  if (negative) value = -value;
  return q;
}

/**
 * Adds what stands behind the point at `point` to `value`, of a number whose digits begin at `from`. 0 where no digit is behind the
 * point, or more than 15 digits are in all: of at most 15, the quotient of two whole numbers, both exact, is the nearest number there is.
 */
function fraction(from: usize, point: usize): usize {
  let p = point + 1;
  let divisor: f64 = 1;
  for (; isDigit(load<u8>(p)); p++) {
    value = value * 10 + <f64>(load<u8>(p) - 0x30);
    divisor *= 10;
  }
  value /= divisor;
  return p > point + 1 && p - from <= 16 ? p : 0;
}

const NULL: u32 = 0x6c6c756e; // null

/** Goes over `null`; `otherwise` is what is wrong with any other value. */
export function passNull(p: usize, otherwise: Problem): usize {
  return load<u32>(p) == NULL ? p + 4 : fail(otherwise, p + 4 > windowEnd ? windowEnd : p);
}

/** Reads a number, or `null`, of which the value is NaN. */
export function numberOrNull(p: usize): usize {
  if (load<u8>(p) != 0x6e) return number(p);
  value = NaN;
  return passNull(p, Problem.notANumber);
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
