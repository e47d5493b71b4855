/** So many bytes of samples are kept where nothing else is wished: all of 2.3 hours of one thread that computes at 1 ms. */
export const DETAIL_LIMIT = 96 * 1024 ** 2;
/** A sample in the recorder's memory: its node, and when it was taken. */
const BYTES_PER_SAMPLE = 12;

/** How many samples are kept, of all threads that the inspector samples at a time. */
export class DetailBudget {
  readonly #threads = new Set<object>();

  /** `limit`: bytes of memory for the samples of all threads. */
  constructor(private readonly limit = DETAIL_LIMIT) {}

  /** A thread begins. Returns what ends its part. */
  join(): () => void {
    const thread = {};
    this.#threads.add(thread);
    return () => void this.#threads.delete(thread);
  }

  /** So many samples of each thread are kept. */
  get samplesEach(): number {
    return Math.floor(this.limit / BYTES_PER_SAMPLE / Math.max(1, this.#threads.size));
  }
}
