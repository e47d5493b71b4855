/** The self times of nodes, shared out over their ticks. */

let count: i32 = 0;
let nodes: usize = 0; // i32
let counts: usize = 0; // u32
let times: usize = 0; // f64
// For each node (i32): its first tick plus one, 0 for none.
let firsts: usize = 0;

/** The ticks, those of a node together, and room for their times (zero); `first`: room for a number (i32, zero) by node. */
export function setTickRows(rows: i32, node: usize, taken: usize, time: usize, first: usize): void {
  count = rows;
  nodes = node;
  counts = taken;
  times = time;
  firsts = first;
  for (let row = rows - 1; row >= 0; row--) store<i32>(first + ((<usize>nodeAt(row)) << 2), row + 1);
}

function nodeAt(row: i32): i32 {
  return load<i32>(nodes + ((<usize>row) << 2));
}

/** Where the time of a sample goes: to its node's first tick; 0 for a node without ticks. */
function timeOf(samples: usize, sample: i32): usize {
  const node = load<i32>(samples + ((<usize>sample) << 2));
  const first = load<i32>(firsts + ((<usize>node) << 2));
  return first == 0 ? 0 : times + ((<usize>(first - 1)) << 3);
}

/** Adds wall time: the nodes (i32) of some samples, and their starts (f64, one more). */
export function addTimes(length: i32, samples: usize, starts: usize): void {
  for (let i = 0; i < length; i++) {
    const at = timeOf(samples, i);
    const start = starts + ((<usize>i) << 3);
    if (at != 0) store<f64>(at, load<f64>(at) + (load<f64>(start, 8) - load<f64>(start)));
  }
}

/** Adds CPU time (f64) of some samples likewise. */
export function addCpuTimes(length: i32, samples: usize, cpu: usize): void {
  for (let i = 0; i < length; i++) {
    const at = timeOf(samples, i);
    if (at != 0) store<f64>(at, load<f64>(at) + load<f64>(cpu + ((<usize>i) << 3)));
  }
}

/** Shares what was added out over all ticks of each node, by their counts. */
export function shareTimes(): void {
  let first = 0;
  while (first < count) {
    const node = nodeAt(first);
    let sum: f64 = 0;
    let end = first;
    for (; end < count && nodeAt(end) == node; end++) sum += <f64>load<u32>(counts + ((<usize>end) << 2));
    const self = load<f64>(times + ((<usize>first) << 3));
    for (let row = first; row < end; row++)
      store<f64>(times + ((<usize>row) << 3), (self * <f64>load<u32>(counts + ((<usize>row) << 2))) / sum);
    first = end;
  }
}
