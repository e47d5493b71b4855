import { FrameKind, lastAtOrBelow, Tier } from '../../core/index.ts';
import { AddressCache } from './address-cache.ts';
import type { BaselineCode, BaselineOrigins } from './baseline-origins.ts';
import { CodeMap, type CodeRange } from './code-map.ts';
import type { FrameStore, LoggedFunction } from './frame-store.ts';
import type { PromiseWork } from './microtasks.ts';
import { type LoggedPositions, noPositions, parseSourcePositions, type SourcePositions } from './source-positions.ts';

/** One piece of code: compiled, bytecode or one of V8's own. */
export interface Code extends CodeRange {
  /** The function, for JavaScript. */
  readonly fn: LoggedFunction | undefined;
  /** Name under which code that is not JavaScript is shown; undefined: it is machinery and is not shown at all. */
  readonly shown: string | undefined;
  /** Of JavaScript. Maglev and TurboFan put rare and slow ways behind a function's code. */
  readonly tier: Tier;
  /** Of Sparkplug: the log alone does not tell its positions. */
  readonly baseline: BaselineCode | undefined;
  /** What V8 calls it, for a builtin that is not the interpreter's. */
  readonly builtin: string | undefined;
  /** Of such a builtin. */
  readonly promiseWork: PromiseWork;
  source: CodeSource | undefined;
  /** Where optimised code was last seen spending time itself. */
  lastSelf: Resolved | undefined;
}

/** The meaning of a place in code, or outside all code. */
export interface Place {
  readonly frames: Resolved;
  /** The optimised code in which it is. */
  readonly code?: Code | undefined;
  /** Behind the last position of that code: `frames` is only where that one is. */
  readonly isOutOfLine?: boolean;
  /** Behind the last position of that code, or at it. */
  readonly isLast?: boolean;
}

/** `code-source-info`. */
export interface CodeSource extends LoggedPositions {
  readonly script: number;
  readonly functions: readonly (LoggedFunction | undefined)[];
}

/**
 * The frames of the program that one machine frame stands for: one for each function that was inlined into another, the
 * outermost first. Four numbers each: the row of the frame, the row of the position at which it stood, whether that is
 * uncertain, and the `Tier` of the code.
 */
export type Resolved = Int32Array;
export const RESOLVED_WIDTH = 4;
const NOTHING: Place = { frames: new Int32Array(0) };

/** More loaded libraries than any program has. */
const MAX_LIBRARIES = 4096;
export const NATIVE_CODE = '(native code)';
/**
 * From V8 12 on, functions that come with Node's startup snapshot are not in the log: their bytecode is on the stack, at
 * an address that nothing tells about.
 */
const SNAPSHOT_CODE = "(Node's own code)";
/** Compiled code and V8's copy of its builtins lie in one range of at most this size. */
const CODE_RANGE = 512 * 2 ** 20;
const FIRST_PAGE = 4096;
/** The first V8 whose TurboFan has its own position for each allocation. */
const FIRST_WITH_PLACES = 12;
/** More than compilers emit after the last position that they note, of a `return`: it takes the frame and the arguments down. */
const EPILOGUE = 64;

/** What is at an address? The code map of the running program, and the libraries that it loaded. */
export class Resolver {
  readonly code = new CodeMap<Code>();
  /** Goes up whenever an address may mean something else than before. */
  generation = 0;
  /** Tables that could not be read. */
  brokenTables = 0;
  /** Which bytecodes there are depends on it. */
  v8Version = '';
  readonly #libraries: { readonly start: number; readonly end: number; readonly name: string }[] = [];
  readonly #tops = new AddressCache<Code, Place>();
  readonly #callers = new AddressCache<Code, Place>();

  constructor(
    private readonly frames: FrameStore,
    private readonly origins: BaselineOrigins,
  ) {}

  addLibrary(start: number, end: number, path: string): void {
    if (this.#libraries.length >= MAX_LIBRARIES || !(end > start)) return;
    this.#libraries.push({ start, end, name: nativeName(path) });
  }

  /** The name for native code at an address, undefined where no library is. */
  libraryAt(address: number): string | undefined {
    return this.#libraries.find((library) => address >= library.start && address < library.end)?.name;
  }

  /**
   * The frames that an address on the stack stands for. `isTop`: it is where the program was interrupted; otherwise it is
   * a return address, which stands behind its call, so that the byte before it is looked up. Bytecode addresses are those
   * of the call itself (`TickSample::GetStackSample`, v8/src/profiler/tick-sample.cc).
   *
   * Maglev and TurboFan put rare and slow ways (a growing array, a write barrier) behind a function's code without a
   * position of their own, so V8 takes them for what stands last there, mostly the function's end. They belong to any of
   * the function's lines. Where the same code was last seen is the best guess: it is right as often as the line has a part of the code's
   * time, and more often where a program stays on a line for longer than an interval. It is as uncertain as a low tier's.
   */
  resolve(address: number, isTop: boolean): Resolved {
    const { frames, code, isOutOfLine } = this.#placeAt(address, isTop);
    return isOutOfLine && code?.lastSelf !== undefined ? asUncertain(code.lastSelf) : frames;
  }

  /**
   * Notes that a tick's time was spent at an address: by the code there, or by what has no line and was called from there.
   * False where no function is.
   */
  noteSelf(address: number, isTop: boolean): boolean {
    const { frames, code, isOutOfLine } = this.#placeAt(address, isTop);
    if (code !== undefined && !isOutOfLine) code.lastSelf = frames;
    return frames.length > 0 && frames[frames.length - RESOLVED_WIDTH + 1] >= 0;
  }

  /**
   * What would be a guess about the allocation from which code returns to an address: nothing, the line, or also which one of the
   * functions that were inlined into that code. Maglev puts the slow way of all allocations behind its last position, and V8 11's
   * TurboFan gives them that of what ran before.
   */
  guessAt(address: number): 'line' | 'function' | undefined {
    const { code, isOutOfLine, isLast } = this.#placeAt(address, false);
    if (code?.source === undefined) return undefined;
    const hasPlaces = code.tier === Tier.turbofan && Number.parseInt(this.v8Version, 10) >= FIRST_WITH_PLACES;
    if (code.tier === Tier.maglev ? isLast !== true : hasPlaces && isOutOfLine !== true) return undefined;
    return (this.tableOf(code, code.source)?.inlined.callee.length ?? 0) > 0 ? 'function' : 'line';
  }

  #placeAt(address: number, isTop: boolean): Place {
    const cache = isTop ? this.#tops : this.#callers;
    const known = cache.get(address, this.generation);
    if (known !== undefined) return known;
    let code = this.code.find(address);
    if (!isTop && code?.tier !== Tier.interpreter) code = this.code.find(address - 1);
    const isAtCall = isTop || code?.tier === Tier.interpreter;
    const place =
      code === undefined
        ? this.#placeOutside(address, isTop)
        : this.#resolveIn(code, address - code.address - (isAtCall ? 0 : 1));
    cache.set(address, code, this.generation, place);
    return place;
  }

