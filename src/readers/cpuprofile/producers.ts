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
import { moveToOriginals, type RecordedOriginals } from './recorded-originals.ts';

/** The tables of a profile that tell places. */
export interface PlacedCode {
  readonly scripts: readonly Script[];
  readonly positions: PositionTable;
  readonly frames: FrameTable;
  readonly tree: CallTree;
  readonly ticks: TickRows;
}

/** What a file shows beside its places. */
export interface FileEvidence {
  /** The node of each sample. */
  readonly samples: ArrayLike<NodeIndex>;
  /** Undefined where the file has none. */
  readonly originals: RecordedOriginals | undefined;
}

/** Something that writes CPU profiles in a way of its own. */
interface Producer {
  /** Its contents alone tell who made a file, since none names itself. */
  readonly made: (code: PlacedCode, evidence: FileEvidence) => boolean;
  /** Gives places the meaning that they have in V8's inspector. */
  readonly toV8: (code: PlacedCode, evidence: FileEvidence) => PlacedCode;
  /** Whose sampler is not V8's, and has none of its faults. */
  readonly sampler?: 'other';
}

/**
 * The first that fits is taken. Node, Chrome, Electron and workerd are in none of the rows: a function's place is where it
 * begins (lines and columns from 0), a tick's is the line (from 1) where in it the program was, and both are in one text.
 */
const producers: readonly Producer[] = [
  // VS Code's debugger takes V8's profile and notes the original place of each of its places.
  {
    made: (_, { originals }) => originals !== undefined,
    toV8: (code, { originals }) => (originals ? moveToOriginals(code, originals) : code),
  },
  // Deno has original places of TypeScript's functions (denoland/deno#32634), and ticks in lines of what it compiled in memory.
  {
    made: ({ scripts }) => scripts.some(({ url }) => url.startsWith('ext:')),
    toV8: (code) => withoutCompiledTicks(markCompiled(code)),
  },
  // Hermes: where a function was, lines and columns from 1, stands in its place and in its name; no ticks.
  {
    made: ({ frames }) => frames.name[0] === HERMES_ROOT,
    toV8: (code, { samples }) => fromSampled(fromHermes(code), samples),
    sampler: 'other',
  },
  // Bun until 1.3.12 (oven-sh/bun#29241): the same without a name of its own.
  {
    made: (code) => code.ticks.node.length === 0 && !isOfV8(code) && hasFunctionAtManyPlaces(code),
    toV8: (code, { samples }) => withFewPlaces(fromSampled(code, samples)),
    sampler: 'other',
  },
  // Bun since: as V8, in original places, but a module begins at the first of its classes.
  {
    made: (code) => !isOfV8(code) && code.frames.name.includes(BUN_MODULE),
    toV8: (code) => withFewPlaces(modulesFromTheTop(markCompiled(code))),
    sampler: 'other',
  },
];

/** Gives the places of a file the meaning that they have in V8's inspector, whoever made it, and says whose sampler it was. */
export function toV8Places(
  code: PlacedCode,
  evidence: FileEvidence,
): PlacedCode & { readonly sampler: 'inspector' | 'other' } {
  const producer = producers.find(({ made }) => made(code, evidence));
  return { ...(producer?.toV8(code, evidence) ?? code), sampler: producer?.sampler ?? 'inspector' };
}

const HERMES_ROOT = '[root]';
const BUN_MODULE = '(module)';

/** What V8 names in nearly every profile, and nobody else. */
const OF_V8: readonly number[] = [FrameKind.program, FrameKind.idle, FrameKind.gc];
const isOfV8 = ({ frames }: PlacedCode): boolean => frames.kind.some((kind) => OF_V8.includes(kind));

/** Runtimes that compile these in memory map places of them by themselves. */
const COMPILED = /\.(?:[cm]?tsx?|jsx)$/;

function markCompiled({ scripts, ...code }: PlacedCode): PlacedCode {
  return {
    ...code,
    scripts: scripts.map((script) => (COMPILED.test(script.url) ? { ...script, isOriginal: true } : script)),
  };
}

