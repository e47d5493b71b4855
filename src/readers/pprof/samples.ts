import type { PbfReader } from 'pbf';
import { float64Column, int32Column, NONE, Numbering, RowIndex, type SampleLabel } from '../../core/index.ts';
import { RowsById } from '../stacks/rows-by-id.ts';
import { differenceOf, eachField, endOfNumbers, readWide, type Wide, wholeOf, ZERO } from './fields.ts';
import { type PprofTables, SAMPLE } from './tables.ts';

/** The key of the label that tells when a sample ended. */
const END_TIME = 'end_timestamp_ns';

/** The samples of a pprof, as columns. */
export interface PprofSamples {
  /** Rows of `stacks`; -1 where there is no stack. */
  readonly stack: Int32Array;
  /** A column for each type of value. */
  readonly values: readonly Float64Array[];
  /** Which of `labelSets`. */
  readonly labels: Uint32Array;
  /** When each ended, in microseconds from the beginning of the profile; NaN where no label tells. */
  readonly end: Float64Array;
  readonly stacks: Stacks;
  /** The labels of samples as texts, without the one that tells the end. */
  readonly labelSets: readonly (readonly SampleLabel[])[];
}

/** Reads the samples of a file whose tables are known. `fail`: makes the error to throw of a problem, given as part of a sentence. */
export async function readSamples(
  path: string,
  tables: PprofTables,
  fail: (problem: string) => Error,
): Promise<PprofSamples> {
  const { sampleCount, sampleType, location, strings, timeNanos } = tables;
  const values = sampleType.map(() => new Float64Array(sampleCount));
  const [stack, labels] = [new Int32Array(sampleCount), new Uint32Array(sampleCount)];
  const end = new Float64Array(sampleCount);
  const stacks = new Stacks(location.map(({ id }) => id));
  const sets = new LabelSets(strings);
  let row = 0;
  let valueCount = 0;
  const readField = (field: number, _: unknown, reader: PbfReader): void => {
    if (field === 3) sets.readLabel(reader);
    if (field > 2) return;
    const until = endOfNumbers(reader);
    if (field === 1) stacks.addCallers(reader, until);
    else
      for (; reader.pos < until; valueCount++) {
        const value = reader.readVarint(true);
        if (value < 0) throw fail('it holds the difference of two profiles (negative values); open these two');
        if (valueCount < values.length) values[valueCount][row] = value;
      }
  };
  await eachField(path, (field, reader) => {
    if (field !== SAMPLE) return;
    valueCount = 0;
    sets.begin();
    reader.readMessage(readField, undefined);
    if (valueCount !== values.length) throw fail('a sample has more or fewer values than the profile');
    stack[row] = stacks.finishStack();
    if (stack[row] < NONE) throw fail('a sample names a location that is not there');
    if (sets.isDamaged) throw fail('a label of a sample is missing');
    labels[row] = sets.current;
    end[row] = sets.end === undefined ? NaN : differenceOf(sets.end, timeNanos) / 1e3;
    row++;
  });
  return { stack, values, labels, end, stacks, labelSets: sets.list };
}

const MISSING = NONE - 1;

/** Stacks as paths from the outermost location on: each has one more than its caller, whose row is smaller. */
export class Stacks {
  readonly #rows = new RowIndex();
  readonly #locations = new RowsById();
  /** Of the stack that is being read and of the one before it: the ids of locations, the innermost first. */
  #ids = float64Column();
  #idsBefore = float64Column();
  /** The row of each path of the last stack, the outermost first. */
  readonly #path = int32Column();

  /** `locations`: their ids. */
  constructor(locations: readonly number[]) {
    for (const [row, id] of locations.entries()) this.#locations.set(id, row);
  }

  /** Adds locations that called those before them: their ids stand in the file up to `until`. */
  addCallers(reader: PbfReader, until: number): void {
    const ids = this.#ids;
    ids.reserve(ids.length + until - reader.pos);
    const { values } = ids;
    while (reader.pos < until) values[ids.length++] = reader.readVarint(true);
  }

  /** The row of the stack whose locations were added; -1 for none, and -2 if one of them is not there. */
  finishStack(): number {
    const [ids, before, path] = [this.#ids, this.#idsBefore, this.#path];
    let depth = 0;
    // Samples in a row mostly share their outer part.
    const shared = Math.min(path.length, ids.length);
    while (depth < shared && ids.values[ids.length - 1 - depth] === before.values[before.length - 1 - depth]) depth++;
    for (path.length = depth; depth < ids.length; depth++) {
      const location = this.#locations.rowOf(ids.values[ids.length - 1 - depth]);
      if (location < 0) return MISSING;
      path.push(this.#rows.rowOf(depth === 0 ? NONE : path.values[depth - 1], location));
    }
    before.length = 0;
    [this.#ids, this.#idsBefore] = [before, ids];
    return path.length === 0 ? NONE : path.values[path.length - 1];
  }

  get length(): number {
    return this.#rows.length;
  }

  /** The row of the caller; -1 for none. */
  callerOf(row: number): number {
    return this.#rows.at(row, 0);
  }

  /** Which location a stack ends with, by its place in the file. */
  locationOf(row: number): number {
    return this.#rows.at(row, 1);
  }
}

/** The different sets of labels; those of the sample that is being read are the current one. */
class LabelSets {
  readonly list: SampleLabel[][] = [[]];
  readonly #numbers = new Numbering<number | bigint>();
  /** By key, text and number. */
  readonly #labels = new RowIndex();
  /** One less than the number of each set but the first, by the set without its last label, and that label. */
  readonly #sets = new RowIndex();
  current = 0;
  end: Wide | undefined;
  isDamaged = false;

  constructor(private readonly strings: readonly string[]) {}

  begin(): void {
    this.current = 0;
    this.end = undefined;
  }

  readLabel(reader: PbfReader): void {
    let [key, str, num] = [0, 0, ZERO];
    reader.readMessage((field) => {
      if (field === 1) key = reader.readVarint(true);
      else if (field === 2) str = reader.readVarint(true);
      else if (field === 3) num = readWide(reader);
    }, undefined);
    const [name, text] = [this.strings[key], this.strings[str]] as (string | undefined)[];
    if (name === undefined || text === undefined) this.isDamaged = true;
    else if (name === END_TIME) this.end ??= num;
    else this.#add(key, name, str, text, wholeOf(num));
  }

  #add(key: number, name: string, str: number, text: string, num: number | bigint): void {
    const label = this.#labels.rowOf(key, str, this.#numbers.numberOf(num));
    const before = this.list[this.current];
    this.current = this.#sets.rowOf(this.current, label) + 1;
    if (this.current === this.list.length) this.list.push([...before, { key: name, value: text || String(num) }]);
  }
}
