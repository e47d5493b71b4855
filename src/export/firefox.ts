import {
  Category,
  type Lane,
  type MappedAnalysis,
  type NodeIndex,
  Numbering,
  type PositionIndex,
  weightOf,
} from '../core/index.ts';
import { functionLabel } from '../present/names.ts';
import { dealTicks } from './deal-ticks.ts';
import { PlaceTable } from './original-place.ts';
import { listed } from '../recording/in-pieces.ts';

/** The first version in which everything here has its present form: newer viewers upgrade it, older ones know it too. */
const VERSION = 61;

/** How categories are called and drawn. The first grey one is the viewer's default. */
const categories: readonly (readonly [name: string, color: string, of: readonly Category[]])[] = [
  ['Other', 'grey', [Category.root, Category.program]],
  ['Own code', 'yellow', [Category.own]],
  ['Dependencies', 'lightblue', [Category.dependency]],
  ['Node', 'green', [Category.node]],
  ['Native', 'blue', [Category.native, Category.wasm]],
  ['GC', 'orange', [Category.gc]],
  ['Compiling', 'purple', [Category.compiling]],
  ['Idle', 'transparent', [Category.idle]],
];

/**
 * A recording in the processed format of Firefox Profiler: every sample in its order, with original lines and columns,
 * the category of each function, and CPU time where it is known. Which line of a function a single sample was on is not kept:
 * each function's lines are dealt to its samples evenly, so that their sums are right.
 * Format: https://github.com/firefox-devtools/profiler/blob/main/src/types/profile.ts
 */
export function* formatFirefox(mapped: MappedAnalysis): Generator<string, void> {
  const { lanes } = mapped.profile;
  const stacks = new StackTable(mapped);
  yield `{"meta":${JSON.stringify(metaOf(mapped, lanes))},"libs":[],"threads":[`;
  for (const [i, lane] of lanes.entries()) {
    const name = mapped.analysis.threads.find(({ id }) => id === lane.thread.id)?.name ?? lane.thread.name;
    yield `${i > 0 ? ',' : ''}${JSON.stringify(threadOf(lane, name, i)).slice(0, -1)},"samples":{`;
    yield* samplesOf(mapped, lane, stacks);
    yield '}}';
  }
  yield `],"shared":${JSON.stringify(stacks.tables())}}\n`;
}

function metaOf({ analysis: { title, facts, quality } }: MappedAnalysis, lanes: readonly Lane[]): object {
  return {
    ...{ version: 31, preprocessedProfileVersion: VERSION, product: title, importedFrom: 'Heatline' },
    interval: (quality.achievedInterval ?? quality.requestedInterval ?? 1000) / 1000,
    startTime: facts.startedAt ?? 0,
    ...{ processType: 0, stackwalk: 1, debug: false, symbolicated: true, markerSchema: [] },
    categories: categories.map(([name, color]) => ({ name, color, subcategories: ['Other'] })),
    sampleUnits: { time: 'ms', eventDelay: 'ms', threadCPUDelta: 'µs' },
    ...{ usesOnlyOneStackType: true, sourceCodeIsNotOnSearchfox: true },
    initialVisibleThreads: [...lanes.keys()],
  };
}

function threadOf({ thread, recording }: Lane, name: string, at: number): object {
  const { pid = 0, tid = at } = recording.thread ?? {};
  return {
    ...{ name, pid: String(pid), tid, isMainThread: thread.kind !== 'worker', processType: 'default' },
    ...{ processStartupTime: 0, processShutdownTime: null, registerTime: 0, unregisterTime: null, pausedRanges: [] },
    markers: { ...emptyTable('data', 'name', 'startTime', 'endTime', 'phase', 'category'), length: 0 },
  };
}

const emptyTable = (...columns: readonly string[]): object => Object.fromEntries(columns.map((name) => [name, []]));

/** The columns of a thread's samples. A sample has the weight that it has in Heatline; an idle one has no stack. */
function* samplesOf({ analysis }: MappedAnalysis, lane: Lane, stacks: StackTable): Generator<string, void> {
  const { samples, offset } = lane;
  const { start, node, cpu } = samples;
  const { value } = analysis.quality;
  const scale = value && value.unit !== 'microseconds' ? 1 : 1000;
  const weights = value?.unit === 'bytes' ? 'bytes' : scale === 1000 ? 'tracing-ms' : 'samples';
  const isIdle = (i: number): boolean => stacks.categoryOf(node[i]) === Category.idle;
  yield `"length":${node.length},"weightType":"${weights}","stack":[`;
  yield* listed(node.length, (i) => (isIdle(i) ? 'null' : String(stacks.ofSample(node[i], weightOf(samples, i)))));
  yield '],"time":[';
  yield* listed(node.length, (i) => short((start[i] + offset) / 1000));
  yield '],"weight":[';
  yield* listed(node.length, (i) => short(isIdle(i) ? 0 : weightOf(samples, i) / scale));
  if (cpu) {
    // The viewer reads a number of this column as the CPU time since the sample before.
    yield '],"threadCPUDelta":[';
    yield* listed(node.length, (i) => (i > 0 && !isIdle(i - 1) ? short(cpu[i - 1]) : '0'));
  }
  yield ']';
}

