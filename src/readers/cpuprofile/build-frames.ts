import {
  FrameKind,
  type FrameTable,
  type FrameIndex,
  type PositionIndex,
  PROGRAM,
  type ScriptIndex,
  int32Column,
  MICROTASKS,
  NONE,
  Numbering,
  type Script,
} from '../../core/index.ts';
import { scriptName } from '../../urls/index.ts';
import type { Kernel } from '../../kernels/cpuprofile/kernel.generated.ts';
import { scriptFromNote } from '../function-ranges.ts';
import type { RecordedScript } from '../../recording/index.ts';

/** The names that V8 puts into a call tree in place of functions. These frames have no place in a script. */
export const specialFrames: ReadonlyMap<string, FrameKind> = new Map([
  ['(root)', FrameKind.root],
  ['(idle)', FrameKind.idle],
  [PROGRAM, FrameKind.program],
  ['(garbage collector)', FrameKind.gc],
  [MICROTASKS, FrameKind.program],
]);

/** How other tools name what V8 leaves without a name. */
const ANONYMOUS = '(anonymous)';

/** The contents of a `callFrame`. */
export interface CallFrame {
  readonly name: string;
  /** The key of its script: the url or, without one, a zero byte and V8's script id. Undefined for V8's own functions. */
  readonly script: string | undefined;
  /** 0-based as V8 has it, -1 for none. */
  readonly line: number;
  readonly column: number;
}

/** A JSON value as a callFrame; undefined if it is none. */
export function parseCallFrame(value: unknown): CallFrame | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const {
    functionName: name,
    url = '',
    scriptId = '',
    lineNumber: line = -1,
    columnNumber: column = -1,
  } = value as Record<string, unknown>;
  if (typeof name !== 'string' || typeof url !== 'string' || !isPlace(line) || !isPlace(column)) return undefined;
  if (typeof scriptId !== 'string' && typeof scriptId !== 'number') return undefined;
  const known = { line: Math.max(-1, line), column: Math.max(-1, column) };
  return { name, script: scriptKey(url, String(scriptId), line), ...known };
}

/** V8 gives its own functions script 0; code of `eval` has a script but may lack a url. */
function scriptKey(url: string, id: string, line: number): string | undefined {
  if (url !== '') return url;
  return id === '0' || id === '' || line < 0 ? undefined : `\0${id}`;
}

/** The url of a script by its key; empty if it has none. */
export const urlOfScript = (key: string): string => (key.startsWith('\0') ? '' : key);

/** Of a script that `vm` runs at an offset (`columnOffset: -208`) lines and columns may be before the text's first. */
function isPlace(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && value < 0x7fffffff;
}

/** Collects the distinct functions and scripts of a profile. */
export class FrameBuilder {
  readonly #scripts = new Numbering<string>();
  readonly #name: string[] = [];
  readonly #position = int32Column<PositionIndex>();
  /** For each position, one more than the first function that begins there; 0 for none. */
  readonly #firstAt = int32Column();
  /** All other functions, by position and name. */
  readonly #others = new Map<string, FrameIndex>();

  constructor(private readonly kernel: Kernel) {}

  /** The row of a script, new or known. */
  scriptRow(key: string): ScriptIndex {
    return this.#scripts.numberOf(key);
  }

  get length(): number {
    return this.#name.length;
  }

  /**
   * The row of a function, new or known: the same name at the same place of the same script is the same function.
   * `script` is -1 for none; line and column as V8 has them. There must be room for its position.
   */
  row(name: string, script: ScriptIndex, line: number, column: number): FrameIndex {
    const position = script < 0 ? -1 : this.kernel.definitionOf(script, line, column);
    this.#firstAt.extend(position + 1);
    const first = position < 0 ? NONE : this.#firstAt.values[position] - 1;
    if (first >= 0 && this.#name[first] === name) return first;
    const key = `${position} ${name}`;
    const isFirst = position >= 0 && first < 0;
    let row = isFirst ? undefined : this.#others.get(key);
    if (row === undefined) {
      row = this.#name.push(name) - 1;
      this.#position.push(position);
    }
    if (isFirst) this.#firstAt.values[position] = row + 1;
    else this.#others.set(key, row);
    return row;
  }

  finish(): FrameTable {
    const name = this.#name;
    for (let row = 0; row < name.length; row++) if (name[row] === ANONYMOUS) name[row] = '';
    const position = this.#position.finish();
    const kind = new Uint8Array(name.length).fill(FrameKind.script);
    // The few without a position are told apart by their names.
    for (let row = position.indexOf(-1); row >= 0; row = position.indexOf(-1, row + 1))
      kind[row] = specialFrames.get(name[row]) ?? FrameKind.native;
    return { name, position, kind };
  }

  /** The scripts, with what the recorder noted of them. */
  scripts(recorded: readonly RecordedScript[] = []): Script[] {
    const noted = new Map(recorded.map((script) => [scriptName(script.url), script]));
    return this.#scripts.list.map(urlOfScript).map((url) => {
      const note = url === '' ? undefined : noted.get(scriptName(url));
      return note ? scriptFromNote(note) : { url };
    });
  }
}
