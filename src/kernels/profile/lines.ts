/** Self time by original line: each row is one pair of source and line, made when the first time falls on it. */
import { addF64, addI32, allocate, f64At, i32At, setF64, setI32 } from '../shared/memory';
import { FrameKind, LineCause, Precision, TickRepair } from './model.generated';
import { createPairs, pairAt, pairOf, Pairs, writePairs } from './pairs';
import { findOwn, functionOf, isNative, kinds, Own, ownOf } from './samples';

/** How many causes there are. */
const CAUSES: i32 = LineCause.lostFrame + 1;

/** Microseconds that are left of a sum by rounding alone. */
const ROUNDING: f64 = 1e-3;
/** A less certain kind of charge marks its line when it makes up at least this part of it. */
const NOTABLE_PART: f64 = 0.02;
/** The same for time in builtins, of which not all is on the wrong line. */
const NOTABLE_LOST: f64 = 0.05;

// ---------------------------------------------------------------- what is given

let tickCount: i32 = 0;
let tickNodes: usize = 0; // i32
let tickPositions: usize = 0; // i32
let tickSamples: usize = 0; // u32
let tickTimes: usize = 0; // f64
let tickBlocked: usize = 0; // f64, or 0
let tickRepairs: usize = 0; // u8, or 0
let tickOrder: usize = 0; // i32: rows by their nodes; 0 where they stand so

/** The ticks. Their nodes get figures of their own, so this comes before the walk over the tree. */
export function setTicks(count: i32, node: usize, position: usize, samples: usize, time: usize, repair: usize): void {
  tickCount = count;
  tickNodes = node;
  tickPositions = position;
  tickSamples = samples;
  tickTimes = time;
  tickRepairs = repair;
}

/** How long the ticks were blocked (f64), where that is known. */
export function setBlockedTicks(blocked: usize): void {
  tickBlocked = blocked;
}

/** Goes over some of the ticks; true if they stand in the order of their nodes. */
export function noteTicks(from: i32, to: i32): bool {
  let isSorted = true;
  for (let tick = from; tick < to; tick++) {
    ownOf(i32At(tickNodes, tick));
    isSorted = isSorted && (tick == 0 || i32At(tickNodes, tick - 1) <= i32At(tickNodes, tick));
  }
  return isSorted;
}

/** Brings the ticks into the order of their nodes, those of one node in the order of their rows. */
export function orderTicks(nodes: i32): void {
  const next = allocate(((<usize>nodes) << 2) + 4);
  for (let tick = 0; tick < tickCount; tick++) addI32(next, i32At(tickNodes, tick) + 1, 1);
  for (let node = 0; node < nodes; node++) addI32(next, node + 1, i32At(next, node));
  tickOrder = allocate((<usize>tickCount) << 2);
  for (let tick = 0; tick < tickCount; tick++) {
    const node = i32At(tickNodes, tick);
    setI32(tickOrder, i32At(next, node), tick);
    addI32(next, node, 1);
  }
}

let lowTiers: usize = 0; // u8 for each node, or 0
let callPositions: usize = 0; // i32 for each node, or 0

/** What only some samplers tell of nodes: addresses, or 0. */
export function setFacts(lowTier: usize, callPosition: usize): void {
  lowTiers = lowTier;
  callPositions = callPosition;
}

// For each position: original source and line (i32), column (i32), precision (u8), and its line's row plus 2, 0 unknown.
let sources: usize = 0;
let lines: usize = 0;
let columns: usize = 0;
let precisions: usize = 0;
let rowOfPosition: usize = 0;

export function setPositions(source: usize, line: usize, column: usize, precision: usize, row: usize): void {
  sources = source;
  lines = line;
  columns = column;
  precisions = precision;
  rowOfPosition = row;
}

// For each function: likewise.
let functionSources: usize = 0;
let functionLines: usize = 0;
let rowOfFunction: usize = 0;

export function setDefinitions(source: usize, line: usize, row: usize): void {
  functionSources = source;
  functionLines = line;
  rowOfFunction = row;
}

