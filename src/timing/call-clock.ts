import { isPromise } from 'node:util/types';
import { BINS_PER_DOUBLING, type SlowCall, SLOWEST, type TimedFunction } from '../recording/timing.ts';

/** Taken before the program can replace it. Milliseconds. */
export const now = performance.now.bind(performance);
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with a promise
const { then } = Promise.prototype;

/** What timing one call costs, in milliseconds: inside of what is measured, and beside it, where it counts for the caller. */
interface Cost {
  readonly inside: number;
  readonly beside: number;
}

/** A call that is under way. Milliseconds. */
class Call {
  /** The call below which it runs, at the moment. */
  caller: Call | undefined;
  start = 0;
  /** When it began to run, or ran on; -1 while it waits. */
  since = -1;
  /** How long it has run until `since`. */
  ran = 0;
  /** Of that, in timed calls directly below. */
  below = 0;
  /** Timed calls directly below, and at any depth. */
  calls = 0;
  allCalls = 0;
  /** How long it had run when it waited for the first time; -1 before. */
  untilReturn = -1;
  /** It gave a value, and may be left there: that is no exception. */
  isLeft = false;
  /** The call of the same function around it. */
  outer: Call | undefined;
  /** How long those of the same function inside of it took. */
  again = 0;
  /** Its row in the path; -1 where the path is full. */
  step = -1;
  readonly depth: number;
  constructor(caller: Call | undefined) {
    this.caller = caller;
    this.depth = caller === undefined ? 0 : caller.depth + 1;
  }
}

const PATH_LIMIT = 100_000;
/**
 * A call is short if it takes less than timing it does, and long from so many times that on. A function is too short to time where
 * nearly all of its calls are short and hardly any is long: interrupts and other programs make some seem longer than they are. Where
 * these few make the calls long on average (a cache that is asked often), it is timed.
 */
const LONG = 20;
const SHORT_PART = 0.95;
const LONG_PART = 0.002;
/** Judged anew each so many calls. */
const CALLS_TO_JUDGE = 5000;
/** Calls in each round of measuring what timing costs. After all rounds, twenty thousand calls, V8 has optimised the code. */
const CALLS_TO_MEASURE = 1000;

/** One function's calls that have ended. Milliseconds, without what timing cost. */
class Totals {
  /** Calls that began while calls were timed, and those that were only counted until `counts` last started again from zero. */
  begun = 0;
  /** Too short for the clock, so only counted from now on. */
  isShort = false;
  ended = 0;
  /** Of those. */
  short = 0;
  long = 0;
  /** What they took without calls of the same function inside of them. */
  work = 0;
  thrown = 0;
  /** Of all calls, and of those that were not inside another one of the same function. */
  sum = 0;
  total = 0;
  /** The innermost that is under way. */
  current: Call | undefined;
  self = 0;
  min = Infinity;
  max = 0;
  untilReturn = 0;
  readonly histogram = new Map<number, number>();
  readonly slowest: SlowCall[] = [];
  constructor(readonly of: TimedFunction) {}

  add(duration: number, self: number, call: Call): void {
    this.ended++;
    this.sum += duration;
    if (call.outer === undefined) this.total += duration;
    this.self += self;
    this.untilReturn += call.untilReturn >= 0 ? call.untilReturn : call.ran;
    if (duration < this.min) this.min = duration;
    if (duration > this.max) this.max = duration;
    const bin = duration > 0 ? Math.floor(Math.log2(duration * 1e6) * BINS_PER_DOUBLING) : -1;
    this.histogram.set(bin, (this.histogram.get(bin) ?? 0) + 1);
  }

  isSlow(durationMs: number): boolean {
    return this.slowest.length < SLOWEST || durationMs > this.slowest[SLOWEST - 1].durationMs;
  }

  /** Keeps a call that {@link isSlow}. */
  note(startMs: number, durationMs: number, from: string): void {
    const { slowest } = this;
    const at = slowest.findIndex((each) => each.durationMs < durationMs);
    slowest.splice(at < 0 ? slowest.length : at, 0, { startMs, durationMs, from });
    slowest.length = Math.min(slowest.length, SLOWEST);
  }
}

/** Times the calls of one thread. A function waits at `await` and `yield`: nothing that runs meanwhile is below it. */
export class CallClock {
  readonly #scripts: ScriptClock[] = [];
  readonly #path: { readonly of: TimedFunction; readonly call: Call; readonly caller: number; durationMs: number }[] =
    [];
  #pathIsComplete = true;
  #running: Call | undefined;
  #cost: Cost = { inside: 0, beside: 0 };
  readonly #reading: number;

