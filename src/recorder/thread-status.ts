import { closeSync, openSync, readSync } from 'node:fs';
import { attempt } from '../core/index.ts';

/** What the system says of a thread at one moment (proc(5)). */
export interface ThreadStatus {
  /** `R` where it runs or could, `T` where a signal has stopped it. */
  readonly state: string;
  /** How often it has given up its CPU by itself so far. */
  readonly switches: number;
  /** Microseconds that asking took: where these are many, it is not known of which moment it is. */
  readonly took: number;
}

const STATUS = /^State:\t(\w)[^]*^voluntary_ctxt_switches:\t(\d+)$/m;
const buffer = Buffer.alloc(16_384);

/** Reads `/proc/<pid>/task/<tid>/status`, which it holds open until it is closed. */
export class ThreadStatusFile {
  readonly #file: number | undefined;

  constructor(path: string) {
    this.#file = attempt(() => openSync(path, 'r'));
  }

  /** Undefined where the thread is gone, or the system does not say. */
  read(): ThreadStatus | undefined {
    const file = this.#file;
    if (file === undefined) return undefined;
    const before = process.hrtime.bigint();
    const length = attempt(() => readSync(file, buffer, 0, buffer.length, 0)) ?? 0;
    const took = Number(process.hrtime.bigint() - before) / 1000;
    const [, state, switches] = STATUS.exec(buffer.toString('latin1', 0, length)) ?? [];
    return state === undefined ? undefined : { state, switches: Number(switches), took };
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