// ---------------------------------------------------------------- rows

let table: Pairs = changetype<Pairs>(0);
let most: i32 = 0;

/** Columns of the rows: original source and line (i32), self samples (u32). */
export let rowSource: usize = 0;
export let rowLine: usize = 0;
export let rowSamples: usize = 0;
/** The function (i32) with the most time on the line, and that time (f64); -1 for none. */
export let rowOwner: usize = 0;
export let rowOwnerTime: usize = 0;
/** Self time, and the part of garbage collection that followed it (f64). */
export let rowTime: usize = 0;
export let rowGcTime: usize = 0;
/** Blocked time (f64). */
export let rowBlocked: usize = 0;
/** A `LineCause` (u8): why the line is not exact. */
export let rowCause: usize = 0;
// Time by cause (f64): a column for each.
let rowUncertain: usize = 0;
// The highest cause that has time: the columns behind it are never touched.
let lastCause: i32 = LineCause.none;

/** Time by line and function, and by line and column. */
let owners: Pairs = changetype<Pairs>(0);
let spots: Pairs = changetype<Pairs>(0);

/** Whether each charge is kept, for what the host works out from them. */
let keepsCharges: bool = false;
/** Charges in ascending order of their nodes: node and row (i32), time (f64). */
export let chargeNodes: usize = 0;
export let chargeRows: usize = 0;
export let chargeTimes: usize = 0;
/** Blocked time of the charges (f64). */
export let chargeBlocked: usize = 0;
export let chargeCount: i32 = 0;

/** Room for as many rows as there can be; for as many charges, where they are to be kept, else 0. */
export function beginLines(rows: i32, charges: i32): void {
  most = rows;
  table = createPairs();
  owners = createPairs();
  spots = createPairs();
  const words = (<usize>rows) << 2;
  const doubles = (<usize>rows) << 3;
  rowSource = allocate(words);
  rowLine = allocate(words);
  rowSamples = allocate(words);
  rowOwner = allocate(words);
  rowOwnerTime = allocate(doubles);
  rowTime = allocate(doubles);
  rowGcTime = allocate(doubles);
  rowBlocked = allocate(doubles);
  rowCause = allocate(<usize>rows);
  rowUncertain = allocate(doubles * CAUSES);
  lastCause = LineCause.none;
  lostFrameTime = 0;
  keepsCharges = charges > 0;
  chargeNodes = allocate((<usize>charges) << 2);
  chargeRows = allocate((<usize>charges) << 2);
  chargeTimes = allocate((<usize>charges) << 3);
  chargeBlocked = allocate((<usize>charges) << 3);
}

export function rowCount(): i32 {
  return table.count;
}

function rowOf(source: i32, line: i32): i32 {
  const row = pairOf(table, source, line);
  setI32(rowSource, row, source);
  setI32(rowLine, row, line);
  return row;
}

/** The row for a position inside a frame's function; -1 where neither the position nor the function has a line. */
export function rowAt(position: i32, frame: i32): i32 {
  if (!isMapped(position)) return rowOfDefinition(frame);
  let row = i32At(rowOfPosition, position) - 2;
  if (row == -2) {
    row = rowOf(i32At(sources, position), i32At(lines, position));
    setI32(rowOfPosition, position, row + 2);
  }
  return row;
}

function isMapped(position: i32): bool {
  return position >= 0 && i32At(sources, position) >= 0;
}

/** The row of the definition of a frame's function; -1 where it has none. */
function rowOfDefinition(frame: i32): i32 {
  const owner = functionOf(frame);
  let row = i32At(rowOfFunction, owner) - 2;
  if (row == -2) {
    const source = i32At(functionSources, owner);
    const line = i32At(functionLines, owner);
    row = source >= 0 && line > 0 ? rowOf(source, line) : -1;
    setI32(rowOfFunction, owner, row + 2);
  }
  return row;
}

// ---------------------------------------------------------------- charges

let nextTick: i32 = 0; // place of the next tick in the order of the nodes

function tickAt(place: i32): i32 {
  return tickOrder == 0 ? place : i32At(tickOrder, place);
}

