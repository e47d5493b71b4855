import { Numbering } from '../../core/index.ts';
import type { CodeMap } from './code-map.ts';
import { createFunction, type LoggedFunction } from './frame-store.ts';
import { checkRows, groupsOf, type LogState } from './log-state.ts';
import { promiseWorkOf } from './microtasks.ts';
import { type Code, type CodeSource, RESOLVED_WIDTH, type Resolver } from './resolver.ts';
import { formatPositions } from './source-positions.ts';

type SavedCode = Omit<LogState['code'], 'libraries' | 'libraryNames' | 'brokenTables'>;

/** What is known of a piece of code. */
const CodeFlag = { interpreted: 1, optimised: 2, mayHideCaller: 4, unplaced: 8 } as const;

/** All code that is there, and the functions by the addresses of V8's descriptions of them. */
export function saveCode(resolver: Resolver, described: ReadonlyMap<number, LoggedFunction>): SavedCode {
  const functions = new Numbering<LoggedFunction>();
  const addresses = [...described].flatMap(([address, fn]) => [address, functions.numberOf(fn)]);
  const pieces: number[] = [];
  const names: [string | null, string | null][] = [];
  const sources: [number, string, string, number[]][] = [];
  const lastSelves: [number, number[]][] = [];
  for (const piece of resolver.code.all()) {
    const { address, size, fn, shown, builtin, lastSelf } = piece;
    const source = sourceOf(piece, resolver);
    const row = source === undefined ? -1 : sources.push(saveSource(source, functions)) - 1;
    const unplaced = piece.baseline !== undefined && source === undefined ? CodeFlag.unplaced : 0;
    pieces.push(address, size, fn ? functions.numberOf(fn) : -1, flagsOf(piece) | unplaced, row);
    const number = names.push([shown ?? null, builtin ?? null]) - 1;
    if (lastSelf !== undefined) lastSelves.push([number, [...lastSelf]]);
  }
  return {
    labels: functions.list.map(({ label }) => label),
    functions: functions.list.flatMap(({ script, start, frame }) => [script, start, frame]),
    described: addresses,
    pieces,
    names,
    sources,
    lastSelves,
  };
}

/** Of baseline code its positions are told as of any other: who reads on has no need of what they come from. */
function sourceOf(piece: Code, resolver: Resolver): CodeSource | undefined {
  const { source, baseline } = piece;
  if (source === undefined || baseline === undefined) return source;
  const positions = resolver.tableOf(piece, source);
  return positions && { ...source, positions: formatPositions(positions) };
}

function saveSource(
  { script, positions, inlinings, functions, isBroken }: CodeSource,
  numbers: Numbering<LoggedFunction>,
): [number, string, string, number[]] {
  const text = isBroken === true ? { positions: '', inlinings: '' } : { positions, inlinings };
  return [script, text.positions, text.inlinings, functions.map((fn) => (fn ? numbers.numberOf(fn) : -1))];
}

function flagsOf({ isInterpreted, isOptimised, mayHideCaller }: Code): number {
  return (
    (isInterpreted ? CodeFlag.interpreted : 0) |
    (isOptimised ? CodeFlag.optimised : 0) |
    (mayHideCaller ? CodeFlag.mayHideCaller : 0)
  );
}

/** Puts saved code into an empty map, and the functions into another. `frames`, `positions`: how many rows there are. */
export function restoreCode(
  saved: SavedCode,
  into: { readonly code: CodeMap<Code>; readonly described: Map<number, LoggedFunction> },
  { frames, positions }: { readonly frames: number; readonly positions: number },
): void {
  const places = [...groupsOf(saved.functions, 3)];
  const functions = saved.labels.map((label, i): LoggedFunction => {
    const [script = -1, start = -1, frame = -1] = i < places.length ? places[i] : [];
    checkRows('frame', [frame], -1, frames);
    return { ...createFunction(label), script, start, frame };
  });
  const functionAt = (number: number): LoggedFunction | undefined => {
    checkRows('function', [number], -1, functions.length);
    return functions.at(number < 0 ? functions.length : number);
  };
  for (const [address, number] of groupsOf(saved.described, 2)) {
    const fn = functionAt(number);
    if (fn) into.described.set(address, fn);
  }
  const lastSelves = new Map(saved.lastSelves);
  for (const [number, [address, size, fn, flags, row]] of [...groupsOf(saved.pieces, 5)].entries()) {
    checkRows('source', [row], -1, saved.sources.length);
    const [shown, builtin] = saved.names.at(number) ?? [null, null];
    const isInterpreted = (flags & CodeFlag.interpreted) !== 0;
    const source = row < 0 ? undefined : restoreSource(saved.sources[row], functionAt);
    const own = functionAt(fn);
    if (isInterpreted && own && source) own.bytecode = source;
    into.code.add({
      address,
      size: Math.max(1, size),
      generation: 0,
      fn: own,
      shown: shown ?? undefined,
      isInterpreted,
      isOptimised: (flags & CodeFlag.optimised) !== 0,
      // Its positions will not be known: those of other baseline code stand in the state.
      baseline: (flags & CodeFlag.unplaced) === 0 ? undefined : { number: -1, address, size },
      builtin: builtin ?? undefined,
      mayHideCaller: (flags & CodeFlag.mayHideCaller) !== 0,
      promiseWork: builtin === null ? undefined : promiseWorkOf(builtin),
      source,
      places: new Map(),
      lastSelf: restoreSelf(lastSelves.get(number), frames, positions),
    });
  }
}

function restoreSource(
  [script, positions, inlinings, inlined]: SavedCode['sources'][number],
  functionAt: (number: number) => LoggedFunction | undefined,
): CodeSource {
  return { script, positions, inlinings, functions: inlined.map(functionAt) };
}

function restoreSelf(saved: readonly number[] | undefined, frames: number, positions: number): Int32Array | undefined {
  if (saved === undefined) return undefined;
  for (const [frame, position] of groupsOf(saved, RESOLVED_WIDTH)) {
    checkRows('frame', [frame], 0, frames);
    checkRows('position', [position], -1, positions);
  }
  return Int32Array.from(saved);
}
