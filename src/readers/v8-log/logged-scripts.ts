import type { FunctionPlace } from '../../core/index.ts';
import { CallerReader } from './caller-reader.ts';
import { CodeMap, type CodeRange } from './code-map.ts';
import { FunctionsByAddress } from './by-address.ts';
import { parseLabel } from './label.ts';
import { FieldCursor, type Move, unescapeText } from './log-fields.ts';
import type { LineHandler } from './log-lines.ts';

/** A script of a log, as far as its functions tell about it. */
export interface LoggedScript {
  /** V8's number for it. */
  readonly id: number;
  /** Empty for code without a name (eval, new Function). */
  readonly url: string;
  /** Length of its text in UTF-16 units; undefined where its top level is not in the log. */
  length: number | undefined;
  /** Where V8 itself says that its functions begin, by character. */
  readonly functions: Map<number, FunctionPlace>;
  /** When its first function was compiled, in microseconds since V8 started. */
  readonly compiledAt: number;
  /** Ticks in whose stack it is, anywhere. */
  samples: number;
}

/** A function as the log names it, still escaped, and its script's number, -1 until that is told. */
interface NamedFunction {
  readonly label: string;
  script: number;
}

interface LoggedCode extends CodeRange {
  /** Undefined for what is not JavaScript. */
  readonly fn: NamedFunction | undefined;
  readonly compiledAt: number;
  /** Numbers of the scripts that are in it: its own and those of what was inlined. */
  scripts: readonly number[];
}

const createFunction = (label: string): NamedFunction => ({ label, script: -1 });
const NONE: readonly number[] = [];

/**
 * Which scripts does a V8 log name, how long are their texts, where do their functions begin, and which have samples? Reads
 * line by line, also while the log grows, and leaves out lines that make no sense.
 */
export class LoggedScripts {
  readonly scripts = new Map<number, LoggedScript>();
  /** All ticks that were read. */
  ticks = 0;
  readonly #code = new CodeMap<LoggedCode>();
  readonly #functions = new FunctionsByAddress<NamedFunction>();
  /** What addresses in stacks led to, until anything about code changes. */
  readonly #seen = new Map<number, readonly number[]>();
  /** The tick in which a script was counted last. */
  readonly #counted = new Map<number, number>();
  readonly #callers = new CallerReader();
  readonly #cursor = new FieldCursor();

  readonly line: LineHandler = (bytes, start, end) => {
    const cursor = this.#cursor;
    switch (cursor.begin(bytes, start, end)) {
      case 'tick':
        return this.#tick(cursor);
      case 'code-creation':
        return this.#codeCreation(cursor);
      case 'code-source-info':
        return this.#sourceInfo(cursor);
      case 'code-move':
        return this.#move(cursor.move());
      case 'sfi-move':
        return this.#moveFunction(cursor.move());
    }
  };

  /** `code-creation,<type>,<kind>,<time>,<address>,<size>,<name>[,<function>,<tier>]` */
  #codeCreation(cursor: FieldCursor): void {
    const type = cursor.raw();
    cursor.skip();
    const compiledAt = cursor.integer();
    const address = cursor.address();
    const size = cursor.integer();
    if (!(address >= 0 && size >= 0)) return;
    const label = cursor.label();
    const fnAddress = cursor.hasMore && type !== 'RegExp' && type !== 'Builtin' ? cursor.address() : NaN;
    const fn = fnAddress >= 0 ? this.#functions.at(fnAddress, label, createFunction) : undefined;
    this.#code.add({ address, size: Math.max(1, size), generation: 0, fn, compiledAt, scripts: NONE });
    this.#seen.clear();
  }

  /** `code-source-info,<code>,<script>,<start>,<end>,<positions>,<inlinings>,<functions>` */
  #sourceInfo(cursor: FieldCursor): void {
    const address = cursor.address();
    const id = cursor.integer();
    const start = cursor.integer();
    const end = cursor.integer();
    const code = this.#code.at(address);
    if (!(id >= 0 && start >= -1 && end >= start) || code?.fn === undefined) return;
    cursor.skip();
    cursor.skip();
    const inlined = cursor.raw().split('S').slice(1);
    code.fn.script = id;
    code.scripts = [...new Set([id, ...inlined.map((at) => this.#functions.get(Number(at))?.script ?? -1)])];
    const script = this.scripts.get(id);
    // Optimised code says nothing new of its function.
    if (script?.functions.has(start) === true) return;
    const { url, line, column } = parseLabel(unescapeText(code.fn.label), script?.url);
    const known = script ?? this.#add(id, url, code.compiledAt);
    if (line > 0) known.functions.set(start, { character: start, line, column });
    if (start === 0 && end > (known.length ?? 0)) known.length = end;
  }

  #add(id: number, url: string, compiledAt: number): LoggedScript {
    const script = { id, url, length: undefined, functions: new Map<number, FunctionPlace>(), compiledAt, samples: 0 };
    this.scripts.set(id, script);
    return script;
  }

  #move(move: Move | undefined): void {
    if (move === undefined) return;
    this.#seen.clear();
    this.#code.move(...move);
  }

  #moveFunction(move: Move | undefined): void {
    if (move !== undefined) this.#functions.move(...move);
  }

  /** `tick,<pc>,<time>,<1: in a callback>,<callback or top of stack>,<state>[,overflow][,<caller>…]` */
  #tick(cursor: FieldCursor): void {
    const top = cursor.address();
    for (let field = 0; field < 4; field++) cursor.skip();
    if (cursor.peek() === 0x6f) cursor.skip();
    const count = this.#callers.read(cursor);
    if (!(top >= 0 && count >= 0)) return;
    this.ticks++;
    this.#count(top);
    for (let i = 0; i < count; i++) this.#count(this.#callers.addresses[i]);
  }

  #count(address: number): void {
    let found = this.#seen.get(address);
    if (found === undefined) {
      // A return address stands behind its call, which may be the last of the code.
      found = (this.#code.find(address) ?? this.#code.find(address - 1))?.scripts ?? NONE;
      this.#seen.set(address, found);
    }
    for (const id of found) {
      const script = this.scripts.get(id);
      if (script === undefined || this.#counted.get(id) === this.ticks) continue;
      this.#counted.set(id, this.ticks);
      script.samples++;
    }
  }
}
