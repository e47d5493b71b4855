import { appendFile } from 'node:fs/promises';
import type { JournalRecord } from '../recording/journal.ts';

/**
 * What is known of a thread while it is recorded, on disk as it comes: a recorder that dies leaves it there. Whatever goes
 * wrong (a full disk), the recording goes on without.
 */
export class Journal {
  readonly #file: string;
  #work: Promise<void> = Promise.resolve();
  #isBroken = false;

  /** `file` is made when the first record comes. */
  constructor(file: string) {
    this.#file = file;
  }

  append(record: JournalRecord): void {
    this.#write(JSON.stringify(record));
  }

  /** `json`: a `HeatlineSection`. */
  appendFacts(json: string): void {
    this.#write(`{"facts":${json}}`);
  }

  #write(line: string): void {
    this.#work = this.#work.then(async () => {
      if (this.#isBroken) return;
      // Half a line would hide those that follow.
      await appendFile(this.#file, `${line}\n`, { mode: 0o600 }).catch(() => (this.#isBroken = true));
    });
  }
}
