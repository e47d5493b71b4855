import { type BaselineCode, BaselineOrigins } from './baseline-origins.ts';
import { CallerReader } from './caller-reader.ts';
import { type Compiled, CompileTicks, moduleOfLabel } from './compile-ticks.ts';
import { readDeopt } from './deopt-reasons.ts';
import { FieldCursor, unescapeText } from './log-fields.ts';
import {
  float64Column,
  type FrameIndex,
  FrameKind,
  type IndexColumn,
  int32Column,
  LONGEST_RECORDING,
  MICROTASKS,
  Numbering,
  type SampleIndex,
  Tier,
  type TickIndex,
  UNNAMED_BUILTIN,
} from '../../core/index.ts';
import { createFunction, FrameStore, type LoggedFunction } from './frame-store.ts';
import { FunctionsByAddress } from './by-address.ts';
import { isCalledByQueue, promiseWorkOf } from './microtasks.ts';
import { buildNativeNames } from './native-names.ts';
import { type Code, NATIVE_CODE, Resolver } from './resolver.ts';
import { ScriptStore } from './script-store.ts';
import { TreeBuilder } from './tree-builder.ts';
import { BASELINE_SCRIPT, CLOCK_SCRIPT } from '../../recording/index.ts';
import { MAPPED_CODE, parseCopies } from '../../recording/mapped-code.ts';

/** V8's state of the thread during a tick (`StateTag`, v8/include/v8-unwinder.h). */
const VmState = {
  js: 0,
  gc: 1,
  parser: 2,
  compiler: 4,
  atomicsWait: 7,
  idle: 8,
  logging: 9,
  idleExternal: 10,
} as const;
/** Parsing, or compiling to bytecode or machine code. */
const isCompiling = (state: number): boolean => state >= VmState.parser && state <= VmState.compiler;
const NO_FRAME: FrameIndex = -1;
/** V8 records no more frames than this; deeper stacks lose their outermost ones (`TickSample::kMaxFramesCount`). */
const MAX_FRAMES = 255;
/** The largest piece of code that V8 makes is far below; a larger one is a broken line. */
const MAX_CODE_SIZE = 1 << 30;

/** Everything that was found in a log besides code and ticks. */
export interface LogFindings {
  v8Version?: string;
  interval?: number | undefined;
  /** Latest time in the log, in microseconds since V8 started. */
  end: number;
  /** When the recorder's clock script was compiled, on the log's clock. */
  clockScriptAt?: number | undefined;
  reportedLost: number;
  truncatedStacks: number;
  lines: number;
  brokenLines: number;
  /** How many engines wrote into this file. */
  engines: number;
  /** The JSON of the recorder's line. */
  facts?: string;
}

/** Reads a V8 log line by line. Lines that make no sense are counted and left out. */
export class LogReader {
  readonly found: LogFindings = {
    end: 0,
    reportedLost: 0,
    truncatedStacks: 0,
    lines: 0,
    brokenLines: 0,
    engines: 0,
  };
  readonly scripts = new ScriptStore();
  readonly frames = new FrameStore(this.scripts);
  /** To be known before the lines about the code are read. */
  readonly origins = new BaselineOrigins();
  readonly resolver = new Resolver(this.frames, this.origins);
  readonly tree = new TreeBuilder(this.frames, this.resolver);
  /** Names of builtins that ticks fell into. */
  readonly builtins = new Numbering<string>();
  readonly #nativeNames = buildNativeNames();
  readonly #cursor = new FieldCursor();
  readonly #functions = new FunctionsByAddress<LoggedFunction>();
  readonly #callers = new CallerReader();
  readonly #ticks = { time: float64Column(), row: int32Column<TickIndex>() };
  readonly #thrownOut = new Set<Code>();
  readonly #compileTicks = new CompileTicks((sample, compiled) => this.#settle(sample, compiled));
  readonly #programRow = this.tree.tickRow(this.tree.program, -1);
  readonly gcRow = this.tree.tickRow(this.tree.gc, -1);
  readonly idleRow = this.tree.tickRow(this.tree.idle, -1);
  /** When the program began to take notes, in microseconds since V8 started, and how many pieces of baseline code came since. */
  #notesBegin = NaN;
  #baselinePieces = 0;
  #hasCopies = false;
  readonly #builtinCodes: Code[] = [];