  #placeOutside(address: number, isTop: boolean): Place {
    if (isTop || !this.#isSnapshotCode(address)) return NOTHING;
    return { frames: Int32Array.of(this.frames.ofKind(SNAPSHOT_CODE, FrameKind.runtime), -1, 0, 0) };
  }

  /**
   * Unknown addresses are also in V8's copy of its builtins, which Node 20 does not log. That lies among compiled code,
   * bytecode does not.
   */
  #isSnapshotCode(address: number): boolean {
    if (address < FIRST_PAGE || this.libraryAt(address) !== undefined) return false;
    const below = this.code.atOrBelow(address);
    return below === undefined || below.tier === Tier.interpreter || address - below.address > CODE_RANGE;
  }

  #resolveIn(code: Code, offset: number): Place {
    if (code.fn === undefined) {
      if (code.shown === undefined) return NOTHING;
      return { frames: Int32Array.of(this.frames.ofNative(code.shown), -1, 0, 0) };
    }
    const { tier } = code;
    const low = tier === Tier.interpreter ? 1 : 0;
    const own = this.frames.ofFunction(code.fn);
    const table = code.source && this.tableOf(code, code.source);
    if (code.source === undefined || table === undefined) return { frames: Int32Array.of(own, -1, low, tier) };
    const row = lastAtOrBelow(table.codeOffset, offset);
    if (row < 0)
      return { frames: Int32Array.of(own, this.frames.position(code.source.script, code.fn.start), low, tier) };
    const isOptimised = tier >= Tier.maglev;
    const isLast = isOptimised && row === table.codeOffset.length - 1;
    const isOutOfLine = isLast && offset > table.codeOffset[row] + EPILOGUE;
    const frames = this.#unroll(code, code.source, table, row, isOutOfLine ? 1 : low);
    return { frames, code: isOptimised ? code : undefined, isOutOfLine, isLast };
  }

  /** From the innermost inlined function out to the code's own; written from the back, so that the outermost is first. */
  #unroll(code: Code, source: CodeSource, table: SourcePositions, row: number, low: number): Resolved {
    const { inlined } = table;
    const chain: number[] = [];
    let character = table.character[row];
    let inlining = table.inlining[row];
    // A chain cannot be longer than the table; a longer one goes in a circle.
    for (let left = inlined.callee.length; inlining >= 0 && left > 0; left--) {
      if (inlining >= inlined.callee.length) break;
      const callee = inlined.callee[inlining];
      const fn = callee < 0 ? undefined : source.functions[callee];
      // An unknown callee cannot be shown; its caller then stands at the call.
      if (fn !== undefined)
        chain.push(code.tier, low, this.frames.position(fn.script, character), this.frames.ofFunction(fn));
      character = inlined.callCharacter[inlining];
      inlining = inlined.callInlining[inlining];
    }
    const fn = code.fn as LoggedFunction;
    chain.push(code.tier, low, this.frames.position(source.script, character), this.frames.ofFunction(fn));
    return Int32Array.from(chain.reverse());
  }

  /** The positions of a piece of code; undefined where they are not known. */
  tableOf({ fn, baseline }: Code, source: CodeSource): SourcePositions | undefined {
    if (source.parsed !== undefined || baseline === undefined) return this.#parse(source);
    if (fn?.bytecode === undefined || source.isBroken === true || !this.origins.has(baseline)) return undefined;
    source.parsed = this.origins.positionsOf(baseline, this.#parse(fn.bytecode), this.v8Version);
    if (source.parsed === undefined) this.#noteBroken(source);
    return source.parsed;
  }

  #parse(source: LoggedPositions): SourcePositions {
    if (source.parsed !== undefined) return source.parsed;
    const parsed = parseSourcePositions(source.positions, source.inlinings);
    if (parsed === undefined) this.#noteBroken(source);
    return (source.parsed = parsed ?? noPositions());
  }

  #noteBroken(source: LoggedPositions): void {
    this.brokenTables++;
    source.isBroken = true;
  }
}

/** The same frames, whose positions are a guess. */
function asUncertain(frames: Resolved): Resolved {
  const uncertain = frames.slice();
  for (let i = 2; i < uncertain.length; i += RESOLVED_WIDTH) uncertain[i] = 1;
  return uncertain;
}

/** Add-ons are named; Node itself and the system's libraries are all the same to a programmer. */
function nativeName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return base.endsWith('.node') ? `(native code in ${base})` : NATIVE_CODE;
}
