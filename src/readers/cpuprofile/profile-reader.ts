import { float64Column, int32Column } from '../../core/index.ts';
import { FormatError } from '../format-error.ts';
import { parseHeatlineSection } from '../../recording/facts.ts';
import { THREADS_KEY } from '../../recording/threads.ts';
import { NodeList } from './node-list.ts';
import type { ProfileParts } from './profile-builder.ts';
import { parseOriginals, type RecordedOriginals } from './recorded-originals.ts';
import type { ScannedFile } from './file-window.ts';
import { Scanner } from './scanner.ts';
import { readStart, whyNoProfile } from './wrong-file.ts';

/** In the lists of ids and of times together, where the ids are short. */
const BYTES_PER_SAMPLE = 9;
const LISTS: ReadonlySet<string> = new Set(['nodes', 'samples', 'timeDeltas']);
const MAX_TIME_TEXT = 64;
/** V8 cannot make a longer string. */
const MAX_FACTS = 500 * 1024 * 1024;

/** Reads the profile that begins at a byte of the file, and returns where it ends. */
export type ReadOther = (from: number) => Promise<number>;

/**
 * Reads the members of the file's one object, in whatever order they come. As in `JSON.parse`, the last one of a name counts.
 */
export class ProfileReader {
  readonly #scanner: Scanner;
  readonly #fail = (problem: string, offset?: number): FormatError => new FormatError(this.file.path, problem, offset);
  #nodes: NodeList | undefined;
  /** Rows of the samples' nodes. */
  #samples: Int32Array | undefined;
  /** Where the samples are, if they stand before the nodes. */
  #samplesAt: number | undefined;
  #times: Float64Array | undefined;
  readonly #span: { startTime?: number; endTime?: number } = {};
  #facts: unknown;
  #originals: RecordedOriginals | undefined;
  readonly #otherKeys = new Set<string>();

  /** `readOther`: for the profiles of other threads; without it they are passed over. */
  constructor(
    private readonly file: ScannedFile,
    private readonly readOther?: ReadOther,
  ) {
    this.#scanner = new Scanner(file);
  }

  /** The profile in parts, and where it ends. `isInside`: it is a value inside of the file, and something may follow. */
  async read(isInside: boolean) {
    const scanner = this.#scanner;
    if (!isInside) await readStart(scanner);
    await scanner.readMembers((key) => this.#readMember(key));
    const end = scanner.offset;
    if (!isInside && (await scanner.peek()) >= 0) throw scanner.problem('something follows the end of the profile');
    if (this.#samplesAt !== undefined && this.#nodes !== undefined) {
      await scanner.moveTo(this.#samplesAt);
      await this.#readSamples();
    }
    return { parts: this.#finish(), end };
  }

  /** The profiles of other threads, a list. */
  #readOthers(readOther: ReadOther): Promise<void> {
    const scanner = this.#scanner;
    return scanner.readEntries('[', ']', async () => {
      if ((await scanner.peek()) !== 0x7b) throw scanner.problem(`an entry of its "${THREADS_KEY}" is no profile`);
      await scanner.moveTo(await readOther(scanner.offset));
    });
  }

  async #readMember(key: string): Promise<void> {
    const scanner = this.#scanner;
    const start = await scanner.peek();
    if (LISTS.has(key) && start !== 0x5b) throw scanner.problem(`its "${key}" are not a list`);
    switch (key) {
      case 'nodes': {
        if (this.#nodes !== undefined) throw scanner.problem('it has "nodes" twice');
        const nodes = new NodeList(scanner, this.file);
        await nodes.read();
        if (nodes.length === 0) throw this.#fail('its "nodes" are empty; record it again');
        this.#nodes = nodes;
        return;
      }
      case 'samples':
        return this.#readSamples();
      case 'timeDeltas':
        this.#times = await this.#readTimes();
        return;
      case 'startTime':
      case 'endTime':
        this.#span[key] = await this.#readTime(key);
        return;
      case '$heatline':
        this.#facts = await this.#readFacts(key);
        return;
      case '$vscode':
        this.#originals = parseOriginals(await this.#readFacts(key));
        return;
      case THREADS_KEY:
        if (this.readOther !== undefined && start === 0x5b) return this.#readOthers(this.readOther);
        await scanner.skipValue();
        return;
      default:
        this.#otherKeys.add(key);
        await scanner.skipValue();
    }
  }

  #bytesLeft(): number {
    return Math.max(0, this.file.size - this.#scanner.offset);
  }

  async #readSamples(): Promise<void> {
    this.#samplesAt = this.#nodes === undefined ? this.#scanner.offset : undefined;
    if (this.#nodes === undefined) {
      await this.#scanner.skipValue();
      return;
    }
    const rows = int32Column(this.#bytesLeft() / BYTES_PER_SAMPLE);
    await this.#scanner.readRows((batch) => rows.append(batch));
    this.#samples = rows.finish();
  }

  async #readTimes(): Promise<Float64Array> {
    const expected = this.#samples?.length ?? this.#bytesLeft() / BYTES_PER_SAMPLE;
    // One row of room for the end of the last sample.
    const start = float64Column(expected + 1);
    await this.#scanner.readTimes((batch) => start.append(batch));
    return start.finish(1);
  }

  async #readTime(key: string): Promise<number> {
    const offset = this.#scanner.offset;
    const value = await this.#scanner.readValue(MAX_TIME_TEXT);
    if (typeof value !== 'number' || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
      throw this.#fail(`its "${key}" is not a time`, offset);
    }
    return value;
  }

  async #readFacts(key: string): Promise<unknown> {
    const offset = this.#scanner.offset;
    const facts = await this.#scanner.readValue(MAX_FACTS);
    if (facts === undefined) throw this.#fail(`its "${key}" notes are larger than 500 MB`, offset);
    return facts;
  }

  #finish(): ProfileParts {
    const nodes = this.#nodes;
    if (nodes === undefined) throw this.#fail(whyNoProfile(this.file.path, this.#otherKeys));
    const samples = this.#samples;
    if (samples === undefined) throw this.#fail('it has no "samples"; record it again with samples');
    const times = this.#times;
    if (times === undefined) throw this.#fail('it has no "timeDeltas"; record it again');
    const count = times.length - 1;
    if (samples.length !== count) {
      throw this.#fail(`it has ${samples.length} samples but ${count} times`);
    }
    const { startTime, endTime } = this.#span;
    if (startTime === undefined) throw this.#fail('its "startTime" is missing');
    if (endTime === undefined) throw this.#fail('its "endTime" is missing');
    if (endTime < startTime) throw this.#fail('its endTime stands before its startTime');
    const { facts } = this.file;
    const noted = parseHeatlineSection(this.file.path, this.#facts ?? (facts && JSON.parse(facts)));
    const code = nodes.finish(noted.scripts);
    return { code, sampleRows: samples, times, startTime, endTime, noted, originals: this.#originals };
  }
}
