/** The samples, added up by the nodes that they were taken in. */
import { addF64, allocate, f64At, i32At, setF64, setI32 } from '../shared/memory';
import { Category, FrameKind } from './model.generated';

/** A node with samples or ticks of its own. */
@unmanaged
export class Own {
  node: i32;
  frame: i32;
  samples: u32;
  /** Of native code: the outermost that a script called, and the node that called it (and its frame). Else itself. */
  callee: i32;
  caller: i32;
  callerFrame: i32;
  time: f64;
  /** Blocked in synchronous calls. */
  blocked: f64;
  /** Garbage collection that followed. */
  gcTime: f64;
}

// For each node (i32): its frame, or if it is an own node -1 minus its number among them.
let states: usize = 0;
let owns: usize = 0;
let ownCount: i32 = 0;

/** For each frame its function (i32), a `FrameKind` (u8); for each function its `Category` (u8). */
export let functions: usize = 0;
export let kinds: usize = 0;
let categories: usize = 0;

/** `nodes`: the frame of each; there may be `most` own nodes. */
export function beginSamples(nodes: usize, most: i32, ofFrame: usize, kind: usize, category: usize): void {
  states = nodes;
  functions = ofFrame;
  kinds = kind;
  categories = category;
  owns = allocate(<usize>most * offsetof<Own>());
  bins = allocate((<usize>BINS) << 2);
  timeOf = allocate(CATEGORIES << 3);
}

function ownAt(number: i32): Own {
  return changetype<Own>(owns + <usize>number * offsetof<Own>());
}

/** The node's own figures, null if it has none. */
export function findOwn(node: i32): Own | null {
  const state = i32At(states, node);
  return state < 0 ? ownAt(-1 - state) : null;
}

/** The node's own figures, from now on if it had none. */
export function ownOf(node: i32): Own {
  const state = i32At(states, node);
  if (state < 0) return ownAt(-1 - state);
  const own = ownAt(ownCount);
  own.node = node;
  own.frame = state;
  setI32(states, node, -1 - ownCount++);
  return own;
}

/** Writes the functions (i32) of some nodes, and their own figures: time and blocked time (f64), samples (u32). */
export function writeNodes(from: i32, to: i32, rows: usize, times: usize, blocked: usize, samples: usize): void {
  for (let node = from; node < to; node++) {
    const own = findOwn(node);
    setI32(rows, node - from, functionOf(frameOf(node)));
    setF64(times, node - from, own === null ? 0 : own.time);
    setF64(blocked, node - from, own === null ? 0 : own.blocked);
    setI32(samples, node - from, own === null ? 0 : own.samples);
  }
}

export function frameOf(node: i32): i32 {
  const state = i32At(states, node);
  return state < 0 ? ownAt(-1 - state).frame : state;
}

export function functionOf(frame: i32): i32 {
  return i32At(functions, frame);
}

/** The `Category` of a function. */
export function categoryAt(row: i32): i32 {
  return load<u8>(categories + row);
}

/** The `Category` of a frame's function. */
export function categoryOf(frame: i32): i32 {
  return categoryAt(functionOf(frame));
}

export function isNative(frame: i32): bool {
  return load<u8>(kinds + frame) == FrameKind.native;
}

// Of the thread whose samples are added up.

/** How many categories there are. */
const CATEGORIES: usize = Category.wasm + 1;

/** Time of each category (f64). */
export let timeOf: usize = 0;
/** Samples outside of idle time, and the sum of the squares of their weights. */
export let activeSamples: i32 = 0;
export let activeSquares: f64 = 0;
/** Runnable but not running; below zero by what was rounded. */
export let waiting: f64 = 0;
/** Blocked outside of idle time. */
export let blockedTime: f64 = 0;

let before: usize = 0; // the own node of the last sample, if it can be what filled the heap

let shortest: f64 = 0; // a duration below this is no interval

/**
 * The samples of a thread follow: its own figures begin at zero, those of the nodes go on. Durations shorter than `least`
 * are left out of the median.
 */
export function beginThread(least: f64): void {
  shortest = least;
  memory.fill(timeOf, 0, CATEGORIES << 3);
  memory.fill(bins, 0, (<usize>BINS) << 2);
  activeSamples = durations = 0;
  activeSquares = waiting = blockedTime = 0;
  before = 0;
}

/**
 * Some samples of a thread, in order: their nodes (i32), starts (f64, one more), what they weigh and how long they were
 * blocked (f64; 0 where unknown). `isWall`: they weigh what they were blocked too.
 */
export function addSamples(count: i32, nodes: usize, starts: usize, cpu: usize, blocked: usize, isWall: bool): void {
  for (let i = 0; i < count; i++) {
    const own = ownOf(i32At(nodes, i));
    const duration = f64At(starts, i + 1) - f64At(starts, i);
    const weight = cpu == 0 ? duration : f64At(cpu, i);
    const stood = blocked == 0 ? 0 : f64At(blocked, i);
    // Taken while the thread mostly stood still, it is no sample of what the line computes.
    const seen = blocked == 0 || isWall || weight > stood ? 1 : 0;
    const category = categoryOf(own.frame);
    if (duration > 0 && duration >= shortest) addDuration(duration);
    own.time += weight;
    own.blocked += stood;
    own.samples += seen;
    addF64(timeOf, category, weight);
    if (category != Category.gc) before = category <= Category.native ? changetype<usize>(own) : 0;
    else if (before != 0) changetype<Own>(before).gcTime += weight;
    // An idle thread that wakes up waits too. Some last shorter than what they weigh, and others longer.
    waiting += duration - weight - (isWall ? 0 : stood);
    if (category == Category.idle) continue;
    activeSamples += seen;
    activeSquares += weight * weight;
    blockedTime += stood;
  }
}

/** Moves self time that was blamed on the wrong node; never more than there is. */
export function moveSelf(from: i32, to: i32, samples: u32, time: f64, blocked: f64): void {
  const giver = ownOf(from);
  const taker = ownOf(to);
  const moved = min(giver.samples, samples);
  giver.blocked = max(0, giver.blocked - blocked);
  taker.blocked += blocked;
  giver.time = max(0, giver.time - time);
  taker.time += time;
  giver.samples -= moved;
  taker.samples += moved;
}

// ---------------------------------------------------------------- intervals

// A bin for each microsecond, and one for all that is longer.
const BINS: i32 = 65_536;
let bins: usize = 0; // u32
let durations: i32 = 0;

function addDuration(duration: f64): void {
  durations++;
  const bin = duration < <f64>(BINS - 1) ? <i32>floor(duration + 0.5) : BINS - 1;
  setI32(bins, bin, i32At(bins, bin) + 1);
}

/** The median of all its durations above zero; NaN for none, Infinity where it is too long for the bins. */
export function medianDuration(): f64 {
  if (durations == 0) return NaN;
  let seen: i64 = 0;
  for (let bin = 0; bin < BINS - 1; bin++) {
    seen += i32At(bins, bin);
    if (seen * 2 >= durations) return <f64>bin;
  }
  return Infinity;
}
