// What a child process of a bench measures and prints as one line of JSON.

export interface Measurement {
  /** Milliseconds. */
  readonly wall: number;
  readonly cpu: number;
  /** Bytes above what the process had before. */
  readonly memory: number;
  /** Why there is no result. */
  readonly failure?: string;
}

/** Measures one piece of work and prints the result. */
export async function printMeasurement(work: () => unknown): Promise<void> {
  console.log(JSON.stringify(await measureWork(work)));
}

async function measureWork(work: () => unknown): Promise<Measurement> {
  const before = process.memoryUsage.rss();
  // The clock first: Node loads it on first use, which is not part of the work.
  const start = performance.now();
  const usage = process.cpuUsage();
  try {
    const result = await work();
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(usage);
    const memory = process.resourceUsage().maxRSS * 1024 - before;
    // Uses the result, so that nothing of it was collected early.
    return { wall, cpu: (user + system) / 1000, memory: result === undefined ? NaN : memory };
  } catch (error) {
    return { wall: NaN, cpu: NaN, memory: NaN, failure: (error as Error).message };
  }
}
