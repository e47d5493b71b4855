import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { JournalRecord } from '../../recording/journal.ts';
import { writeWhole } from './write-profile.ts';

/** Writing samples takes at most this part of the time: those of a long recording are written less often. */
const LARGEST_PART = 0.02;

/** What was sampled of a thread until now. */
interface SampledUntilNow {
  readonly keptOneIn: number;
  /** The text of a profile without its last brace, as it is when this is called. */
  write(): Iterable<string>;
}

/**
 * What is known of a thread while it is recorded, on disk as it comes: a recorder that dies leaves it there. Whatever goes
 * wrong (a full disk), the recording goes on without.
 */
export class Journal {
  #work: Promise<void> = Promise.resolve();
  /** When samples may be written again, on the clock of `performance`. */
  #mayWriteAt = 0;
  #keptOneIn = 0;

  /** `file` is made when the first record comes. */
  constructor(private readonly file: string) {}

  append(record: JournalRecord): void {
    const line = `${JSON.stringify(record)}\n`;
    // Nothing behind what fails: half a line would hide those that follow.
    this.#work = this.#work.then(() => appendFile(this.file, line, { mode: 0o600 }));
    this.#work.catch(() => undefined);
  }

  /** Puts all samples in the place of those that are on disk, unless these are too young. Never rejects. */
  async writeSamples(samples: SampledUntilNow): Promise<void> {
    const began = performance.now();
    if (began < this.#mayWriteAt) return;
    this.#mayWriteAt = Infinity;
    const { keptOneIn } = samples;
    const file = this.file.replace(/\.journal$/, '.cpuprofile');
    try {
      await writeWhole(file, closed(samples.write()));
      if (keptOneIn !== this.#keptOneIn) this.append({ profile: { file: path.basename(file), keptOneIn } });
      this.#keptOneIn = keptOneIn;
    } catch {
      // Those that were written before stay.
    }
    const now = performance.now();
    this.#mayWriteAt = now + (now - began) / LARGEST_PART;
  }
}

function* closed(profile: Iterable<string>): Generator<string> {
  yield* profile;
  yield '}';
}
