import { appendFile, open, rename, rm } from 'node:fs/promises';
import type { JournalRecord } from '../../recording/journal.ts';

/** A journal that is rewritten may grow to twice its length, and by so many bytes, before it is again. */
const LEAST_GROWTH = 4 * 1024 ** 2;

/**
 * What is known of a thread while it is recorded, on disk as it comes: a recorder that dies leaves it there. Whatever goes
 * wrong (a full disk), the recording goes on without.
 */
export class Journal {
  #work: Promise<void> = Promise.resolve();
  #isBroken = false;
  /** Lines that a new one begins with, by kind: all that is said of something else than samples. */
  readonly #head = new Map<string, string>();
  #size = 0;
  #sizeWhenNew = 0;
  /** What came since a new one is being written. */
  #linesSinceRewrite: string[] | undefined;
  #rewriting: Promise<void> | undefined;

  /** `file` is made when the first record comes. */
  constructor(private readonly file: string) {}

  append(record: JournalRecord): void {
    this.#add(Object.keys(record)[0], JSON.stringify(record));
  }

  /** `json`: a `HeatlineSection`. */
  appendFacts(json: string): void {
    this.#add('facts', `{"facts":${json}}`);
  }

  #add(kind: string, line: string): void {
    // Scripts add up; of everything else that is no part of the samples the last record counts.
    if (kind !== 'part') this.#head.set(kind === 'scripts' ? `scripts ${this.#head.size}` : kind, line);
    this.#write(line);
  }

  /** Whether it is so much longer than when it was new that it is worth being written again. */
  get isLong(): boolean {
    return this.#rewriting === undefined && this.#size > 2 * this.#sizeWhenNew + LEAST_GROWTH;
  }

  /**
   * Puts a new journal in the place of this one, with these records, which say all that this one says of samples. Until the new one is whole, and whatever happens meanwhile, the old one goes on. The first
   * record is asked for at once, the others as the disk takes them.
   */
  rewrite(records: Iterable<JournalRecord>): Promise<void> {
    return (this.#rewriting ??= this.#rewrite(records)
      .catch(() => undefined)
      .finally(() => {
        this.#linesSinceRewrite = undefined;
        this.#rewriting = undefined;
      }));
  }

  async #rewrite(records: Iterable<JournalRecord>): Promise<void> {
    const fresh = `${this.file}.new`;
    this.#linesSinceRewrite = [];
    const lines = linesOf([...this.#head.values()], records);
    let next = lines.next();
    await rm(fresh, { force: true });
    const file = await open(fresh, 'wx', 0o600);
    let size = 0;
    try {
      for (; next.done !== true; next = lines.next()) {
        const bytes = Buffer.from(next.value);
        await file.writeFile(bytes);
        size += bytes.length;
      }
      await file.datasync();
      const swapping = this.#work.then(async () => {
        await file.writeFile((this.#linesSinceRewrite ?? []).join(''));
        await file.close();
        await rename(fresh, this.file);
      });
      this.#work = swapping.catch(() => undefined); // nothing is appended until it is done
      await swapping;
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(fresh, { force: true });
      throw error;
    }
    [this.#size, this.#sizeWhenNew] = [size, size];
  }

  #write(record: string): void {
    const line = `${record}\n`;
    this.#linesSinceRewrite?.push(line);
    this.#size += line.length;
    this.#work = this.#work.then(async () => {
      if (this.#isBroken) return;
      // Half a line would hide those that follow.
      await appendFile(this.file, line, { mode: 0o600 }).catch(() => (this.#isBroken = true));
    });
  }
}

/** Lines of a journal, several at once where they are short. */
function* linesOf(head: readonly string[], records: Iterable<JournalRecord>): Generator<string> {
  let text = head.map((line) => `${line}\n`).join('');
  for (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < LINES_AT_ONCE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

const LINES_AT_ONCE = 1 << 16;