const short = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Pairs of rows as one number. */
const PAIR = 2 ** 26;

/** The stacks of all threads, with a row for each place in them. */
class StackTable {
  readonly #stacks = new Numbering<number>();
  readonly #frames: PlaceTable;
  /** The stack below each node's own function; -1 for none. */
  readonly #callers: Int32Array;
  readonly #deal: ReturnType<typeof dealTicks>;

  constructor(private readonly mapped: MappedAnalysis) {
    const { tree } = mapped.profile;
    this.#frames = new PlaceTable(mapped);
    this.#callers = new Int32Array(tree.parent.length).fill(-1);
    for (let node = 1; node < tree.parent.length; node++) {
      const parent = tree.parent[node];
      if (parent > 0) this.#callers[node] = this.#stackOf(parent, tree.callPosition?.[node] ?? -1);
    }
    this.#deal = dealTicks(mapped.profile);
  }

  categoryOf(node: NodeIndex): Category {
    const { tree, functions } = this.mapped.analysis;
    return functions.category[tree.function[node]] as Category;
  }

  /** The stack of the next sample of a node. */
  ofSample(node: NodeIndex, weight: number): number {
    return this.#stackOf(...this.#deal(node, weight));
  }

  #stackOf(node: NodeIndex, position: PositionIndex): number {
    const frame = this.#frames.numberOf(this.mapped.analysis.tree.function[node], position);
    return this.#stacks.numberOf((this.#callers[node] + 1) * PAIR + frame);
  }

  /** All that the stacks of the samples so far are made of. */
  tables(): object {
    const { functions, sources } = this.mapped.analysis;
    const { places: frames, functions: called } = this.#frames;
    const stacks = this.#stacks.list;
    const drawn = called.map(({ row }) =>
      categories.findIndex(([, , of]) => of.includes(functions.category[row] as Category)),
    );
    const [files, strings] = [new Numbering<number>(), new Numbering<string>()];
    const fileOf = (source: number): number | null => (source < 0 ? null : files.numberOf(source));
    const begins = ({ row, source }: (typeof called)[number]): boolean => source === functions.source[row];
    const funcTable = {
      length: called.length,
      name: called.map(({ row }) => strings.numberOf(functionLabel(functions.name[row]))),
      ...{ isJS: called.map(({ source }) => source >= 0), relevantForJS: called.map(() => false) },
      ...{ resource: called.map(() => -1), source: called.map(({ source }) => fileOf(source)) },
      lineNumber: called.map((each) => known(begins(each) ? functions.line[each.row] : 0)),
      columnNumber: called.map((each) => known(begins(each) ? functions.column[each.row] + 1 : 0)),
    };
    const nothing = frames.map(() => null);
    const zeros = frames.map(() => 0);
    return {
      stackTable: {
        length: stacks.length,
        frame: stacks.map((key) => key % PAIR),
        prefix: stacks.map((key) => (key < PAIR ? null : Math.floor(key / PAIR) - 1)),
      },
      frameTable: {
        ...{ length: frames.length, address: frames.map(() => -1), inlineDepth: zeros, subcategory: zeros },
        category: frames.map(({ function: of }) => Math.max(0, drawn[of])),
        func: frames.map(({ function: of }) => of),
        ...{ nativeSymbol: nothing, innerWindowID: nothing },
        line: frames.map(({ line }) => known(line)),
        column: frames.map(({ column }) => known(column + 1)),
      },
      funcTable,
      resourceTable: { ...emptyTable('lib', 'name', 'host', 'type'), length: 0 },
      nativeSymbols: { ...emptyTable('libIndex', 'address', 'name', 'functionSize'), length: 0 },
      sources: {
        ...{ length: files.list.length, id: files.list.map(() => null), sourceMapURL: files.list.map(() => null) },
        filename: files.list.map((source) => strings.numberOf(sources[source].path)),
        ...{ startLine: files.list.map(() => 1), startColumn: files.list.map(() => 1) },
      },
      stringArray: strings.list,
    };
  }
}

/** A line or a column from 1. */
const known = (number: number): number | null => (number > 0 ? number : null);
