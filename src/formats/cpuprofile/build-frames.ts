import { FrameKind } from '../../profile/index.ts';
import type { FrameTable, Index, Script } from '../../profile/index.ts';
import { scriptFromNote } from '../function-ranges.ts';
import type { RecordedScript } from '../heatline-facts.ts';
import type { PositionBuilder } from './build-positions.ts';

const specialFrames: ReadonlyMap<string, FrameKind> = new Map([
  ['(root)', FrameKind.root],
  ['(idle)', FrameKind.idle],
  ['(program)', FrameKind.program],
  ['(garbage collector)', FrameKind.gc],
]);

interface CallFrame {
  readonly name: string;
  readonly url: string;
  readonly scriptId: string;
  /** 0-based as V8 has it, -1 for none. */
  readonly line: number;
  readonly column: number;
}

/** The callFrame that a JSON value is; undefined when it is none. */
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
  return { name, url, scriptId: String(scriptId), line, column };
}

function isPlace(value: unknown): value is number {
  const place = value as number;
  return (place | 0) === place && place >= -1 && place < 0x7fffffff;
}

/** Collects the distinct functions and scripts of a profile. */
export class FrameBuilder {
  readonly #positions: PositionBuilder;
  readonly #scripts: string[] = [];
  readonly #rowOfUrl = new Map<string, Index>();
  readonly #rowOfId = new Map<string, Index>();
  readonly #rows = new Map<string, Index>();
  readonly #name: string[] = [];
  readonly #position: number[] = [];
  readonly #kind: number[] = [];
  readonly #script: number[] = [];

  constructor(positions: PositionBuilder) {
    this.#positions = positions;
  }

  /** The row of a function, new or known: the same name at the same place of the same script is the same function. */
  row(call: CallFrame): Index {
    // V8 gives its own functions script 0; code of `eval` has a script but may lack a url.
    const hasScript = call.url !== '' || (call.scriptId !== '0' && call.scriptId !== '' && call.line >= 0);
    const script = hasScript ? this.#scriptRow(call) : -1;
    const key = `${script}:${call.line}:${call.column}:${call.name}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#name.push(call.name) - 1;
    this.#rows.set(key, row);
    this.#script.push(script);
    this.#kind.push(hasScript ? FrameKind.script : (specialFrames.get(call.name) ?? FrameKind.native));
    const column = call.line < 0 ? -1 : call.column;
    this.#position.push(hasScript ? this.#positions.row(script, call.line + 1, column) : -1);
    return row;
  }

  /** The script of a function; -1 for none. */
  scriptOf(row: Index): Index {
    return this.#script[row];
  }

  finish(): FrameTable {
    return { name: this.#name, position: Int32Array.from(this.#position), kind: Uint8Array.from(this.#kind) };
  }

  /** The scripts, with what the recorder noted of them. */
  scripts(recorded: readonly RecordedScript[] = []): Script[] {
    const noted = new Map(recorded.map((script) => [script.url, script]));
    return this.#scripts.map((url) => {
      const note = url === '' ? undefined : noted.get(url);
      return note ? scriptFromNote(note) : { url };
    });
  }

  #scriptRow(call: CallFrame): Index {
    const rows = call.url === '' ? this.#rowOfId : this.#rowOfUrl;
    const key = call.url === '' ? call.scriptId : call.url;
    const known = rows.get(key);
    if (known !== undefined) return known;
    const row = this.#scripts.push(call.url) - 1;
    rows.set(key, row);
    return row;
  }
}
