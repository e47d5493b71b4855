/** What callFrames say, where they are written as V8 writes them. */
import { setScriptRow, textAt } from './frames';
import { definitionOf, functionAt, setFunctionAt } from './positions';
import { addressOf, addText, findText, lengthOf, setTextSlots, TextTable } from './text-table';
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

// Of the last callFrame: where its name, script id and url end, and where its line and column begin.
let nameEnd: usize = 0;
let idEnd: usize = 0;
let urlEnd: usize = 0;
let lineAt: usize = 0;
let columnAt: usize = 0;

const NAME: usize = 16; // where the name begins, at its quote
const ID_LITERAL: usize = 14;
const URL_LITERAL: usize = 9;
const LINE_LITERAL: usize = 15;
const COLUMN_LITERAL: usize = 16;

/** Where a callFrame as V8 writes it ends; 0 if it is written in another way. The insides of its values are not checked. */
export function usualFrameEnd(p: usize): usize {
  if (!at(p, FUNCTION_NAME, <i32>NAME) || load<u8>(p + NAME) != 0x22) return 0;
  p = usualStringEnd(p + NAME + 1);
  nameEnd = p;
  if (p == 0 || !at(p, SCRIPT_ID, <i32>ID_LITERAL)) return 0;
  p = digitsEnd(p + ID_LITERAL);
  idEnd = p;
  if (!at(p, URL, <i32>URL_LITERAL)) return 0;
  p = usualStringEnd(p + URL_LITERAL);
  urlEnd = p;
  if (p == 0 || !at(p, LINE_NUMBER, <i32>LINE_LITERAL)) return 0;
  lineAt = p + LINE_LITERAL;
  p = digitsEnd(lineAt);
  if (!at(p, COLUMN_NUMBER, <i32>COLUMN_LITERAL)) return 0;
  columnAt = p + COLUMN_LITERAL;
  p = digitsEnd(columnAt);
  return load<u8>(p) == 0x7d ? p + 1 : 0;
}

const NO_PLACE: i32 = -2;

/** The line or column at `p`: -1 or a whole number below 2^31 - 1; NO_PLACE for another. */
function placeAt(p: usize): i32 {
  if (load<u8>(p) == 0x2d) return load<u8>(p + 1) == 0x31 && !isDigit(load<u8>(p + 2)) ? -1 : NO_PLACE;
  let q = p;
  let sum: u64 = 0;
  for (; isDigit(load<u8>(q)); q++) {
    sum = sum * 10 + (load<u8>(q) - 0x30);
    if (sum >= 0x7fffffff) return NO_PLACE;
  }
  return q == p || (q - p > 1 && load<u8>(p) == 0x30) ? NO_PLACE : <i32>sum;
}

/** The distinct scripts: by url, in quotes, or where they have none by V8's number. */
const scripts = changetype<TextTable>(memory.data(offsetof<TextTable>(), 16));

// For each its row in the host's table (i32).
let rowOfScript: usize = 0;

/**
 * As many slots as frames have: there are never more scripts than frames, so the table is never full. `rows`: room for an
 * i32 for each script, which the host writes.
 */
export function setScriptSlots(start: usize, count: u32, texts: usize, rows: usize): void {
  memory.copy(rows, rowOfScript, (<usize>scripts.count) << 2);
  rowOfScript = rows;
  setTextSlots(scripts, start, count, texts);
}

/** The longest script id that is a number without loss. */
const MAX_ID_DIGITS: usize = 15;

/** Whether the last callFrame's script id is a whole number that is not negative, written without needless zeros. */
function isIdUsual(): bool {
  const id = nameEnd + ID_LITERAL;
  const length = idEnd - id;
  return length - 1 < MAX_ID_DIGITS && isDigit(load<u8>(id)) && (length == 1 || load<u8>(id) != 0x30);
}

/** The script of the last callFrame; -1 for none. V8 gives its own functions script 0; code of `eval` may lack a url. */
function scriptOfLast(line: i32): i32 {
  const url = idEnd + URL_LITERAL;
  if (urlEnd > url) return scriptNumber(url - 1, urlEnd + 1);
  const id = nameEnd + ID_LITERAL;
  return line < 0 || load<u8>(id) == 0x30 ? -1 : scriptNumber(id, idEnd);
}

function scriptNumber(from: usize, end: usize): i32 {
  const known = findText(scripts, from, end - from);
  return known >= 0 ? known : addText(scripts, from, end - from);
}

/** Behind the lists that the last `splitFrames` wrote. */
export let namesEnd: usize = 0;
export let scriptsEnd: usize = 0;

/**
 * Splits what callFrames say, from the number `first` to before `end`: a list (JSON) of their names, and for each its
 * script (-1 for none), line and column (3 i32). Also lists the scripts from the number `knownScripts` on, each a url or
 * a number. False where a callFrame is unusual and the host has to parse all; the list of scripts is right even so.
 * Strings are not checked to be JSON.
 */
export function splitFrames(
  first: i32,
  end: i32,
  knownScripts: i32,
  names: usize,
  scriptList: usize,
  places: usize,
): bool {
  const isUsual = splitEach(first, end, names, places);
  let p = scriptList;
  for (let script = knownScripts; script < scripts.count; script++) {
    const text = addressOf(scripts, script);
    p = listed(p, text, text + lengthOf(scripts, script));
  }
  scriptsEnd = closed(scriptList, p);
  return isUsual;
}

function splitEach(first: i32, end: i32, names: usize, places: usize): bool {
  let p = names;
  for (let frame = first; frame < end; frame++) {
    const text = textAt(frame);
    if (usualFrameEnd(text) == 0 || !isIdUsual()) return false;
    const line = placeAt(lineAt);
    const column = placeAt(columnAt);
    if (line == NO_PLACE || column == NO_PLACE) return false;
    const place = places + <usize>(frame - first) * 12;
    store<i32>(place, scriptOfLast(line));
    store<i32>(place, line, 4);
    store<i32>(place, column, 8);
    p = listed(p, text + NAME, nameEnd + 1);
  }
  namesEnd = closed(names, p);
  return true;
}

/** Writes a value of a list, with what stands before it; returns behind it. */
function listed(p: usize, from: usize, end: usize): usize {
  store<u8>(p, 0x2c);
  memory.copy(p + 1, from, end - from);
  return p + 1 + (end - from);
}

/** Writes the ends of a list; returns behind it. */
function closed(start: usize, end: usize): usize {
  if (end == start) end++;
  store<u8>(start, 0x5b);
  store<u8>(end, 0x5d);
  return end + 1;
}

/**
 * Places the callFrames that `splitFrames` split, from the number `from` to before `end`, once the rows of their scripts
 * are known. Each at a position where no function was seen is a new function, of the numbers from `next` on, and its
 * position (i32) comes behind the others in `positions`. Stops at the first that may be known or has no position, which
 * has its script's row too: the host compares the names. Returns its number.
 */
export function placeFrames(from: i32, end: i32, places: usize, next: i32, positions: usize): i32 {
  for (let frame = from; frame < end; frame++) {
    const place = places + <usize>(frame - from) * 12;
    const script = load<i32>(place);
    const row = script < 0 ? -1 : load<i32>(rowOfScript + ((<usize>script) << 2));
    setScriptRow(frame, row);
    if (row < 0) return frame;
    const position = definitionOf(row, load<i32>(place, 4), load<i32>(place, 8));
    if (functionAt(position) >= 0) return frame;
    setFunctionAt(position, next++);
    store<i32>(positions, position);
    positions += 4;
  }
  return end;
}