  /** `read`: a clock, in milliseconds. */
  constructor(private readonly read = now) {
    this.#reading = costOf(read);
    this.#cost = this.#measureCost();
    this.#path.length = 0;
  }

  /** The clock of one text's functions. */
  script(functions: readonly TimedFunction[]): ScriptClock {
    const script = new ScriptClock(this, functions);
    this.#scripts.push(script);
    return script;
  }

  begin(of: Totals): Call {
    const call = new Call(this.#running);
    if (this.#path.length < PATH_LIMIT) {
      call.step = this.#path.push({ of: of.of, call, caller: call.caller?.step ?? -1, durationMs: -1 }) - 1;
    } else this.#pathIsComplete = false;
    if (of.of.kind === 'sync') {
      call.outer = of.current;
      of.current = call;
    }
    this.#running = call;
    call.start = call.since = this.read();
    return call;
  }

  aside(work: () => void): boolean {
    if (this.#path.length === 0) return false;
    const from = this.read();
    work();
    const took = this.read() - from;
    for (let call = this.#running; call; call = call.caller) call.since += took;
    return true;
  }

  pause(call: Call): void {
    this.#stop(call, this.read());
    if (call.untilReturn < 0) call.untilReturn = call.ran;
  }

  resume(call: Call): void {
    if (call.since >= 0) return;
    call.isLeft = false;
    call.caller = this.#running;
    this.#running = call;
    call.since = this.read();
  }

  #stop(call: Call, at: number): void {
    // Where `await` threw, it was not resumed.
    if (call.since < 0) return;
    const ran = at - call.since;
    call.since = -1;
    call.ran += ran;
    this.#running = call.caller;
    if (call.caller) call.caller.below += ran;
  }

  /** Whether the function has shown to be too short for the clock. */
  end(of: Totals, call: Call): boolean {
    const at = this.read();
    this.#stop(call, at);
    if (of.of.kind === 'sync') of.current = call.outer;
    const { caller, allCalls, calls } = call;
    if (caller) {
      caller.calls++;
      caller.allCalls += allCalls + 1;
    }
    const { inside, beside } = this.#cost;
    const ran = Math.max(0, call.ran - inside - allCalls * (inside + beside));
    // What is waited for may hide the cost of timing: none is taken off.
    const duration = of.of.kind === 'async' ? at - call.start : ran;
    of.add(duration, Math.max(0, call.ran - call.below - inside - calls * beside), call);
    if (of.isSlow(duration)) of.note(call.start, duration, this.#nameOf(caller));
    if (call.step >= 0) this.#path[call.step].durationMs = duration;
    if (call.outer) call.outer.again += duration;
    // A recursive function is as short as its own work.
    const work = duration - call.again;
    const long = LONG * (inside + beside);
    of.work += work;
    if (work < inside + beside) of.short++;
    else if (work > long) of.long++;
    return (
      !of.isShort &&
      of.ended % CALLS_TO_JUDGE === 0 &&
      of.short > of.ended * SHORT_PART &&
      of.long < of.ended * LONG_PART &&
      of.work < of.ended * long
    );
  }

  #nameOf(call: Call | undefined): string {
    return call === undefined || call.step < 0 ? '' : this.#path[call.step].of.name;
  }

  /** Times empty calls, as a program's are. The fastest of some rounds: the others were disturbed, or not optimised yet. */
  #measureCost(): Cost {
    let cost: Cost = { inside: Infinity, beside: Infinity };
    for (let round = 0; round < 20; round++) {
      const script = new ScriptClock(this, [{ name: '', file: '', line: 1, column: 0, kind: 'sync' }]);
      const empty = (): void => {
        let isDone = 0;
        const call = script.counts[0] < 0 ? script.begin(0) : undefined;
        try {
          isDone = 1;
        } finally {
          if (call !== undefined || isDone === 0) script.end(0, call, isDone);
        }
      };
      const started = this.read();
      for (let i = 0; i < CALLS_TO_MEASURE; i++) empty();
      const each = (this.read() - started) / CALLS_TO_MEASURE;
      const inside = script.totals[0].total / CALLS_TO_MEASURE;
      if (each < cost.inside + cost.beside) cost = { inside, beside: each - inside };
    }
    return cost;
  }

  /** The measurements so far, in the form that `recording/timed-calls.ts` defines. */
  describe() {
    const { inside, beside } = this.#cost;
    const called = this.#scripts.flatMap((script) => script.totals.filter((_, row) => script.callsOf(row) > 0));
    const rows = new Map(called.map(({ of }, row) => [of, row]));
    return {
      origin: performance.timeOrigin,
      cost: { insideNs: inside * 1e6, besideNs: beside * 1e6, clockNs: this.#reading * 1e6 },
      functions: this.#scripts.flatMap((script) => script.describe()),
      path: this.#path.map(({ of, call, caller, durationMs }) => {
        const { start: startMs, depth } = call;
        return {
          name: of.name,
          startMs,
          durationMs,
          depth,
          function: rows.get(of) ?? -1,
          caller,
          ranMs: untilWait(call),
        };
      }),
      // Calls that are only counted are not in it.
      pathIsComplete:
        this.#pathIsComplete && !this.#scripts.some((script) => script.totals.some(({ isShort }) => isShort)),
    };
  }
}

