import {
  COMPILING,
  compilingName,
  FrameKind,
  type FrameTable,
  int32Column,
  type PositionTable,
  uint8Column,
  type FrameIndex,
  type OneBasedLine,
  type PositionIndex,
  type ScriptIndex,
  type ZeroBasedColumn,
} from '../../core/index.ts';
import { unescapeText } from './log-fields.ts';
import { RowIndex } from './row-index.ts';
import type { ScriptStore } from './script-store.ts';

/** A JavaScript function as the log names it: `name url:line:column`, still escaped. */
export interface LoggedFunction {
  readonly label: string;
  /** Id of its script in the log and the character at which it starts; -1 until `code-source-info` tells. */
  script: number;
  start: number;
  /** Row in the frames; -1 until a sample falls into it. */
  frame: FrameIndex;
}

export const createFunction = (label: string): LoggedFunction => ({ label, script: -1, start: -1, frame: -1 });

/** Hands out rows of the profile's positions and frames, the same row for the same thing. */
export class FrameStore {
  readonly #scripts: ScriptStore;
  readonly #positionRows = new RowIndex();
  readonly #position = { script: int32Column(), line: int32Column(), column: int32Column() };
  readonly #names: string[] = [];
  readonly #framePosition = int32Column();
  readonly #frameKind = uint8Column();
  readonly #topLevel = new Set<FrameIndex>();
  readonly #byKey = new Map<string, FrameIndex>();
  readonly #byNativeName = new Map<string, FrameIndex>();
  readonly #builtins = new Set<FrameIndex>();

  constructor(scripts: ScriptStore) {
    this.#scripts = scripts;
  }

  /** Row of a character of a script (its id in the log); -1 where it is not known. */
  position(script: number, character: number): PositionIndex {
    if (character < 0) return -1;
    const row = this.#scripts.rowOf(script);
    const found = row < 0 ? undefined : this.#scripts.locate(row, character);
    return found === undefined ? -1 : this.#positionRow(row, found.line, found.column);
  }

  ofFunction(fn: LoggedFunction): FrameIndex {
    if (fn.frame >= 0) return fn.frame;
    const row = this.#scripts.rowOf(fn.script);
    const label = parseLabel(unescapeText(fn.label), row < 0 ? undefined : this.#scripts.urlOf(row));
    if (row >= 0) this.#scripts.learnLineOffset(row, fn.start, label.line);
    let position = this.position(fn.script, fn.start);
    if (position < 0 && label.url !== '')
      position = this.#positionRow(row >= 0 ? row : this.#scripts.rowOfUrl(label.url), label.line, label.column);
    const kind = position < 0 ? FrameKind.native : FrameKind.script;
    fn.frame = this.#frame(`${position}:${label.name}`, label.name, position, kind);
    if (fn.start === 0 && label.name === '') this.#topLevel.add(fn.frame);
    return fn.frame;
  }

  /** Whether a frame is the top level of a script, which runs once. */
  isTopLevel(frame: FrameIndex): boolean {
    return this.#topLevel.has(frame);
  }

  ofNative(name: string): FrameIndex {
    let row = this.#byNativeName.get(name);
    if (row === undefined) {
      row = this.#frame(`native:${name}`, name, -1, FrameKind.native);
      this.#byNativeName.set(name, row);
    }
    return row;
  }

  /** Native code that is one of V8's builtins, known by its name. */
  ofBuiltin(name: string): FrameIndex {
    const row = this.ofNative(name);
    this.#builtins.add(row);
    return row;
  }

  /** V8 compiling: a module, or functions when they are first called. */
  ofCompiling(url?: string): FrameIndex {
    return this.ofKind(url === undefined ? COMPILING : compilingName(url), FrameKind.compiling);
  }

  ofKind(name: string, kind: FrameKind): FrameIndex {
    return this.#frame(`kind:${name}`, name, -1, kind);
  }

  kind(frame: FrameIndex): FrameKind {
    return this.#frameKind.values[frame] as FrameKind;
  }

  buildPositions(): PositionTable {
    const { script, line, column } = this.#position;
    return { script: script.toArray(), line: line.toArray(), column: column.toArray() };
  }

  /** `tellsBuiltins`: whether builtins are told from other frames. */
  buildFrames(tellsBuiltins: boolean): FrameTable {
    const kind = this.#frameKind.toArray();
    const isBuiltin = kind.map((_, row) => (this.#builtins.has(row) ? 1 : 0));
    return { name: this.#names, position: this.#framePosition.toArray(), kind, ...(tellsBuiltins && { isBuiltin }) };
  }

  #positionRow(script: ScriptIndex, line: OneBasedLine, column: ZeroBasedColumn): PositionIndex {
    const row = this.#positionRows.add(script, line, column, 0);
    if (row >= 0) return row;
    this.#position.script.push(script);
    this.#position.line.push(line);
    return this.#position.column.push(column);
  }

  #frame(key: string, name: string, position: PositionIndex, kind: FrameKind): FrameIndex {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const row = this.#names.push(name) - 1;
    this.#framePosition.push(position);
    this.#frameKind.push(kind);
    this.#byKey.set(key, row);
    return row;
  }
}

interface Label {
  readonly name: string;
  readonly url: string;
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
}

/**
 * `name url:line:column` taken apart. Both may have blanks: the url is the one given, where it is known, else what begins
 * like one, else what stands behind the last blank.
 */
export function parseLabel(label: string, knownUrl?: string): Label {
  const place = /^(.*):(\d+):(\d+)$/su.exec(label);
  if (place === null) return { name: label.trim(), url: '', line: 0, column: -1 };
  const [, named, line, column] = place;
  const numbers = { line: Number(line), column: Number(column) - 1 };
  if (knownUrl !== undefined && named.endsWith(` ${knownUrl}`))
    return { name: named.slice(0, -1 - knownUrl.length), url: knownUrl, ...numbers };
  const [, name, url] = /^(.*?) ((?:[a-z][a-z+.-]*:|\/|[A-Za-z]:\\).*|\S*)$/su.exec(named) ?? ['', named, ''];
  return { name, url, ...numbers };
}
