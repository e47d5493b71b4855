import {
  type Analysis,
  buildTimeline,
  cutProfile,
  FrameKind,
  type MarkChoice,
  type MarkedTime,
  mergeProfiles,
  type Profile,
  type ThreadProfile,
  type TimeRange,
} from '../../src/core/index.ts';
import { buildPanelModel, type PanelModel } from '../../src/panel/index.ts';
import { Random } from '../support/random.ts';
import { analysisOfProfile, profileFromStacks, type StackOptions } from '../support/profile-from-stacks.ts';

const panelModel = (analysis: Analysis, model = 1): PanelModel =>
  buildPanelModel(analysis, model, ({ path }) => path.replace('/app/', ''));

/** The panel's model of stacks drawn as text, through the product's own analysis. */
export function modelOf(
  stacks: readonly string[],
  options: StackOptions & { title?: string; model?: number } = {},
): PanelModel {
  const profile = profileFromStacks(stacks, options);
  return panelModel(analysisOfProfile(profile, [], options.title), options.model);
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
    return { thread: about, offset, profile };
  });
  const timeline = buildTimeline(all);
  const zero = timeline?.zero ?? 0;
  const cut = all.map((one): ThreadProfile => {
    const ranges = range ? [range] : marked?.shown;
    if (!ranges) return one;
    const own = ranges.map(({ from, to }) => ({ from: from + zero - one.offset, to: to + zero - one.offset }));
    return { ...one, profile: cutProfile(one.profile, own) };
  });
  const whole = analysisOfProfile(mergeProfiles(cut), [], title);
  const own = cut.find((one) => one.thread.id === thread)?.profile;
  const part = own && analysisOfProfile(own, [], title);
  const analysis = {
    ...whole,
    ...part,
    ...(part && { thread, threads: whole.threads }),
    timeline,
    range,
    marks,
    marked,
  };
  return panelModel(analysis, model);
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
}

/**
 * A model of any size that looks like a real program's: a few hot paths, many rare ones, neighbouring samples with
 * mostly the same stack. The same size gives the same model.
 */
export function syntheticModel(size: SyntheticSize): PanelModel {
  const random = new Random(1);
  const functions = size.functions ?? Math.max(10, Math.round(size.nodes / 12));
  const files = Math.max(1, Math.round(functions / 8));
  const words = 'parse check resolve emit visit bind Type Node Symbol List Cache Token'.split(' ');
  const nameOf = (fn: number): string => `${words[fn % 6]}${words[6 + ((fn * 7) % 6)]}${fn}`;
  const each = <T>(value: (fn: number) => T): T[] => Array.from({ length: functions }, (_, fn) => value(fn));
  const tree = growTree(size, functions, random);
  const samples = walkTree(size.samples, tree, random);
  const folderOf = (file: number): string => (file % 4 === 1 ? 'node_modules/dep' : 'src');
  const profile: Profile = {
    scripts: Array.from({ length: files }, (_, file) => ({
      url: `/app/${folderOf(file)}/area-${file % 17}/file-${file}.ts`,
    })),
    positions: {
      script: Int32Array.from(each((fn) => fn % files)),
      line: Int32Array.from(each((fn) => 1 + ((fn * 37) % 900))),
      column: new Int32Array(functions),
    },
    frames: {
      name: each((fn) => (fn === 0 ? '(root)' : nameOf(fn))),
      position: Int32Array.from(each((fn) => (fn === 0 ? -1 : fn))),
      kind: Uint8Array.from(each((fn) => (fn === 0 ? FrameKind.root : FrameKind.script))),
    },
    ...{ tree, samples },
    ticks: { node: new Int32Array(), position: new Int32Array(), count: new Uint32Array(), time: new Float64Array() },
    recording: { sampler: 'inspector', duration: samples.start[size.samples], diagnostics: [] },
  };
  const title = `${size.nodes} nodes, ${size.samples} samples`;
  return panelModel(analysisOfProfile(profile, [], title));
}

interface GrownTree {
  readonly frame: Int32Array;
  readonly parent: Int32Array;
}

/** Each new node is a child of a recent one, mostly deep, so that there are long stacks and wide rows. */
function growTree({ nodes, depth: deepest = 60 }: SyntheticSize, functions: number, random: Random): GrownTree {
  const parent = new Int32Array(nodes).fill(-1);
  const depth = new Int32Array(nodes);
  const functionOf = new Int32Array(nodes);
  for (let node = 1; node < nodes; node++) {
    let above = node - 1 - Math.floor(random.share() ** 3 * Math.min(node, 400));
    if (random.share() < 0.02) above = Math.floor(random.share() * node);
    while (depth[above] >= deepest) above = parent[above];
    parent[node] = above;
    depth[node] = depth[above] + 1;
    functionOf[node] = 1 + Math.floor(random.share() ** 2 * (functions - 1));
  }
  return { frame: functionOf, parent };
}

/** Samples that stay near one node for a while, then go on. */
function walkTree(count: number, { parent }: GrownTree, random: Random): { node: Int32Array; start: Float64Array } {
  const node = new Int32Array(count);
  const start = new Float64Array(count + 1);
  let near = 1;
  for (let i = 0; i < count; i++) {
    if (random.share() < 0.02) near = 1 + Math.floor(random.share() * (parent.length - 1));
    const at = Math.min(parent.length - 1, near + Math.floor(random.share() ** 2 * 30));
    node[i] = random.share() < 0.2 && parent[at] > 0 ? parent[at] : at;
    start[i + 1] = start[i] + 800 + random.share() * 400;
  }
  return { node, start };
}
