import fc from 'fast-check';
import { FrameKind, type Mapping, type Profile } from '../../../src/core/index.ts';
import type { SelfMoves } from '../../../src/core/repair-inlining.ts';

const NODES = 40;
const FRAMES = 8;
const POSITIONS = 12;
const SOURCES = ['/app/a.ts', '/app/node_modules/b/index.js', 'node:fs', 'wasm://c'];

const kinds = fc.constantFrom(
  ...[FrameKind.script, FrameKind.script, FrameKind.native, FrameKind.native],
  ...[FrameKind.gc, FrameKind.idle, FrameKind.program, FrameKind.compiling, FrameKind.runtime, FrameKind.wasm],
);
const position = fc.record({
  source: fc.integer({ min: -1, max: SOURCES.length - 1 }),
  line: fc.integer({ min: 1, max: 3 }),
  column: fc.integer({ min: -1, max: 1 }),
  precision: fc.constantFrom(0, 0, 1, 2),
});
const column = (most: number, least = 0): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: least, max: most }), { minLength: NODES, maxLength: NODES });

const parts = fc.record({
  above: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: NODES }),
  isDepthFirst: fc.boolean(),
  frame: column(FRAMES - 1),
  kinds: fc.array(kinds, { minLength: FRAMES, maxLength: FRAMES }),
  definitions: fc.array(position, { minLength: FRAMES, maxLength: FRAMES }),
  positions: fc.array(position, { minLength: POSITIONS, maxLength: POSITIONS }),
  samples: fc.array(fc.tuple(fc.nat(1000), fc.constantFrom(0, 1, 2, 7, 40, 70_000), fc.nat(50), fc.nat(50)), {
    maxLength: 60,
  }),
  ticks: fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: -1, max: POSITIONS - 1 }), fc.nat(3), fc.nat(9)), {
    maxLength: 40,
  }),
  areTicksSorted: fc.boolean(),
  repair: fc.option(column(6), { nil: undefined }),
  lowTier: fc.option(column(1), { nil: undefined }),
  calls: fc.option(column(POSITIONS - 1, -1), { nil: undefined }),
  moves: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(3), fc.nat(9)), { maxLength: 5 }),
  clock: fc.constantFrom('none', 'cpu', 'kinds', 'wall'),
});

export interface RandomModel {
  readonly profile: Profile;
  readonly mapping: Mapping;
  readonly moves: SelfMoves;
}

/** Any profile in original positions: every kind of frame, ticks that fit their samples or do not, calls or none. */
export const randomModel: fc.Arbitrary<RandomModel> = parts.map((drawn): RandomModel => {
  const nodes = drawn.above.length;
  const parent = drawn.above.map((above, i) => (i === 0 ? -1 : Math.floor(above * i)));
  // Rows are in depth-first order when the parent of each is the row before it or an ancestor of that row.
  if (drawn.isDepthFirst)
    for (let node = 1; node < nodes; node++) {
      const open = stackOf(parent, node - 1);
      parent[node] = open[Math.floor(drawn.above[node] * open.length)];
    }
  const starts = drawn.samples.reduce((sums, [, duration]) => [...sums, sums[sums.length - 1] + duration], [0]);
  const ticks = drawn.ticks.map(([node, ...rest]) => [node % nodes, ...rest] as const);
  if (drawn.areTicksSorted) ticks.sort((a, b) => a[0] - b[0]);
  const time = Float64Array.from(ticks, ([, , , spent]) => spent);
  const hasClock = drawn.clock !== 'none';
  const knowsBlocked = drawn.clock === 'kinds' || drawn.clock === 'wall';
  const moves = drawn.moves.filter(([from, to]) => from % nodes !== to % nodes);
  const frame = drawn.frame.slice(0, nodes).map((row, node) => (node === 0 ? 0 : row));
  const kind = drawn.kinds.map((drawnKind, row) => (row === 0 ? FrameKind.root : drawnKind));
  const isScript = (row: number): boolean => kind[row] === FrameKind.script;
  const { definitions, positions } = drawn;
  const ints = (values: readonly number[]): Int32Array => Int32Array.from(values);
  return {
    profile: {
      scripts: [],
      positions: {
        script: new Int32Array(POSITIONS),
        line: new Int32Array(POSITIONS),
        column: new Int32Array(POSITIONS),
      },
      frames: { name: kind.map(String), position: new Int32Array(FRAMES), kind: Uint8Array.from(kind) },
      tree: {
        ...{ frame: ints(frame), parent: ints(parent) },
        lowTier: drawn.lowTier && Uint8Array.from(drawn.lowTier.slice(0, nodes)),
        callPosition: drawn.calls && ints(drawn.calls.slice(0, nodes)),
      },
      samples: {
        node: Int32Array.from(drawn.samples, ([node]) => node % nodes),
        start: Float64Array.from(starts),
        cpu: hasClock ? Float64Array.from(drawn.samples, ([, , cpu]) => cpu) : undefined,
        blocked: knowsBlocked ? Float64Array.from(drawn.samples, ([, , , blocked]) => blocked) : undefined,
        ...(drawn.clock === 'wall' && { isWall: true }),
      },
      ticks: {
        node: Int32Array.from(ticks, ([node]) => node),
        position: Int32Array.from(ticks, ([, at]) => at),
        count: Uint32Array.from(ticks, ([, , count]) => count),
        ...{ time, cpu: hasClock ? time.slice().reverse() : undefined },
        blocked: knowsBlocked ? time.map((spent, row) => (spent + row) % 5) : undefined,
        computing: knowsBlocked ? Uint32Array.from(ticks, ([, , count]) => count >> 1) : undefined,
        repair: drawn.repair && Uint8Array.from(ticks, (_, row) => drawn.repair?.[row] ?? 0),
      },
      recording: { sampler: 'v8log', duration: starts[starts.length - 1], diagnostics: [] },
    },
    mapping: {
      sources: SOURCES.map((path) => ({ path, isFile: true, isGenerated: false })),
      positions: {
        ...{ source: ints(positions.map((at) => at.source)), line: ints(positions.map((at) => at.line)) },
        column: ints(positions.map((at) => at.column)),
        precision: Uint8Array.from(positions, (at) => at.precision),
      },
      frames: {
        name: kind.map((_, row) => String(row >> 1)),
        source: ints(definitions.map((at, row) => (isScript(row) ? at.source : -1))),
        line: ints(definitions.map((at, row) => (isScript(row) ? at.line : 0))),
        column: ints(definitions.map((at, row) => (isScript(row) ? at.column : -1))),
      },
      diagnostics: [],
    },
    moves: {
      from: moves.map(([from]) => from % nodes),
      to: moves.map(([, to]) => to % nodes),
      samples: moves.map(([, , samples]) => samples),
      time: moves.map(([, , , spent]) => spent),
      ...(knowsBlocked && { blocked: moves.map(([, , samples]) => samples * 2) }),
    },
  };
});

function stackOf(parent: readonly number[], node: number): number[] {
  return node < 0 ? [] : [node, ...stackOf(parent, parent[node])];
}