  /** Bytes `start` to `end` are one whole line. */
  line(bytes: Buffer, start: number, end: number): void {
    this.found.lines++;
    if (!this.#dispatch(bytes, start, end)) this.found.brokenLines++;
  }

  /** The row of each tick and when it was logged, in microseconds since V8 started; one time more, the end of the log. Called last. */
  buildTicks(): { readonly row: IndexColumn<TickIndex>; readonly time: Float64Array } {
    const row = this.#ticks.row.finish();
    const time = this.#ticks.time.finish(1);
    time[row.length] = this.found.end;
    return { row, time };
  }

  #dispatch(bytes: Buffer, start: number, end: number): boolean {
    const cursor = this.#cursor;
    switch (cursor.begin(bytes, start, end)) {
      case 'tick':
        return this.#tick(cursor);
      case 'code-creation':
        return this.#codeCreation(cursor);
      case 'code-source-info':
        return this.#sourceInfo(cursor);
      case 'code-move':
        return this.#codeMove(cursor);
      case 'code-delete':
        return this.#codeDelete(cursor);
      case 'code-deopt':
        return this.#codeDeopt(cursor);
      case 'sfi-move':
        return this.#functionMove(cursor);
      case 'script-source':
        return this.#scriptSource(cursor, bytes, end);
      case 'shared-library':
        return this.#sharedLibrary(cursor);
      case 'v8-version':
        return this.#version(cursor);
      case 'profiler':
        return this.#profiler(cursor);
      case 'heatline':
        this.found.facts = bytes.toString('utf8', cursor.position, end);
        return true;
      default:
        return true;
    }
  }

