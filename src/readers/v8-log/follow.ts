import { type FileHandle, open } from 'node:fs/promises';
import type { Profile } from '../../core/index.ts';
import { findSections } from '../thread-sections.ts';
import { useFile } from '../use-file.ts';
import { readNotedLines, takeLines, takeSealed } from './baseline-file.ts';
import { LineReader } from './log-lines.ts';
import { LOG_START, NativeLines } from './native-functions.ts';
import { LogReading, type ReadV8LogOptions } from './read.ts';
import { baselineFileOf } from '../../recording/rendezvous.ts';

/** How often to look for more, in milliseconds: often enough to leave next to nothing to read at the end. */
const LOOK_EVERY = 250;

/** What is open while a log is followed. Its notes are deleted when it is finished, and can still be read to their end here. */
interface Opened {
  readonly lines: LineReader;
  readonly notes: FileHandle | undefined;
}

/** A log that is read while V8 still writes it, so that little is left to read when the program ends. */
export class FollowedLog {
  readonly #reading: LogReading;
  readonly #opened: Promise<Opened>;
  /** Ends with whether all is well so far. */
  #work: Promise<boolean>;
  #noted = 0;
  #hasNatives = false;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(file: string) {
    this.#reading = new LogReading(file);
    this.#opened = openLog(file);
    this.#work = this.#opened.then(
      () => true,
      () => false,
    );
    void this.#lookOn();
  }

  /** Reads what is there by now. Never rejects. */
  look(): Promise<unknown> {
    const readOn = async (): Promise<boolean> => this.#readOn(await this.#opened).then(() => true);
    return (this.#work = this.#work.then((isWell) => isWell && readOn()).catch(() => false));
  }

  /**
   * The first thread's log as `readV8Log` gives it, once nothing more is written; `path` is its name by now. Undefined when
   * that is another file, or following failed: then it has to be read from its start. Called at most once.
   */
  async finish(path: string, options: ReadV8LogOptions): Promise<Profile | undefined> {
    const { origins, line } = this.#reading;
    if (!(await this.#stop())) return undefined;
    const { lines } = await this.#opened;
    if (!(await useFile(path, (file) => lines.isAt(file)))) return undefined;
    const indexed = await findSections(path);
    const until = indexed?.sections[0].range[1] ?? (await lines.size());
    await takeSealed(path, [0, until], origins);
    await lines.readOn(line, { ...options, until });
    return this.#reading.end(path, lines.rest(), indexed !== undefined);
  }

  /** Lets go of the files. */
  async end(): Promise<void> {
    await this.#stop();
    const opened = await this.#opened.catch(() => undefined);
    await Promise.all([opened?.lines.close(), opened?.notes?.close()]);
  }

  async #lookOn(): Promise<void> {
    await this.look();
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#lookOn(), LOOK_EVERY);
  }

  #stop(): Promise<boolean> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    return this.#work;
  }

  async #readOn({ lines, notes }: Opened): Promise<void> {
    const { origins, line } = this.#reading;
    const until = await lines.size();
    // Notes about an address have to be read before the lines of the log that it is in.
    if (until < LOG_START) return;
    if (!this.#hasNatives) takeLines(await new NativeLines().of(await lines.start(LOG_START)), origins);
    this.#hasNatives = true;
    if (notes) this.#noted += takeLines(await readNotedLines(notes, this.#noted), origins);
    await lines.readOn(line, { until });
  }
}

async function openLog(file: string): Promise<Opened> {
  const lines = await LineReader.open(file);
  return { lines, notes: await open(baselineFileOf(file)).catch(() => undefined) };
}
