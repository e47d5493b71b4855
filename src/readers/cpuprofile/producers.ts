import {
  appendRows,
  type CallTree,
  FrameKind,
  type FrameTable,
  type NodeIndex,
  NONE,
  type PositionTable,
  pickRows,
  type Script,
  UNKNOWN_COLUMN,
  UNKNOWN_LINE,
} from '../../core/index.ts';
import type { TickRows } from './build-ticks.ts';

/** The tables of a profile that tell places. */
export interface PlacedCode {
  readonly scripts: readonly Pick<Script, 'url'>[];
  readonly positions: PositionTable;
  readonly frames: FrameTable;
  readonly tree: CallTree;
  readonly ticks: TickRows;
}

/**
 * Gives places the meaning that they have in V8's inspector: a function's place is where it begins, a tick's is where in it
 * the program was, and both are in one text. Which tool made the file is told by its contents alone, since none names itself.
 * `samples`: the node of each.
 */
export function toV8Places(code: PlacedCode, samples: ArrayLike<NodeIndex>): PlacedCode {
  if (code.scripts.some(({ url }) => url.startsWith('ext:'))) return fromDeno(code);
  return code.ticks.node.length === 0 && hasFunctionAtManyPlaces(code) ? fromBun(code, samples) : code;
}

/**
 * Deno (denoland/deno#32634) maps functions of TypeScript to the original, where columns are those of its map, and counts ticks
 * by lines of what it compiled in memory.
 */
function fromDeno({ scripts, positions, ticks, ...code }: PlacedCode): PlacedCode {
  const isCompiled = scripts.map(({ url }) => /\.(?:[cm]?tsx?|jsx)$/.test(url));
  const column = positions.column.map((known, row) => (isCompiled[positions.script[row]] ? UNKNOWN_COLUMN : known));
  const rows = [...ticks.position.keys()].filter((row) => !isCompiled[positions.script[ticks.position[row]]]);
  return { ...code, scripts, positions: { ...positions, column }, ticks: pickRows(ticks, rows) };
}

const keyOf = ({ frames, positions }: PlacedCode, frame: number): string =>
  `${positions.script[frames.position[frame]]} ${frames.name[frame]}`;

/** What V8 names in nearly every profile, and nobody else. */
const OF_V8: readonly number[] = [FrameKind.program, FrameKind.idle, FrameKind.gc];

/** Whether one named function of a script has several places below one caller; V8 tells one of each. */
function hasFunctionAtManyPlaces(code: PlacedCode): boolean {
  const { frames, tree } = code;
  if (frames.kind.some((kind) => OF_V8.includes(kind))) return false;
  const seen = new Map<string, number>();
  return tree.frame.some((frame, node) => {
    if (frames.position[frame] < 0 || frames.name[frame] === '') return false;
    const key = `${tree.parent[node]} ${keyOf(code, frame)}`;
    const before = seen.get(key) ?? frame;
    seen.set(key, frame);
    return before !== frame;
  });
}

/** Bun until 1.3.12 (oven-sh/bun#29241): in place of a function's begin stands where it was, in lines from 1; no ticks. */
function fromBun(code: PlacedCode, samples: ArrayLike<NodeIndex>): PlacedCode {
  const { frames, tree, positions } = code;
  const rows = positions.line.length;
  const firstOf = new Map<string, number>();
  const functionOf = frames.position.map((position, frame) => {
    if (position < 0) return frame;
    const key = keyOf(code, frame);
    firstOf.set(key, firstOf.get(key) ?? frame);
    return firstOf.get(key) ?? frame;
  });
  // Each place once as a place in the function, a line further up, and once for its begin, which nobody tells.
  const line = positions.line.map((known) => known - 1);
  const placeOf = tree.frame.map((frame) => {
    const position = frames.position[frame];
    return position >= 0 && line[position] > 0 ? position : NONE;
  });
  const counts = new Uint32Array(tree.frame.length);
  for (let i = 0; i < samples.length; i++) counts[samples[i]]++;
  const ticked = [...tree.frame.keys()].filter((node) => counts[node] > 0 && placeOf[node] >= 0);
  return {
    ...code,
    positions: {
      script: appendRows(positions.script, positions.script),
      line: appendRows(line, new Int32Array(rows).fill(UNKNOWN_LINE)),
      column: appendRows(positions.column, new Int32Array(rows).fill(UNKNOWN_COLUMN)),
    },
    frames: { ...frames, position: frames.position.map((position) => (position < 0 ? position : position + rows)) },
    tree: {
      ...tree,
      frame: tree.frame.map((frame) => functionOf[frame]),
      callPosition: tree.parent.map((parent) => (parent < 0 ? NONE : placeOf[parent])),
    },
    ticks: {
      node: Int32Array.from(ticked),
      position: Int32Array.from(ticked, (node) => placeOf[node]),
      count: Uint32Array.from(ticked, (node) => counts[node]),
    },
  };
}
