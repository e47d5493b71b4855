import { appendRows, type NumberColumn } from './growing-column.ts';
import { mergeFacts } from './merge-facts.ts';
import type {
  BuiltinTicks,
  CallTree,
  FrameTable,
  Lane,
  MergedProfile,
  PositionTable,
  Profile,
  Script,
  TickTable,
} from './profile.ts';
import type { SelfMoves } from './repair-inlining.ts';
import { type IndexColumn, NONE, type PositionIndex, type ScriptIndex } from './units.ts';

/** A thread's profile on its way into that of the whole. */
export interface ThreadProfile extends Pick<Lane, 'thread' | 'offset'> {
  readonly profile: Profile;
  /** Self time that a repair moved between its nodes. */
  readonly moves: SelfMoves;
}

/** Where the rows of a thread's tables come in those of the whole. */
interface Place {
  readonly scripts: IndexColumn<ScriptIndex>;
  readonly positions: number;
  readonly frames: number;
  /** What is added to a node's row; the roots are one. */
  readonly nodes: number;
}

/**
 * Several threads as one profile. The stacks of each thread stand below one root, one thread after the other, and each thread
 * keeps its own samples. Nothing is added up here: equal functions of different threads meet when they are seen in original
 * positions. A script that several threads ran becomes one, so that it is mapped once.
 */
export function mergeProfiles(threads: readonly ThreadProfile[]): {
  readonly profile: MergedProfile;
  readonly moves: SelfMoves;
} {
  const profiles = threads.map(({ profile }) => profile);
  const scripts = new ScriptRows();
  const places: Place[] = [];
  let next = { positions: 0, frames: 0, nodes: 0 };
  for (const { scripts: own, positions, frames, tree } of profiles) {
    places.push({ ...next, scripts: Int32Array.from(own, (script) => scripts.add(script)) });
    next = {
      positions: next.positions + positions.line.length,
      frames: next.frames + frames.name.length,
      nodes: next.nodes + tree.frame.length - 1,
    };
  }
  const lanes = threads.map(({ thread, offset, profile: { samples, recording } }, i): Lane => {
    const { nodes } = places[i];
    return {
      thread,
      offset,
      recording,
      samples: { ...samples, node: samples.node.map((node) => nodeAt(node, nodes)) },
    };
  });
  return {
    profile: {
      scripts: scripts.list,
      positions: mergePositions(profiles, places),
      frames: mergeFrames(profiles, places),
      tree: mergeTrees(profiles, places),
      ticks: mergeTicks(profiles, places),
      ...(profiles.some(({ builtins }) => builtins) && { builtins: mergeBuiltins(profiles, places) }),
      lanes,
      recording: mergeFacts(lanes),
    },
    moves: mergeMoves(threads, places),
  };
}

const nodeAt = (node: number, added: number): number => (node > 0 ? node + added : node);
const rowAt = (row: number, added: number): number => (row >= 0 ? row + added : NONE);

/** Scripts, each once: the same url with the same text and the same map. */
class ScriptRows {
  readonly list: Script[] = [];
  readonly #rows = new Map<string, ScriptIndex[]>();

  add(script: Script): ScriptIndex {
    const known = this.#rows.get(script.url) ?? [];
    const same = script.url === '' ? undefined : known.find((row) => isSameScript(this.list[row], script));
    if (same !== undefined) return same;
    const row = this.list.push(script) - 1;
    this.#rows.set(script.url, [...known, row]);
    return row;
  }
}

const isSameScript = (a: Script, b: Script): boolean =>
  a.contentHash === b.contentHash &&
  a.isOriginal === b.isOriginal &&
  a.sourceMapUrl === b.sourceMapUrl &&
  a.sourceMap === b.sourceMap &&
  a.source === b.source;

function mergePositions(profiles: readonly Profile[], places: readonly Place[]): PositionTable {
  const tables = profiles.map(({ positions }) => positions);
  return {
    script: join(tables.map(({ script }, i) => script.map((row) => (row >= 0 ? places[i].scripts[row] : NONE)))),
    line: join(tables.map(({ line }) => line)),
    column: join(tables.map(({ column }) => column)),
  };
}

function mergeFrames(profiles: readonly Profile[], places: readonly Place[]): FrameTable {
  const tables = profiles.map(({ frames }) => frames);
  return {
    name: tables.flatMap(({ name }) => name),
    position: join(tables.map(({ position }, i) => position.map((row) => rowAt(row, places[i].positions)))),
    kind: join(tables.map(({ kind }) => kind)),
  };
}

