import {
  COMPILING,
  compilingName,
  FrameKind,
  type FrameTable,
  type PositionTable,
  type ThrownOutBy,
  type FrameIndex,
  type PositionIndex,
  RowIndex,
} from '../../core/index.ts';
import { FrameRows } from '../frame-rows.ts';
import { moduleOfLabel } from './compile-ticks.ts';
import { parseLabel } from './label.ts';
import { unescapeText } from './log-fields.ts';
import type { PlacedScripts, ScriptStore } from './script-store.ts';
import type { LoggedPositions } from './source-positions.ts';

/** A JavaScript function as the log names it: `name url:line:column`, still escaped. */
export interface LoggedFunction {
  readonly label: string;
  /** Id of its script in the log and the character at which it starts; -1 until `code-source-info` tells. */
  script: number;
  start: number;
  /** Row in the frames; -1 until a sample falls into it. */
  frame: FrameIndex;
  /** The positions of its bytecode, as the log has them last. */
  bytecode?: LoggedPositions;
  /** How many bytes its bytecode has; 0 until that is logged. */
  size: number;
}

/** Rarer reasons for which code is thrown out are not told. */
const MAIN_REASON = 0.2;

export const createFunction = (label: string): LoggedFunction => ({ label, script: -1, start: -1, frame: -1, size: 0 });

/** Hands out rows of the profile's positions and frames, the same row for the same thing. */
export class FrameStore {
  /** By script, line and place. Line 0: the place is a character of the script; otherwise the column in that line. */
  readonly #positions = new RowIndex();
  readonly #frames = new FrameRows();
  /** Of functions: how many bytes their bytecode has, and their labels. Functions that are made again have one label. */
  readonly #bytecode: number[] = [];
  readonly #labels: string[] = [];
  /** By label, how often functions were optimised. */
  readonly #optimised = new Map<string, number>();
  /** By label too, and then by reason; undefined as long as nothing tells what is thrown out. */
  #thrownOut: Map<string, Map<ThrownOutBy, number>> | undefined;

  constructor(private readonly scripts: ScriptStore) {}

  /** Row of a character of a script (its id in the log); -1 for none. */
  position(script: number, character: number): PositionIndex {
    if (character < 0) return -1;
    const row = this.scripts.rowOf(script);
    return row < 0 ? -1 : this.#positions.rowOf(row, 0, character);
  }

  ofFunction(fn: LoggedFunction): FrameIndex {
    if (fn.frame >= 0) return fn.frame;
    const row = this.scripts.rowOf(fn.script);
    const label = parseLabel(unescapeText(fn.label), row < 0 ? undefined : this.scripts.urlOf(row));
    if (row >= 0) this.scripts.learnPlace(row, fn.start, label);
    let position = this.position(fn.script, fn.start);
    if (position < 0 && label.url !== '')
      position = this.#positions.rowOf(row >= 0 ? row : this.scripts.rowOfUrl(label.url), label.line, label.column);
    // Of all functions only WebAssembly's have no place.
    const isWasm = position < 0 && label.line === 0 && label.name !== '';
    const kind = isWasm ? FrameKind.wasm : position < 0 ? FrameKind.native : FrameKind.script;
    fn.frame = this.ofKind(label.name, kind, position);
    // A script's top level runs once: nobody expects it to be optimised.
    if (moduleOfLabel(fn.label) !== undefined) return fn.frame;
    this.#labels[fn.frame] = fn.label;
    this.#bytecode[fn.frame] = fn.size;
    return fn.frame;
  }

  /** V8 made optimised code of a function. */
  noteOptimised({ label }: LoggedFunction): void {
    this.#optimised.set(label, (this.#optimised.get(label) ?? 0) + 1);
  }

  /** V8 left optimised code of a function; `reason`: why that was thrown out, undefined where it was not, or for no telling one. */
  noteDeopt({ label }: LoggedFunction, reason: ThrownOutBy | undefined): void {
    this.#thrownOut ??= new Map();
    if (reason === undefined) return;
    const counts = this.#thrownOut.get(label) ?? new Map<ThrownOutBy, number>();
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    this.#thrownOut.set(label, counts);
  }

  ofNative(name: string): FrameIndex {
    return this.ofKind(name, FrameKind.native);
  }

  /** V8 compiling: a module, or functions when they are first called. */
  ofCompiling(url?: string): FrameIndex {
    return this.ofKind(url === undefined ? COMPILING : compilingName(url), FrameKind.compiling);
  }

  /** `position`: where it is defined, -1 for nowhere. */
  ofKind(name: string, kind: FrameKind, position: PositionIndex = -1): FrameIndex {
    return this.#frames.rowOf(name, kind, position);
  }

  /** The url of a function's script; undefined of what has none. */
  urlOf(frame: FrameIndex): string | undefined {
    const position = this.#frames.positionOf(frame);
    return position < 0 ? undefined : this.scripts.urlOf(this.#positions.at(position, 0));
  }

  kind(frame: FrameIndex): FrameKind {
    return this.#frames.kindOf(frame);
  }

  /** How many frames there are. */
  get length(): number {
    return this.#frames.length;
  }

  buildPositions(scripts: PlacedScripts): PositionTable {
    const [script, line, column] = [0, 1, 2].map((place) => this.#positions.column(place));
    for (let row = 0; row < line.length; row++) {
      if (line[row] > 0) continue;
      const found = scripts.locate(script[row], column[row]);
      line[row] = found?.line ?? 0;
      column[row] = found?.column ?? -1;
    }
    return { script, line, column };
  }

  buildFrames(): FrameTable {
    const table = this.#frames.table();
    const columnOf = (valueOf: (frame: FrameIndex) => number | undefined): Uint32Array =>
      Uint32Array.from(table.name, (_, frame) => valueOf(frame) ?? 0);
    const reasons = table.name.map((_, frame) => [...(this.#thrownOut?.get(this.#labels[frame]) ?? [])]);
    const thrownOut = columnOf((frame) => reasons[frame].reduce((sum, [, count]) => sum + count, 0));
    const mainOf = (frame: FrameIndex): number =>
      reasons[frame].reduce(
        (all, [reason, count]) => (count >= thrownOut[frame] * MAIN_REASON ? all | reason : all),
        0,
      );
    return {
      ...table,
      optimised: columnOf((frame) => this.#optimised.get(this.#labels[frame])),
      bytecode: columnOf((frame) => this.#bytecode[frame]),
      ...(this.#thrownOut && { thrownOut, thrownOutBy: columnOf(mainOf) }),
    };
  }
}
