/** The order of so many bytes of samples is kept where nothing else is wished: 3 hours of one thread at 1 ms. */
export const DETAIL_LIMIT = 96 * 1024 ** 2;
/** A sample in the recorder's memory: its node, and when it was taken. */
const BYTES_PER_SAMPLE = 8;

/** How many samples keep their order, of all threads that the inspector samples at a time. */
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

  /** So many samples of each thread keep their order. */
  get samplesEach(): number {
    return Math.floor(this.limit / BYTES_PER_SAMPLE / Math.max(1, this.#threads.size));
  }
}
