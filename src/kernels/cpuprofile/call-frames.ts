/** callFrames, where they are written as V8 writes them. */
import { at, COLUMN_NUMBER, FUNCTION_NAME, isDigit, LINE_NUMBER, SCRIPT_ID, stringStop, URL } from './text';

/** At a string's closing quote; 0 for anything unusual. */
function usualStringEnd(p: usize): usize {
  let q = stringStop(p);
  while (load<u8>(q) == 0x5c) q = stringStop(q + 2);
  return load<u8>(q) == 0x22 ? q : 0;
}

function digitsEnd(p: usize): usize {
  if (load<u8>(p) == 0x2d) p++;
  while (isDigit(load<u8>(p))) p++;
  return p;
}

/** Where a callFrame as V8 writes it ends; 0 if it is written in another way. The insides of its values are not checked. */
export function usualFrameEnd(p: usize): usize {
  if (!at(p, FUNCTION_NAME, 16) || load<u8>(p + 16) != 0x22) return 0;
  p = usualStringEnd(p + 17);
  if (p == 0 || !at(p, SCRIPT_ID, 14)) return 0;
  p = usualStringEnd(p + 14);
  if (p == 0 || !at(p, URL, 9)) return 0;
  p = usualStringEnd(p + 9);
  if (p == 0 || !at(p, LINE_NUMBER, 15)) return 0;
  p = digitsEnd(p + 15);
  if (!at(p, COLUMN_NUMBER, 16)) return 0;
  p = digitsEnd(p + 16);
  return load<u8>(p) == 0x7d ? p + 1 : 0;
}