function withoutCompiledTicks({ ticks, ...code }: PlacedCode): PlacedCode {
  const { scripts, positions } = code;
  const rows = [...ticks.position.keys()].filter((row) => !scripts[positions.script[ticks.position[row]]].isOriginal);
  return { ...code, ticks: pickRows(ticks, rows) };
}

/** JavaScriptCore's compilers keep few places: most of a loop's time may be told on its head. */
const withFewPlaces = ({ tree, ...code }: PlacedCode): PlacedCode => ({
  ...code,
  tree: { ...tree, lowTier: new Uint8Array(tree.frame.length).fill(1) },
});

function modulesFromTheTop({ positions, frames, ...code }: PlacedCode): PlacedCode {
  const modules = [...frames.position.keys()].filter(
    (frame) => frames.name[frame] === BUN_MODULE && frames.position[frame] >= 0,
  );
  const rows = new Map(modules.map((frame, i) => [frame, positions.line.length + i]));
  return {
    ...code,
    positions: {
      script: appendRows(
        positions.script,
        modules.map((frame) => positions.script[frames.position[frame]]),
      ),
      line: appendRows(positions.line, new Int32Array(modules.length).fill(1)),
      column: appendRows(positions.column, new Int32Array(modules.length)),
    },
    frames: { ...frames, position: frames.position.map((position, frame) => rows.get(frame) ?? position) },
  };
}

const keyOf = ({ frames, positions }: PlacedCode, frame: number): string =>
  `${positions.script[frames.position[frame]]} ${frames.name[frame]}`;

/** Whether one named function of a script has several places below one caller; V8 tells one of each. */
function hasFunctionAtManyPlaces(code: PlacedCode): boolean {
  const { frames, tree } = code;
  const seen = new Map<string, number>();
  return tree.frame.some((frame, node) => {
    if (frames.position[frame] < 0 || frames.name[frame] === '') return false;
    const key = `${tree.parent[node]} ${keyOf(code, frame)}`;
    const before = seen.get(key) ?? frame;
    seen.set(key, frame);
    return before !== frame;
  });
}

/** Takes places out of names, and the names that stand for urls of what has no script. */
function fromHermes({ frames, ...code }: PlacedCode): PlacedCode {
  const { scripts, positions } = code;
  const hasScript = (frame: number): boolean => {
    const position = frames.position[frame];
    return position >= 0 && !/^\[[\w ]+\]$/.test(scripts[positions.script[position]].url);
  };
  const kindOf = (name: string): FrameKind =>
    name === HERMES_ROOT ? FrameKind.root : name.startsWith('[GC') ? FrameKind.gc : FrameKind.native;
  return {
    ...code,
    frames: {
      name: frames.name.map((name) => name.replace(/\([^()]*:\d+:\d+\)$/, '')),
      position: frames.position.map((position, frame) => (hasScript(frame) ? position : NONE)),
      kind: frames.kind.map((kind, frame) => (hasScript(frame) ? kind : kindOf(frames.name[frame]))),
    },
  };
}

/** For files in which a function stands where it was sampled, in lines and columns from 1. Where it begins nobody tells. */
function fromSampled(code: PlacedCode, samples: ArrayLike<NodeIndex>): PlacedCode {
  const { frames, tree, positions } = code;
  const rows = positions.line.length;
  const firstOf = new Map<string, number>();
  const functionOf = frames.position.map((position, frame) => {
    if (position < 0) return frame;
    const key = keyOf(code, frame);
    firstOf.set(key, firstOf.get(key) ?? frame);
    return firstOf.get(key) ?? frame;
  });
  // Each place once as a place in the function, and once for its begin. The reader took them for lines from 0.
  const line = positions.line.map((known) => known - 1);
  const column = positions.column.map((known) => Math.max(UNKNOWN_COLUMN, known - 1));
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
      column: appendRows(column, new Int32Array(rows).fill(UNKNOWN_COLUMN)),
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
