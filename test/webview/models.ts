import {
  buildAnalysis,
  buildTimeline,
  Category,
  cutProfile,
  type MarkChoice,
  type MarkedTime,
  mergeProfiles,
  type ThreadProfile,
  type TimeRange,
} from '../../src/core/index.ts';
import {
  buildPanelModel,
  columnNames,
  type PanelColumns,
  type PanelHeader,
  type PanelModel,
} from '../../src/panel/index.ts';
import { noMoves } from '../../src/core/repair-inlining.ts';
import { mergeTree, sumFunctions } from '../support/merge-tree.ts';
import { identityMapping, profileFromStacks, type StackOptions } from '../support/profile-from-stacks.ts';

/** The panel's model of stacks drawn as text, through the product's own analysis. */
export function modelOf(
  stacks: readonly string[],
  options: StackOptions & { title?: string; model?: number } = {},
): PanelModel {
  const profile = profileFromStacks(stacks, options);
  const analysis = buildAnalysis(options.title ?? 'test', profile, identityMapping(profile));
  return buildPanelModel(analysis, options.model ?? 1, ({ path }) => path.replace('/app/', ''));
}

/** A thread of a test: its stacks, one millisecond each, and when it began, in microseconds. */
export interface TestThread {
  readonly name: string;
  readonly stacks: readonly string[];
  readonly offset?: number;
}

/** The panel's model of several threads; their numbers count from 1. `thread`: of this one only. */
export function modelOfThreads(
  threads: readonly TestThread[],
  { model = 1, title = 'test', thread, range, marks, marked }: ThreadsOptions = {},
): PanelModel {
  const all = threads.map(({ name, stacks, offset = 0 }, i): ThreadProfile => {
    const about = { id: i + 1, kind: i === 0 ? 'main' : 'worker', name } as const;
    const profile = profileFromStacks(stacks, { facts: { thread: { ...about, pid: 1, recorded: true } } });
    return { thread: about, offset, profile, moves: noMoves };
  });
  const timeline = buildTimeline(all);
  const zero = timeline?.zero ?? 0;
  const cut = all.map((one): ThreadProfile => {
    const ranges = range ? [range] : marked?.shown;
    if (!ranges) return one;
    const own = ranges.map(({ from, to }) => ({ from: from + zero - one.offset, to: to + zero - one.offset }));
    return { ...one, profile: cutProfile(one.profile, own) };
  });
  const { profile, moves } = mergeProfiles(cut);
  const whole = buildAnalysis(title, profile, identityMapping(profile), moves);
  const own = cut.find((one) => one.thread.id === thread)?.profile;
  const part = own && buildAnalysis(title, own, identityMapping(own));
  const analysis = {
    ...whole,
    ...part,
    ...(part && { thread, threads: whole.threads }),
    timeline,
    range,
    marks,
    marked,
  };
  return buildPanelModel(analysis, model, ({ path }) => path.replace('/app/', ''));
}

interface ThreadsOptions {
  readonly model?: number;
  readonly title?: string;
  readonly thread?: number;
  readonly range?: TimeRange;
  readonly marks?: MarkChoice;
  readonly marked?: MarkedTime;
}

export interface SyntheticSize {
  readonly nodes: number;
  readonly samples: number;
  readonly functions?: number;
  /** Deepest stack; 60 where absent. */
  readonly depth?: number;
  readonly seed?: number;
}

/**
 * A model of any size that looks like a real program's: a few hot paths, many rare ones, neighbouring samples with
 * mostly the same stack. The same seed gives the same model.
 */
export function syntheticModel(size: SyntheticSize): PanelModel {
  const random = randomNumbers(size.seed ?? 1);
  const functions = size.functions ?? Math.max(10, Math.round(size.nodes / 12));
  const tree = growTree(size, functions, random);
  const nodes = tree.function.length;
  const samples = walkTree(size.samples, tree, random);
  const selfTime = new Float64Array(nodes);
  const selfSamples = new Uint32Array(nodes);
  for (let i = 0; i < size.samples; i++) {
    selfTime[samples.node[i]] += samples.start[i + 1] - samples.start[i];
    selfSamples[samples.node[i]]++;
  }
  const files = Math.max(1, Math.round(functions / 8));
  const category = Uint8Array.from({ length: functions }, (_, fn) => (fn === 0 ? Category.root : fn % 4));
  const merged = mergeTree({ ...tree, selfTime, selfSamples }, { category, hideDependencies: false });
  const times = sumFunctions(merged, category);
  const columns: PanelColumns = {
    'tree.function': tree.function,
    'tree.parent': tree.parent,
    'tree.selfTime': selfTime,
    'tree.selfSamples': selfSamples,
    'samples.node': samples.node,
    'samples.start': samples.start,
    'functions.source': Int32Array.from({ length: functions }, (_, fn) => (fn === 0 ? -1 : fn % files)),
    'functions.line': Int32Array.from({ length: functions }, (_, fn) => (fn === 0 ? 0 : 1 + ((fn * 37) % 900))),
    'functions.category': category,
    'functions.selfTime': times.selfTime,
    'functions.totalTime': times.totalTime,
    'functions.selfSamples': times.selfSamples,
    'functions.totalSamples': times.totalSamples,
    'functions.blockedTime': new Float64Array(),
    ...linesOf(functions, files, times.selfTime),
  };
  return { header: headerOf(columns, functions, files, size), columns };
}

