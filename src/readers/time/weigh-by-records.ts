import { float64Column, type Microseconds } from '../../core/index.ts';
import { placeSamples, type PlacedSamples } from './place-samples.ts';
import { type SignalRecords, SignalState } from './signal-records.ts';
import { weighByWall } from './weigh-by-wall.ts';
import type { NotedSamples, WeighedSamples } from './weighed-samples.ts';

/** So many samples share the CPU time of their thread: it is known to a sixteenth then, and a program does about the same meanwhile. */
const WINDOW = 256;
/** Less CPU time is that of waking up for a signal, in microseconds. */
const LONGEST_WAKE_UP: Microseconds = 50;
/** Time off the CPU that is longer is no preemption between two clocks. */
const LEAST_WAIT: Microseconds = 100;

/**
 * What does each sample stand for? Drawn with R for a sample that found the thread running, W for waiting, I for idle:
 *
 *     wall  |R . R . R . R|   computes. The CPU time of a window is shared equally among its R: a sampler finds a thread at
 *     cpu    -------------    any moment of what it does, so what lies between two samples is not the first one's alone.
 *
 *     wall  |R . W . W . R|   waits in a call. Waking up for a signal takes CPU time that belongs to the W. The thread itself
 *     cpu    ---  '   '  -    gave the CPU up, so it was blocked, and the W share the time off the CPU.
 *
 *     wall  |R . . . . . R|   preempted: it did not give the CPU up, so the time off the CPU is nobody's.
 *     cpu    --         --
 *
 *     wall  |R . I . . . R|   idles: `placeSamples`.
 *     cpu    ---        --
 *
 * After the last record a sample stands for as much as a running one before it or, if none ran, for the wall time until the next one.
 * A lost sample, a burst or a preemption changes how many R there are, not which lines they fall on.
 */
export function weighByRecords<Row extends number>(
  samples: NotedSamples<Row>,
  records: SignalRecords,
): WeighedSamples<Row> {
  const placed = placeSamples(samples, records);
  const { node, start, record, idled } = placed;
  // Of another thread, or on another clock: a damaged recording.
  if (!record.some((r) => r >= 0)) return weighByWall(samples);
  const isWait = findWaits(records, idled);
  const [cpu, blocked] = [new Float64Array(node.length), new Float64Array(node.length)];
  const isRecorded = (at: Microseconds): boolean => at > records.time[0] && at < records.time[records.time.length - 1];
  for (const window of windowsOf(record)) {
    const { running, waiting, ...shares } = shareOut(window, placed, records, isWait);
    for (let i = window.from; i < window.to; i++) {
      if (node[i] === samples.idleRow) cpu[i] = start[i + 1] - start[i];
      else if (record[i] < 0) cpu[i] = isRecorded(start[i]) ? 0 : running || start[i + 1] - start[i];
      else if (isWait[record[i]] === 1) [cpu[i], blocked[i]] = [waiting, shares.blocked];
      else cpu[i] = running;
    }
  }
  return { node, start, cpu, blocked, ...tellLoss(placed, records, isWait) };
}

/** 1 for each record that found the thread waiting, or just behind a wait. */
function findWaits({ time, cpu, givenUp, state }: SignalRecords, idled: Float64Array): Uint8Array {
  const isWait = new Uint8Array(time.length);
  for (let r = 1; r < time.length; r++) {
    if (state[r] === SignalState.running || idled[r] > idled[r - 1]) continue;
    const ran = cpu[r] - cpu[r - 1];
    const waited = givenUp[r] - givenUp[r - 1];
    const isReturn = (isWait[r - 1] === 1 && ran < LONGEST_WAKE_UP) || waited > Math.max(LEAST_WAIT, ran);
    if (state[r] === SignalState.waiting || isReturn) isWait[r] = 1;
  }
  return isWait;
}

/** Samples from one row to before another, and their records: those behind `after`, up to `last`. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly after: number;
  readonly last: number;
}

function* windowsOf(record: Int32Array): Generator<Window> {
  const matched = record.reduce((count, r) => count + (r < 0 ? 0 : 1), 0);
  let [from, after, last, seen, rest] = [0, 0, 0, 0, matched];
  for (let i = 0; i < record.length; i++) {
    if (record[i] < 0) continue;
    [last, seen, rest] = [record[i], seen + 1, rest - 1];
    // The last ones are too few by themselves.
    if (seen < WINDOW || rest < WINDOW / 2) continue;
    yield { from, to: i + 1, after, last };
    [from, after, seen] = [i + 1, last, 0];
  }
  yield { from, to: record.length, after, last };
}

/** Time on a CPU of a sample that found the thread running, and of one that found it waiting; and what that was blocked for. */
function shareOut<Row extends number>(
  { from, to, after, last }: Window,
  { record, idled }: PlacedSamples<Row>,
  { time, cpu, givenUp }: SignalRecords,
  isWait: Uint8Array,
) {
  let [waking, wakings, ends] = [0, 0, 0];
  for (let r = after + 1; r <= last; r++) {
    if (isWait[r - 1] === 0) continue;
    const ran = cpu[r] - cpu[r - 1];
    if (isWait[r] === 0) ends++;
    else if (ran < LONGEST_WAKE_UP) [waking, wakings] = [waking + ran, wakings + 1];
  }
  let [running, waiting] = [0, 0];
  for (let i = from; i < to; i++)
    if (record[i] < 0) continue;
    else if (isWait[record[i]] === 1) waiting++;
    else running++;
  // A damaged recording may say more than there was time.
  const awake = time[last] - time[after] - (idled[last] - idled[after]);
  const used = Math.min(cpu[last] - cpu[after], awake);
  // A wait that ends wakes the thread up once more.
  const forWaits = wakings > 0 ? Math.min(used, (waking / wakings) * (waiting + ends)) : 0;
  const waited = Math.max(0, givenUp[last] - givenUp[after] - (idled[last] - idled[after]));
  return {
    running: running > 0 ? (used - forWaits) / running : 0,
    waiting: waiting > 0 ? (running > 0 ? forWaits : used) / waiting : 0,
    blocked: waiting > 0 ? Math.min(waited, awake - used) / waiting : 0,
  };
}

/** What the samples do not show. */
function tellLoss<Row extends number>(
  { record, idled }: PlacedSamples<Row>,
  { cpu }: SignalRecords,
  isWait: Uint8Array,
): Pick<WeighedSamples<Row>, 'lost' | 'clumping'> {
  const used = float64Column(record.length);
  let [sum, squares] = [0, 0];
  for (let i = 1, before = record[0]; i < record.length; i++) {
    const r = record[i];
    if (r < 0) continue;
    if (before >= 0 && isWait[r] === 0 && isWait[before] === 0 && idled[r] === idled[before]) {
      const ran = cpu[r] - cpu[before];
      used.push(ran);
      sum += ran;
      squares += ran * ran;
    }
    before = r;
  }
  const usual = used.finish().sort()[used.length >> 1] ?? 0;
  return {
    lost: usual > 0 ? Math.max(0, Math.round(sum / usual - used.length)) : 0,
    clumping: sum > 0 ? (used.length * squares) / (sum * sum) : 1,
  };
}
