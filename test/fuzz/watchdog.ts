import { Worker } from 'node:worker_threads';

const program = `
const { parentPort, workerData } = require('node:worker_threads');
let timer;
parentPort.on('message', (file) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    require('node:fs').writeSync(2, file + '\\n  hangs\\n');
    process.kill(process.pid, 'SIGKILL');
  }, workerData * 1000);
});`;

/** Ends the process when it hangs: the thread that reads a mutant cannot notice that itself. */
export class Watchdog {
  readonly #worker: Worker;

  /** `seconds`: how long a mutant may take. */
  constructor(seconds: number) {
    this.#worker = new Worker(program, { eval: true, workerData: seconds });
  }

  /** From now on this mutant is being read. */
  watch(file: string): void {
    this.#worker.postMessage(file);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
