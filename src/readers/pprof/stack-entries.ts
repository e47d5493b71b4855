import { UNKNOWN_COLUMN, UNKNOWN_LINE } from '../../core/index.ts';
import { NOWHERE, type Place, type StackFunction } from '../stacks/thread-builder.ts';
import { functionsById, type PprofFunction, type PprofLine, type PprofLocation, type PprofTables } from './tables.ts';

/** An entry of a stack; `place` is undefined where only the function is known. */
export interface PprofEntry {
  readonly function: StackFunction;
  readonly place: Place | undefined;
}

/** The entries of each location, the outermost first: several where code was inlined. */
export function readLocations(tables: PprofTables): readonly (readonly PprofEntry[])[] {
  const { strings } = tables;
  const functions = functionsById(tables.function);
  const files = new Map(tables.mapping.map(({ id, filename }) => [id, strings.at(filename)]));
  const knowsLines = hasExecutedLines(tables);
  const entryOf = (line: PprofLine): PprofEntry => {
    const called = functions.get(line.functionId);
    if (called === undefined) return { function: { name: '', url: '', ...NOWHERE }, place: undefined };
    const place = placeOf(line);
    const { named, executed, ...names } = namesOf(called, strings);
    const begin = knowsLines || executed ? { ...NOWHERE, line: lineNumber(called.startLine) } : (named ?? place);
    return { function: { ...names, ...begin }, place: executed ?? (knowsLines ? place : undefined) };
  };
  return tables.location.map((location) =>
    location.line.length > 0
      ? location.line.map(entryOf).reverse()
      : [{ function: withoutSymbol(location, files.get(location.mappingId)), place: undefined }],
  );
}

/** Of the functions of a file without lines, so many share an entry with another one of their name in the same script. */
const MOST_SHARED = 0.05;

/**
 * Does the profile tell lines that were executed? V8's recorders write the line where a function begins in their place, unless
 * they are asked for lines (DataDog/dd-trace-js#10415): then no function has several lines, and none tells where it begins.
 * They never tell what was inlined.
 */
export function hasExecutedLines({ function: functions, location }: PprofTables): boolean {
  if (functions.some(({ startLine }) => startLine > 0)) return true;
  if (location.some(({ line }) => line.length > 1)) return true;
  const lineOf = new Map<number, number>();
  const several = new Set<number>();
  for (const line of location.flatMap((each) => each.line)) {
    const [id, { line: number }] = [line.functionId, placeOf(line)];
    if (number !== (lineOf.get(id) ?? number)) several.add(id);
    lineOf.set(id, number);
  }
  return several.size > lineOf.size * MOST_SHARED;
}

/** Where a column is packed into the line, it stands in the upper 32 bits (Datadog's recorders until 2026). */
const PACKED = 2 ** 32;

function placeOf({ line, column }: PprofLine): Place {
  const [lower, upper] = [line % PACKED, Math.floor(line / PACKED)];
  // Columns count from one, and zero is none.
  return { line: lineNumber(lower), column: Math.max(UNKNOWN_COLUMN, lineNumber(column || upper) - 1) };
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
  const [shown, plain, url] = [name, systemName, filename].map((row) => strings[row]);
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
function withoutSymbol({ address }: PprofLocation, path = ''): StackFunction {
  const file = path.replace(/^.*[\\/]/, '');
  return { name: file ? `(in ${file})` : `0x${address.toString(16)}`, url: '', ...NOWHERE };
}