function mergeTrees(profiles: readonly Profile[], places: readonly Place[]): CallTree {
  const trees = profiles.map(({ tree }) => tree);
  /** Of the roots the first stays. */
  const nodes = <T extends NumberColumn>(column: T, i: number): T => (i > 0 ? (column.subarray(1) as T) : column);
  const callsOf = ({ callPosition, frame }: CallTree): IndexColumn<PositionIndex> =>
    callPosition ?? new Int32Array(frame.length).fill(NONE);
  const knowsCalls = trees.some(({ callPosition }) => callPosition);
  return {
    frame: join(trees.map(({ frame }, i) => nodes(frame, i).map((row) => row + places[i].frames))),
    parent: join(trees.map(({ parent }, i) => nodes(parent, i).map((row) => nodeAt(row, places[i].nodes)))),
    ...(knowsCalls && {
      callPosition: join(trees.map((tree, i) => nodes(callsOf(tree), i).map((row) => rowAt(row, places[i].positions)))),
      areCallsPartial: trees.some(({ callPosition, frame }) => callPosition === undefined && frame.length > 1),
    }),
    lowTier: joinKnown(trees.map(({ lowTier, frame }, i) => (lowTier ? nodes(lowTier, i) : nodes(frame, i).length))),
  };
}

function mergeTicks(profiles: readonly Profile[], places: readonly Place[]): TickTable {
  const tables = profiles.map(({ ticks }) => ticks);
  return {
    node: join(tables.map(({ node }, i) => node.map((row) => nodeAt(row, places[i].nodes)))),
    position: join(tables.map(({ position }, i) => position.map((row) => rowAt(row, places[i].positions)))),
    count: join(tables.map(({ count }) => count)),
    time: join(tables.map(({ time }) => time)),
    // What weighs the samples of each thread, weighs its ticks.
    ...(tables.some(({ cpu }) => cpu) && { cpu: join(tables.map(({ cpu, time }) => cpu ?? time)) }),
    ...(tables.some(({ blocked }) => blocked) && {
      blocked: join(tables.map(({ blocked, node }) => blocked ?? new Float64Array(node.length))),
    }),
    ...(tables.some(({ computing }) => computing) && {
      computing: join(tables.map(({ computing, count }) => computing ?? count)),
    }),
    repair: joinKnown(tables.map(({ repair, node }) => repair ?? node.length)),
  };
}

function mergeBuiltins(profiles: readonly Profile[], places: readonly Place[]): BuiltinTicks {
  const none: BuiltinTicks = {
    names: [],
    builtin: new Int32Array(),
    frame: new Int32Array(),
    position: new Int32Array(),
    within: new Int32Array(),
    time: new Float64Array(),
  };
  const tables = profiles.map(({ builtins }) => builtins ?? none);
  const names = [...new Set(tables.flatMap((table) => table.names))];
  const numbers = new Map(names.map((name, number) => [name, number]));
  return {
    names,
    builtin: join(tables.map((table) => table.builtin.map((row) => numbers.get(table.names[row]) ?? NONE))),
    frame: join(tables.map(({ frame }, i) => frame.map((row) => row + places[i].frames))),
    position: join(tables.map(({ position }, i) => position.map((row) => rowAt(row, places[i].positions)))),
    within: join(tables.map(({ within }, i) => within.map((row) => (row < 0 ? row : row + places[i].frames)))),
    time: join(tables.map(({ time }) => time)),
  };
}

function mergeMoves(threads: readonly ThreadProfile[], places: readonly Place[]): SelfMoves {
  const nodes = (column: 'from' | 'to'): number[] =>
    threads.flatMap(({ moves }, i) => moves[column].map((node) => nodeAt(node, places[i].nodes)));
  return {
    from: nodes('from'),
    to: nodes('to'),
    samples: threads.flatMap(({ moves }) => moves.samples),
    time: threads.flatMap(({ moves }) => moves.time),
    blocked: threads.flatMap(({ moves }) => moves.blocked ?? moves.from.map(() => 0)),
  };
}

/** Columns one after the other. */
const join = <T extends NumberColumn>([first, ...others]: readonly T[]): T => appendRows(first, ...others);

/** As `join`, for columns of which some are not known: a number stands for so many zeros. Undefined where none is. */
function joinKnown(columns: readonly (Uint8Array | number)[]): Uint8Array | undefined {
  if (columns.every((column) => typeof column === 'number')) return undefined;
  return join(columns.map((column) => (typeof column === 'number' ? new Uint8Array(column) : column)));
}