/** How long a call ran before it ended or waited for the first time, timing included; -1 where it did neither. */
const untilWait = ({ untilReturn, since, ran }: Call): number =>
  untilReturn >= 0 ? untilReturn : since >= 0 ? -1 : ran;

/** What a timed text calls. Rows are those of its functions. */
export class ScriptClock {
  readonly totals: readonly Totals[];
  /**
   * Of each function. Below zero: its calls are timed, by `begin`. From zero on: the calls that were only counted. These are integers
   * since V8 increments an integer in memory in a third of the time that a float takes.
   */
  readonly counts: Int32Array;
  readonly #clock: CallClock;

  constructor(clock: CallClock, functions: readonly TimedFunction[]) {
    this.#clock = clock;
    this.totals = functions.map((each) => new Totals(each));
    this.counts = new Int32Array(functions.length).fill(-1);
  }

  /** Called while the count is below zero; gives no call where it is below zero because it overflowed. */
  begin(row: number): Call | undefined {
    const [of, { counts }] = [this.totals[row], this];
    if (of.isShort) {
      // The call before this one made it 2^31.
      of.begun += counts[row] + 2 ** 32 + 1;
      counts[row] = 0;
      return undefined;
    }
    of.begun++;
    return this.#clock.begin(of);
  }

  callsOf(row: number): number {
    const [{ begun, isShort }, count] = [this.totals[row], this.counts[row]];
    if (!isShort) return begun;
    return begun + (count < 0 ? count + 2 ** 32 : count);
  }

  /** Of a generator: it may never be asked on. */
  yield<T>(call: Call | undefined, value: T): T {
    if (call !== undefined) call.isLeft = true;
    return this.pause(call, value);
  }

  /** `isDone`: whether the function reached its end or a `return`; `given`: what an async function returned. */
  end(row: number, call: Call | undefined, isDone: number, given?: unknown): void {
    if (call !== undefined && isDone === 1 && isPromise(given)) {
      this.#clock.pause(call);
      void then.call(
        given,
        () => this.end(row, call, 1),
        () => this.end(row, call, 0),
      );
      return;
    }
    if (isDone === 0 && call?.isLeft !== true) this.totals[row].thrown++;
    if (call === undefined || !this.#clock.end(this.totals[row], call)) return;
    this.totals[row].isShort = true;
    this.counts[row] = 0;
  }

  pause<T>(call: Call | undefined, value: T): T {
    if (call !== undefined) this.#clock.pause(call);
    return value;
  }

  resume<T>(call: Call | undefined, value: T): T {
    if (call !== undefined) this.#clock.resume(call);
    return value;
  }

  describe() {
    return this.totals.flatMap((totals, row) => {
      const { of, isShort, ended, thrown, sum, total, self, min, max, untilReturn, histogram, slowest } = totals;
      const count = this.callsOf(row);
      if (count === 0) return [];
      const figures = { sumMs: sum, totalMs: total, selfMs: self, minMs: min, maxMs: max, untilReturnMs: untilReturn };
      return [{ ...of, count, ended, thrown, isShort, ...figures, histogram: [...histogram], slowest }];
    });
  }
}

function costOf(read: () => number): number {
  let least = Infinity;
  for (let round = 0; round < 20; round++) {
    const started = read();
    for (let i = 0; i < 1000; i++) read();
    least = Math.min(least, (read() - started) / 1000);
  }
  return least;
}