/** One hot line for each function, with a column. */
function linesOf(functions: number, files: number, selfTime: Float64Array) {
  const count = functions - 1;
  const each = (value: (fn: number) => number): Int32Array =>
    Int32Array.from({ length: count }, (_, line) => value(line + 1));
  return {
    'lines.source': each((fn) => fn % files),
    'lines.line': each((fn) => 3 + ((fn * 37) % 900)),
    'lines.function': each((fn) => fn),
    'lines.selfTime': selfTime.slice(1),
    'lines.totalTime': new Float64Array(count).fill(NaN),
    'lines.selfSamples': new Uint32Array(count),
    'lines.blockedTime': new Float64Array(),
    'lines.precision': new Uint8Array(count),
    'spots.lineRow': each((fn) => fn - 1),
    'spots.column': each((fn) => fn % 40),
    'spots.selfTime': selfTime.slice(1),
    'builtins.lineRow': each((fn) => fn - 1),
    'builtins.builtin': new Int32Array(count),
    'builtins.within': new Int32Array(count).fill(-1),
    'builtins.selfTime': selfTime.slice(1).map((time) => time / 2),
  };
}

function headerOf(columns: PanelColumns, functions: number, files: number, size: SyntheticSize): PanelHeader {
  const words = 'parse check resolve emit visit bind Type Node Symbol List Cache Token'.split(' ');
  const nameOf = (fn: number): string => `${words[fn % 6]}${words[6 + ((fn * 7) % 6)]}${fn}`;
  const duration = columns['samples.start'][size.samples];
  return {
    model: 1,
    threads: [{ id: 1, kind: 'main', name: 'main.js', isRecorded: true, samples: size.samples }],
    lanes: [{ thread: 1, samples: size.samples, offset: 0 }],
    title: `${size.nodes} nodes, ${size.samples} samples`,
    functionNames: Array.from({ length: functions }, (_, fn) => (fn === 0 ? '(root)' : nameOf(fn))),
    builtinNames: ['LoadIC_Megamorphic'],
    sourceLabels: Array.from({ length: files }, (_, file) => `src/area-${file % 17}/file-${file}.ts`),
    quality: {
      sampler: 'inspector',
      clock: 'wall',
      requestedInterval: 1000,
      achievedInterval: 1000,
      samples: size.samples,
      duration,
      activeTime: duration,
      activeSamples: size.samples,
      idleTime: 0,
      gcTime: 0,
      programTime: 0,
      compilingTime: 0,
      exactShare: 1,
      lostFrameShare: 0,
    },
    lengths: Object.fromEntries(columnNames.map((name) => [name, columns[name].length])) as PanelHeader['lengths'],
  };
}

interface GrownTree {
  readonly function: Int32Array;
  readonly parent: Int32Array;
}

/** Each new node is a child of a recent one, mostly deep, so that there are long stacks and wide rows. */
function growTree({ nodes, depth: deepest = 60 }: SyntheticSize, functions: number, random: () => number): GrownTree {
  const parent = new Int32Array(nodes).fill(-1);
  const depth = new Int32Array(nodes);
  const functionOf = new Int32Array(nodes);
  for (let node = 1; node < nodes; node++) {
    let above = node - 1 - Math.floor(random() ** 3 * Math.min(node, 400));
    if (random() < 0.02) above = Math.floor(random() * node);
    while (depth[above] >= deepest) above = parent[above];
    parent[node] = above;
    depth[node] = depth[above] + 1;
    functionOf[node] = 1 + Math.floor(random() ** 2 * (functions - 1));
  }
  return { function: functionOf, parent };
}

/** Samples that stay near one node for a while, then go on. */
function walkTree(
  count: number,
  { parent }: GrownTree,
  random: () => number,
): { node: Int32Array; start: Float64Array } {
  const node = new Int32Array(count);
  const start = new Float64Array(count + 1);
  let near = 1;
  for (let i = 0; i < count; i++) {
    if (random() < 0.02) near = 1 + Math.floor(random() * (parent.length - 1));
    const at = Math.min(parent.length - 1, near + Math.floor(random() ** 2 * 30));
    node[i] = random() < 0.2 && parent[at] > 0 ? parent[at] : at;
    start[i + 1] = start[i] + 800 + random() * 400;
  }
  return { node, start };
}

/** A linear congruential generator (Numerical Recipes): numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
