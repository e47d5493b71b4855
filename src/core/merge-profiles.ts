import { joinTables, mapColumns } from './growing-column.ts';
import { mergeFacts } from './merge-facts.ts';
import type {
  BuiltinTicks,
  CallTree,
  CollectionTicks,
  FrameTable,
  Lane,
  MergedProfile,
  Profile,
  Script,
} from './profile.ts';
import type { SelfMoves } from './repair-inlining.ts';
import { type IndexColumn, NONE, type ScriptIndex } from './units.ts';

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
    profile: { scripts: scripts.list, ...mergeTables(profiles, places), lanes, recording: mergeFacts(lanes) },
    moves: mergeMoves(threads, places),
  };
}

function mergeTables(
  profiles: readonly Profile[],
  places: readonly Place[],
): Omit<MergedProfile, 'scripts' | 'lanes' | 'recording'> {
  const position = (row: number, i: number): number => rowAt(row, places[i].positions);
  const node = (row: number, i: number): number => nodeAt(row, places[i].nodes);
  return {
    positions: joinTables(
      profiles.map(({ positions }) => positions),
      { moves: { script: (row, i) => (row >= 0 ? places[i].scripts[row] : NONE) } },
    ),
    frames: {
      ...joinTables(
        profiles.map(({ frames }) => frames),
        {
          moves: { position },
          missing: { optimised: noCounts, bytecode: noCounts, thrownOut: noCounts, thrownOutBy: noCounts },
        },
      ),
      name: profiles.flatMap(({ frames }) => frames.name),
    },
    tree: mergeTrees(profiles, places),
    ticks: joinTables(
      profiles.map(({ ticks }) => ticks),
      {
        moves: { node, position },
        missing: {
          // What weighs the samples of each thread, weighs its ticks.
          cpu: ({ time }) => time,
          blocked: ({ node: { length } }) => new Float64Array(length),
          computing: ({ count }) => count,
          repair: ({ node: { length } }) => new Uint8Array(length),
          tier: ({ node: { length } }) => new Uint8Array(length),
        },
      },
    ),
    ...(profiles.some(({ builtins }) => builtins) && { builtins: mergeBuiltins(profiles, places) }),
    ...(profiles.some(({ collections }) => collections) && {
      collections: joinTables(
        profiles.map(({ collections }) => collections ?? noCollections),
        { moves: { node, position } },
      ),
    }),
  };
}

const noCollections: CollectionTicks = {
  node: new Int32Array(),
  position: new Int32Array(),
  time: new Float64Array(),
  count: new Uint32Array(),
};
const noCounts = ({ kind: { length } }: FrameTable): Uint32Array => new Uint32Array(length);
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

function mergeTrees(profiles: readonly Profile[], places: readonly Place[]): CallTree {
  const whole = profiles.map(({ tree }) => tree);
  // Of the roots the first stays.
  const trees = whole.map((tree, i) => (i > 0 ? mapColumns(tree, (column) => column.subarray(1)) : tree));
  const joined = joinTables(trees, {
    moves: {
      frame: (row, i) => row + places[i].frames,
      parent: (row, i) => nodeAt(row, places[i].nodes),
      callPosition: (row, i) => rowAt(row, places[i].positions),
    },
    missing: {
      callPosition: ({ frame }) => new Int32Array(frame.length).fill(NONE),
      lowTier: ({ frame }) => new Uint8Array(frame.length),
    },
  });
  if (joined.callPosition === undefined) return joined;
  const isUnknown = ({ callPosition, frame }: CallTree): boolean => callPosition === undefined && frame.length > 1;
  return { ...joined, areCallsPartial: whole.some(isUnknown) };
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
    ...joinTables(tables, {
      moves: {
        builtin: (row, i) => numbers.get(tables[i].names[row]) ?? NONE,
        frame: (row, i) => row + places[i].frames,
        position: (row, i) => rowAt(row, places[i].positions),
        within: (row, i) => (row < 0 ? row : row + places[i].frames),
      },
    }),
    names,
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
