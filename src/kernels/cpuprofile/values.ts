/** Values that nobody needs here: their end is found. What they hold is not checked. */
import { Status, stop } from '../shared/status';
import { fail, openWindow, Problem, windowEnd } from './status';
import { stringStop } from './text';

/** How many brackets are open. */
let depth: i32 = 0;
let inText: bool = false;
/** Inside a number, `true`, `false` or `null` that is the whole value. */
let inWord: bool = false;
/** What a backslash at a window's end takes of the next one. */
let taken: usize = 0;

/** Call before `skip` at the start of a value. */
export function beginSkip(): void {
  depth = 0;
  inText = false;
  inWord = false;
  taken = 0;
}

/**
 * Goes over one JSON value of any kind; may be interrupted anywhere. Returns where it stopped: with Status.done just behind the
 * value, with Status.more at the window's end.
 */
export function skip(from: usize, end: usize): usize {
  openWindow(end);
  let p = from + taken;
  taken = 0;
  while (true) {
    if (inText) p = stringStop(p);
    else if (depth > 0) p = bracketStop(p);
    if (p >= windowEnd) break;
    const c = load<u8>(p);
    if (inWord && !isOfWord(c)) return done(p);
    if (inText) {
      if (c < 0x20) return fail(Problem.badJson, p);
      inText = c != 0x22;
      if (inText) p++;
    } else if (c == 0x22) inText = true;
    else if (isBracket(c)) depth += (c & 6) == 2 ? 1 : -1;
    else if (isOfWord(c) && depth == 0) inWord = true;
    else if (!isSpace(c)) return fail(Problem.badJson, p);
    p++;
    if (depth <= 0 && !inText && !inWord && !isSpace(c)) return depth == 0 ? done(p) : fail(Problem.badJson, p - 1);
  }
  taken = p - windowEnd;
  stop(Status.more);
  return windowEnd;
}

function done(p: usize): usize {
  stop(Status.done);
  return p;
}

/** The first byte from `p` on that is a quote, a bracket or zero (so also the window's end). */
function bracketStop(p: usize): usize {
  while (true) {
    const bytes = v128.load(p);
    const raised = v128.or(bytes, i8x16.splat(0x20));
    const brackets = v128.or(i8x16.eq(raised, i8x16.splat(0x7b)), i8x16.eq(raised, i8x16.splat(0x7d)));
    const others = v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0)));
    const mask = i8x16.bitmask(v128.or(brackets, others));
    if (mask != 0) return p + ctz(mask);
    p += 16;
  }
}

/** `{`, `}`, `[` or `]`. */
function isBracket(c: u8): bool {
  return (c | 0x20) == 0x7b || (c | 0x20) == 0x7d;
}

/** Of a number or a literal. */
function isOfWord(c: u8): bool {
  return (c | 0x20) - 0x61 < 26 || c - 0x30 < 10 || c == 0x2b || c == 0x2d || c == 0x2e;
}

function isSpace(c: u8): bool {
  return c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09;
}
