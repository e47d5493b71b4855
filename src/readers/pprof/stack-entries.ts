import type { Function as PprofFunction, Line, Location, Mapping, Profile as Pprof } from 'pprof-format';
import { UNKNOWN_COLUMN, UNKNOWN_LINE } from '../../core/index.ts';
import { NOWHERE, type Place, type StackFunction } from '../stacks/thread-builder.ts';

/** An entry of a stack; `place` is undefined where only the function is known. */
export interface PprofEntry {
  readonly function: StackFunction;
  readonly place: Place | undefined;
}

/** The entries of each location, by its id, the outermost first: several where code was inlined. */
export function readLocations(profile: Pprof): ReadonlyMap<number, readonly PprofEntry[]> {
  const { strings } = profile.stringTable;
  const functions = functionsById(profile);
  const mappings = new Map(profile.mapping.map((each) => [Number(each.id), each]));
  const knowsLines = hasExecutedLines(profile);
  const entryOf = (line: Line): PprofEntry => {
    const called = functions.get(Number(line.functionId));
    if (called === undefined) return { function: { name: '', url: '', ...NOWHERE }, place: undefined };
    const place = placeOf(line);
    const { named, executed, ...names } = namesOf(called, strings);
    const begin =
      knowsLines || executed ? { ...NOWHERE, line: lineNumber(Number(called.startLine)) } : (named ?? place);
    return { function: { ...names, ...begin }, place: executed ?? (knowsLines ? place : undefined) };
  };
  return new Map(
    profile.location.map((location) => [
      Number(location.id),
      location.line.length > 0
        ? location.line.map(entryOf).reverse()
        : [{ function: withoutSymbol(location, mappings.get(Number(location.mappingId)), strings), place: undefined }],
    ]),
  );
}

/** By their ids, which are their positions in profiles of .NET that leave them out. */
export const functionsById = ({ function: functions }: Pprof): ReadonlyMap<number, PprofFunction> =>
  new Map(functions.map((each, i) => [Number(each.id) || i + 1, each]));

/** Of the functions of a file without lines, so many share an entry with another one of their name in the same script. */
const MOST_SHARED = 0.05;

/**
 * Does the profile tell lines that were executed? V8's recorders write the line where a function begins in their place, unless
 * they are asked for lines (DataDog/dd-trace-js#10415): then no function has several lines, and none tells where it begins.
 * They never tell what was inlined.
 */
export function hasExecutedLines({ function: functions, location }: Pprof): boolean {
  if (functions.some(({ startLine }) => Number(startLine) > 0)) return true;
  if (location.some(({ line }) => line.length > 1)) return true;
  const lineOf = new Map<number, number>();
  const several = new Set<number>();
  for (const line of location.flatMap((each) => each.line)) {
    const [id, { line: number }] = [Number(line.functionId), placeOf(line)];
    if (number !== (lineOf.get(id) ?? number)) several.add(id);
    lineOf.set(id, number);
  }
  return several.size > lineOf.size * MOST_SHARED;
}

/** Where a column is packed into the line, it stands in the upper 32 bits (Datadog's recorders until 2026). */
const PACKED = 2 ** 32;

function placeOf({ line, column }: Line): Place {
  const [lower, upper] = [Number(line) % PACKED, Math.floor(Number(line) / PACKED)];
  // Columns count from one, and zero is none.
  return { line: lineNumber(lower), column: Math.max(UNKNOWN_COLUMN, lineNumber(Number(column) || upper) - 1) };
}

const lineNumber = (line: number): number => (line > 0 && line <= 0x7fffffff ? line : UNKNOWN_LINE);

/** How V8's recorders name a function without a name: after its begin, or after a line in it if they were asked for lines. */
const ANONYMOUS = /^\(anonymous(?::L#(\d+)(?::C#(\d+))?)?\)$/;

/** Pyroscope's recorders of Python, Ruby and Rust: `lib/cart.py:12 - total`, with -1 where lines were merged. */
const WITH_LINE = /^(\S[^:]*):(-?\d+) - (.+)$/s;

/** What V8 tells perf, and perf a profiler: `LazyCompile:*total /app/cart.js:12:7`, where the function begins. */
const PERF_MAP = /^(?:LazyCompile|Function|Script|Eval):[*~^+']*(\S*) (\S.*?):(\d+)(?::(\d+))?$/s;

interface Names extends Pick<StackFunction, 'name' | 'url'> {
  /** Where the function begins, as its name tells. */
  readonly named?: Place;
  /** Where it was, as its name tells. */
  readonly executed?: Place | undefined;
}

/** Name and file, and the place that the name tells. */
function namesOf({ name, systemName, filename }: PprofFunction, strings: readonly string[]): Names {
  const [shown, plain, url] = [name, systemName, filename].map((row) => strings[Number(row)]);
  const [, file, at, called] = WITH_LINE.exec(shown) ?? [];
  if (called !== undefined && url === file) return { name: called, url };
  if (called !== undefined && url === '')
    return { name: called, url: file, executed: { ...NOWHERE, line: lineNumber(Number(at)) } };
  const [, jitted, script, line = '', column = ''] = (url === '' && PERF_MAP.exec(shown)) || [];
  if (jitted !== undefined)
    return { name: jitted, url: script, named: { line: lineNumber(Number(line)), column: Number(column) - 1 } };
  // Pyroscope's recorder shows `./folder/file.js:function:12`, where the line says nothing of the function.
  const isLong = plain !== '' && shown.includes(`:${plain}:`) && /:\d+$/.test(shown);
  const known = isLong ? plain : shown;
  const anonymous = ANONYMOUS.exec(known);
  if (!anonymous) return { name: known, url };
  const begin = { line: lineNumber(Number(anonymous[1])), column: lineNumber(Number(anonymous[2])) - 1 };
  return { name: '', url, ...(begin.line > 0 && { named: begin }) };
}

/** Code of which only the address is known is told by the file that it is in. */
function withoutSymbol({ address }: Location, mapping: Mapping | undefined, strings: readonly string[]): StackFunction {
  const file = mapping && strings.at(Number(mapping.filename))?.replace(/^.*[\\/]/, '');
  return { name: file ? `(in ${file})` : `0x${address.toString(16)}`, url: '', ...NOWHERE };
}