/**
 * Charges the self time of some nodes, ascending, to lines. Ticks say it. What has no tick falls back: of a script's
 * function to its definition, of native code (which has no lines) to the line that called it or, where the sampler does
 * not tell that line, to the definition of the function that did.
 */
export function chargeLines(from: i32, to: i32): void {
  for (let node = from; node < to; node++) {
    const own = findOwn(node);
    if (own !== null) chargeNode(own);
  }
}

function chargeNode(own: Own): void {
  let samples = <f64>own.samples;
  let time = own.time;
  let blocked = own.blocked;
  for (; nextTick < tickCount; nextTick++) {
    const tick = tickAt(nextTick);
    if (i32At(tickNodes, tick) != own.node) break;
    const taken = <u32>i32At(tickSamples, tick);
    const spent = f64At(tickTimes, tick);
    const position = i32At(tickPositions, tick);
    const stood = tickBlocked == 0 ? 0 : f64At(tickBlocked, tick);
    given.take(position, spent, stood, taken);
    const repair = tickRepairs == 0 ? <u8>TickRepair.none : load<u8>(tickRepairs + tick);
    if (isLost(repair)) lostFrameTime += spent;
    if (position < 0 && !isScript(own.frame)) chargeCaller(own, repair);
    else charge(own, rowAt(position, own.frame), causeOf(position, repair, own.node));
    samples -= <f64>taken;
    time -= spent;
    blocked -= stood;
  }
  if (time + blocked < ROUNDING) return;
  given.take(-1, max<f64>(0, time), max<f64>(0, blocked), <u32>max<f64>(0, samples));
  if (isScript(own.frame)) charge(own, rowOfDefinition(own.frame), LineCause.noLine);
  else chargeCaller(own, <u8>TickRepair.none);
}

/** Charges native code to what called it. */
function chargeCaller(own: Own, repair: u8): void {
  if (!isNative(own.frame) || own.caller <= 0) return;
  const position = callPositions == 0 ? -1 : i32At(callPositions, own.callee);
  given.position = position;
  if (position >= 0) charge(own, rowAt(position, own.callerFrame), causeOfCall(position, repair));
  else charge(own, rowOfDefinition(own.callerFrame), isLost(repair) ? LineCause.lostLine : LineCause.noLine);
}

function isScript(frame: i32): bool {
  return load<u8>(kinds + frame) == FrameKind.script;
}

/** Whether the function that called a builtin may be missing. */
function isLost(repair: u8): bool {
  return repair == TickRepair.doubted || repair == TickRepair.below;
}

function causeOf(position: i32, repair: u8, node: i32): i32 {
  if (repair == TickRepair.elsewhere) return LineCause.inlinedElsewhere;
  if (position < 0 && isLost(repair)) return LineCause.lostLine;
  if (position < 0 && repair == TickRepair.none) return LineCause.noLine;
  const cause = causeAt(position);
  if (cause != LineCause.none) return cause;
  if (repair == TickRepair.moved) return LineCause.repaired;
  if (repair == TickRepair.mixed) return LineCause.mixedTime;
  if (repair == TickRepair.partial) return LineCause.partial;
  if (repair == TickRepair.below) return LineCause.belowCall;
  if (lowTiers != 0 && load<u8>(lowTiers + node) == 1) return LineCause.lowTier;
  return repair == TickRepair.doubted ? LineCause.lostFrame : LineCause.none;
}

function causeOfCall(position: i32, repair: u8): i32 {
  const cause = causeAt(position);
  if (cause != LineCause.none) return cause;
  if (repair == TickRepair.below) return LineCause.belowCall;
  return repair == TickRepair.doubted ? LineCause.lostFrame : LineCause.none;
}

function causeAt(position: i32): i32 {
  if (!isMapped(position)) return LineCause.sharedLine;
  return load<u8>(precisions + position) == Precision.exact ? LineCause.none : LineCause.map;
}

/** Columns of a line have less than this. */
const WIDTH: i32 = 0x1000000;