  #version(cursor: FieldCursor): boolean {
    const [major, minor, build, patch, embedder] = Array.from({ length: 5 }, () => cursor.raw());
    this.found.v8Version = `${major}.${minor}.${build}.${patch}${embedder}`;
    this.resolver.v8Version = this.found.v8Version;
    this.found.engines++;
    return true;
  }

  #profiler(cursor: FieldCursor): boolean {
    if (cursor.raw() !== 'begin') return true;
    const interval = cursor.integer();
    if (!(interval > 0 && interval <= LONGEST_RECORDING)) return false;
    this.found.interval = interval;
    return true;
  }

  /** `shared-library,<path>,<start>,<end>,<slide>` */
  #sharedLibrary(cursor: FieldCursor): boolean {
    const path = cursor.raw();
    const start = cursor.address();
    const end = cursor.address();
    this.resolver.addLibrary(start, end, unescapeText(path));
    return end > start;
  }

  /** `code-creation,<type>,<kind>,<time>,<address>,<size>,<name>[,<function>,<tier>]` */
  #codeCreation(cursor: FieldCursor): boolean {
    const type = cursor.raw();
    cursor.skip();
    const time = cursor.integer();
    const address = cursor.address();
    const size = cursor.integer();
    if (!(address >= 0 && size >= 0 && size <= MAX_CODE_SIZE && time <= LONGEST_RECORDING)) return false;
    this.#sawTime(time);
    const name = cursor.label();
    const hasFunction = cursor.hasMore && type !== 'RegExp';
    const fnAddress = hasFunction ? cursor.address() : NaN;
    const tier = hasFunction ? parseTier(cursor.raw()) : Tier.unknown;
    if (hasFunction && Number.isNaN(fnAddress)) return false;
    const fn =
      hasFunction && this.#isScriptCode(type, name) ? this.#functions.at(fnAddress, name, createFunction) : undefined;
    if (fn !== undefined && name.includes(CLOCK_SCRIPT)) this.found.clockScriptAt = time;
    if (fn !== undefined && name.includes(MAPPED_CODE)) this.#copyBuiltins(name);
    if (fn !== undefined && name.includes(BASELINE_SCRIPT) && Number.isNaN(this.#notesBegin)) this.#notesBegin = time;
    if (fn !== undefined && tier === Tier.interpreter) this.#compileTicks.created(moduleOfLabel(name));
    if (fn !== undefined && tier === Tier.interpreter) fn.size = size;
    if (fn !== undefined && tier >= Tier.maglev) this.frames.noteOptimised(fn);
    // The interpreter's are known to V8, which then finds the frame.
    const isBuiltin = type === 'Builtin' && !name.startsWith('Interpreter');
    const code: Code = {
      address,
      size: Math.max(1, size),
      generation: 0,
      fn,
      shown: fn === undefined ? this.#shownName(type, name) : undefined,
      tier,
      baseline: tier === Tier.baseline ? this.#numberBaseline(address, size) : undefined,
      builtin: isBuiltin ? unescapeText(name) : undefined,
      promiseWork: isBuiltin ? promiseWorkOf(name) : undefined,
      source: undefined,
      lastSelf: undefined,
    };
    this.resolver.code.add(code);
    if (type === 'Builtin' || type === 'BytecodeHandler') this.#builtinCodes.push(code);
    this.resolver.generation++;
    return true;
  }

  /** Builtins run from copies of the binary's code, whose addresses alone the log has (V8 11). */
  #copyBuiltins(name: string): void {
    if (this.#hasCopies) return;
    const copies = parseCopies(name);
    this.#hasCopies = copies.length > 0;
    for (const { from, to, size } of copies)
      for (const code of this.#builtinCodes)
        if (code.address >= from && code.address < from + size)
          this.resolver.code.add({ ...code, address: code.address - from + to });
  }

  /** Pieces from before the notes have no number. */
  #numberBaseline(address: number, size: number): BaselineCode {
    return { number: Number.isNaN(this.#notesBegin) ? -1 : this.#baselinePieces++, address, size };
  }

  /** Compiled WebAssembly comes as a function as well, but has no script. */
  #isScriptCode(type: string, name: string): boolean {
    return type !== 'Builtin' && (type !== 'Function' || /:\d+:\d+$/.test(name));
  }

  #shownName(type: string, name: string): string | undefined {
    if (type === 'Builtin' || type === 'BytecodeHandler' || type === 'Stub' || type === 'Handler')
      return this.#nativeNames.get(name);
    if (type === 'RegExp') return `RegExp: ${unescapeText(name).slice(0, 200)}`;
    const text = unescapeText(name).trim();
    return text === '' ? undefined : text;
  }

  /** `code-source-info,<code>,<script>,<start>,<end>,<positions>,<inlinings>,<functions>` */
  #sourceInfo(cursor: FieldCursor): boolean {
    const address = cursor.address();
    const script = cursor.integer();
    const start = cursor.integer();
    const end = cursor.integer();
    if (!(address >= 0 && script >= 0 && start >= -1 && end >= start)) return false;
    const positions = cursor.raw();
    const inlinings = cursor.raw();
    const list = cursor.raw();
    const code = this.resolver.code.at(address);
    if (code?.fn === undefined) return true;
    this.scripts.see(script, code.fn.label);
    this.#tellStart(code, script, start);
    const functions =
      list === ''
        ? []
        : list
            .slice(1)
            .split('S')
            .map((at) => this.#functions.get(Number(at)));
    code.source = { script, positions, inlinings, functions };
    if (code.tier === Tier.interpreter) code.fn.bytecode = code.source;
    code.lastSelf = undefined;
    code.generation++;
    this.resolver.generation++;
    return true;
  }

  #tellStart(code: Code, script: number, start: number): void {
    const fn = code.fn as LoggedFunction;
    if (fn.script === script && fn.start === start) return;
    fn.script = script;
    fn.start = start;
    fn.frame = -1;
  }

  #codeMove(cursor: FieldCursor): boolean {
    const move = cursor.move();
    if (move === undefined) return false;
    this.resolver.code.move(...move);
    this.resolver.generation++;
    return true;
  }

  #codeDelete(cursor: FieldCursor): boolean {
    const address = cursor.address();
    if (!(address >= 0)) return false;
    this.resolver.code.delete(address);
    this.resolver.generation++;
    return true;
  }

  /** Several lines may be about one piece of code. */
  #codeDeopt(cursor: FieldCursor): boolean {
    const deopt = readDeopt(cursor);
    if (deopt === undefined) return false;
    const code = this.resolver.code.at(deopt.address);
    if (code?.fn === undefined || this.#thrownOut.has(code)) return true;
    this.frames.noteDeopt(code.fn, deopt.by);
    if (deopt.by !== undefined) this.#thrownOut.add(code);
    return true;
  }

  #functionMove(cursor: FieldCursor): boolean {
    const move = cursor.move();
    if (move === undefined) return false;
    this.#functions.move(...move);
    return true;
  }

  /** `script-source,<id>,<url>,<text>` */
  #scriptSource(cursor: FieldCursor, bytes: Buffer, end: number): boolean {
    const id = cursor.integer();
    if (!(id >= 0)) return false;
    const url = unescapeText(cursor.raw());
    if (!cursor.hasMore) return false;
    this.scripts.add(id, url, bytes.subarray(Math.min(cursor.position, end), end));
    return true;
  }

  /** `tick,<pc>,<time>,<1: in a callback>,<callback or top of stack>,<state>[,overflow][,<caller>…]` */
  #tick(cursor: FieldCursor): boolean {
    const top = cursor.address();
    const time = cursor.integer();
    const isCallback = cursor.integer() === 1;
    cursor.skip();
    const state = cursor.integer();
    if (!(top >= 0 && time >= 0 && time <= LONGEST_RECORDING && state >= 0)) return false;
    if (cursor.peek() === 0x6f) {
      // "overflow": the buffer was full, at least one tick before this one was dropped.
      this.found.reportedLost++;
      cursor.skip();
    }
    const count = this.#callers.read(cursor);
    if (count < 0) return false;
    this.found.truncatedStacks += count >= MAX_FRAMES ? 1 : 0;
    this.#sawTime(time);
    const sample = this.#ticks.time.push(time);
    if (isCompiling(state)) this.#compileTicks.compiling(sample, count);
    else if (state === VmState.js) this.#compileTicks.running();
    this.#ticks.row.push(this.#rowOf(state, top, count, isCallback));
    return true;
  }

  #rowOf(state: number, top: number, count: number, isCallback: boolean): TickIndex {
    if (state === VmState.gc) return this.gcRow;
    if (state === VmState.idle || state === VmState.idleExternal) return this.idleRow;
    if (state === VmState.logging) return this.#writingRow();
    if (isCompiling(state)) return this.tree.add(top, this.#callers.addresses, count, this.frames.ofCompiling());
    if (count === 0 && state !== VmState.js) return this.#programRow;
    const code = this.resolver.code.find(top);
    const native = isCallback ? NATIVE_CODE : code === undefined ? this.#nativeAt(top, state) : undefined;
    // Node 20 runs a copy of the builtins. Where its place was not noted, nothing is known of the address.
    const mayHideCaller =
      native === undefined &&
      (code === undefined ? top > 0 : code.builtin !== undefined && code.promiseWork !== 'queue');
    const onTop = native === undefined ? this.#queueOf(code, count) : this.frames.ofNative(native);
    const unknown = mayHideCaller ? UNNAMED_BUILTIN : this.origins.nativeAt(top);
    const name = isCallback ? undefined : code === undefined ? unknown : code.builtin;
    const builtin = name === undefined ? -1 : this.builtins.numberOf(name);
    const row = this.tree.add(top, this.#callers.addresses, count, onTop, mayHideCaller, builtin);
    return row < 0 ? this.#programRow : row;
  }

  /** The frame of V8's microtask queue where that was at work in a builtin, in a stack of so many callers; -1 elsewhere. */
  #queueOf(code: Code | undefined, callers: number): FrameIndex {
    // What programmers call by a name of its own is shown by that.
    if (code?.promiseWork === undefined || code.shown !== undefined) return NO_FRAME;
    if (code.promiseWork === 'shared' && !this.#isQueueBelow(code, callers)) return NO_FRAME;
    return this.frames.ofKind(MICROTASKS, FrameKind.program);
  }

  #isQueueBelow({ builtin = '' }: Code, callers: number): boolean {
    if (callers === 0) return true;
    // The byte before a return address is in its call.
    const caller = this.resolver.code.find(this.#callers.addresses[callers - 1] - 1);
    return caller?.promiseWork === 'queue' && isCalledByQueue(caller.builtin ?? '', builtin);
  }

  /** The row of a stack that began a collection; -1 for nobody's. */
  readonly #rowOfCollection = (callers: Float64Array): TickIndex => {
    const guesses = Array.from(callers, (address) => this.resolver.guessAt(address));
    if (guesses.includes('function')) return -1;
    const row = this.tree.add(0, callers, callers.length, NO_FRAME);
    return row >= 0 && guesses.includes('line') ? this.tree.tickRow(this.tree.nodeOfTick(row), -1) : row;
  };

  /** What a tick was for that found V8 compiling. */
  #settle(sample: SampleIndex, compiled: Compiled): void {
    const { values } = this.#ticks.row;
    values[sample] =
      compiled === 'logging'
        ? this.#writingRow()
        : this.tree.replaceTop(values[sample], this.frames.ofCompiling(unescapeText(compiled.module)));
  }

  /** Time that V8 spends on this very log belongs to no line. */
  #writingRow(): TickIndex {
    return this.tree.addNative('(writing the V8 log)');
  }

  /** What runs at an address that no code of V8's is at. */
  #nativeAt(address: number, state: number): string | undefined {
    if (state === VmState.atomicsWait) return 'Atomics.wait';
    return this.resolver.libraryAt(address);
  }

  #sawTime(time: number): void {
    if (time > this.found.end) this.found.end = time;
    this.origins.collections.place(time - this.#notesBegin, this.#rowOfCollection);
  }
}

/** V8 adds marks of its own to those of the tiers: `'` for code of any context, `o` for code that replaced a running loop. */
function parseTier(marks: string): Tier {
  if (marks.includes('~')) return Tier.interpreter;
  if (marks.includes('^')) return Tier.baseline;
  if (marks.includes('+')) return Tier.maglev;
  return marks.includes('*') ? Tier.turbofan : Tier.unknown;
}