/** What is given to a line: the position it was spent at (-1 unknown), time, blocked time, samples. */
@unmanaged
class Given {
  position: i32;
  samples: u32;
  time: f64;
  blocked: f64;

  take(position: i32, time: f64, blocked: f64, samples: u32): void {
    this.position = position;
    this.time = time;
    this.blocked = blocked;
    this.samples = samples;
  }
}

const given = changetype<Given>(allocate(offsetof<Given>()));

/** Charges what is given to a line. */
function charge(own: Own, row: i32, cause: i32): void {
  if (row < 0) return;
  const position = given.position;
  const time = given.time;
  addF64(rowTime, row, time);
  addF64(rowBlocked, row, given.blocked);
  addI32(rowSamples, row, given.samples);
  if (cause != LineCause.none) {
    addF64(rowUncertain, cause * most + row, time);
    lastCause = max(lastCause, cause);
  }
  // Collections after a node are spread over its lines as its self time is.
  if (own.gcTime > 0 && own.time > 0) addF64(rowGcTime, row, (own.gcTime * time) / own.time);
  addTime(owners, row, functionOf(own.callerFrame), time);
  if (isMapped(position)) {
    const column = i32At(columns, position);
    if (column >= 0 && column < WIDTH) addTime(spots, row, column, time);
  }
  if (!keepsCharges) return;
  setI32(chargeNodes, chargeCount, own.node);
  setI32(chargeRows, chargeCount, row);
  setF64(chargeBlocked, chargeCount, given.blocked);
  setF64(chargeTimes, chargeCount++, time);
}

function addTime(pairs: Pairs, first: i32, second: i32, time: f64): void {
  const pair = pairAt(pairs, pairOf(pairs, first, second));
  pair.time += time;
}

// ---------------------------------------------------------------- answers

/** Time (f64), on a line or on none, for which V8 lost a frame, or may have. */
export let lostFrameTime: f64 = 0;

/** Finds each row's function and cause. Returns the time that is exact. */
export function endLines(): f64 {
  const count = table.count;
  for (let row = 0; row < count; row++) setI32(rowOwner, row, -1);
  for (let i = 0; i < owners.count; i++) {
    const pair = pairAt(owners, i);
    const row = pair.first;
    if (i32At(rowOwner, row) >= 0 && pair.time <= f64At(rowOwnerTime, row)) continue;
    setI32(rowOwner, row, pair.second);
    setF64(rowOwnerTime, row, pair.time);
  }
  for (let row = 0; row < count; row++) store<u8>(rowCause + row, <u8>worstCause(row));
  let exact = sumOf(rowTime, count);
  for (let cause = 1; cause <= lastCause; cause++) exact -= sumOf(rowUncertain + ((<usize>(cause * most)) << 3), count);
  return exact < ROUNDING ? 0 : exact;
}

/**
 * The cause with the most time among those that are less than exact, where they make up a notable part. A frame that may
 * be lost can hold for every line of a recording, so it comes after all that tell one line from another.
 */
function worstCause(row: i32): i32 {
  let worst = LineCause.none;
  let longest: f64 = 0;
  let whole: f64 = 0;
  const last = min(lastCause, LineCause.lostFrame - 1);
  for (let cause = 1; cause <= last; cause++) {
    const time = f64At(rowUncertain, cause * most + row);
    whole += time;
    if (time <= longest) continue;
    longest = time;
    worst = cause;
  }
  const all = f64At(rowTime, row);
  if (whole > 0 && whole >= all * NOTABLE_PART) return worst;
  if (lastCause < LineCause.lostFrame) return LineCause.none;
  const lost = f64At(rowUncertain, LineCause.lostFrame * most + row);
  return lost > 0 && lost >= all * NOTABLE_LOST ? LineCause.lostFrame : LineCause.none;
}

function sumOf(column: usize, count: i32): f64 {
  let sum: f64 = 0;
  for (let row = 0; row < count; row++) sum += f64At(column, row);
  return sum;
}

/** Writes the spots as columns of pairs, row and column. Their count. */
export function writeSpots(): i32 {
  return writePairs(spots);
}
