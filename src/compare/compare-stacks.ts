import { type Analysis, type FunctionIndex, pickRows, type Source, totalTimes } from '../core/index.ts';
import { type Change, changeOfRow, type ComparisonContext, matchRuns } from './compare-runs.ts';
import { hasShare, LEAST_SHARE_JUDGED } from './judge-rows.ts';
import type { MatchedRow } from './match-sides.ts';
import type { ComparableRun, SideRow, SideTable } from './side-table.ts';
import type { TimedRow } from './tell-rows-apart.ts';

/** The parts of an analysis that are needed to compare its stacks. */
export type StackRun = ComparableRun & Pick<Analysis, 'tree'>;

/** A stack of calls on both sides: a node of their common call tree. */
export interface ComparedNode extends Change {
  /** Index of the caller in the list, which stands before it; -1 for the root. */
  readonly parent: number;
  /** Index into the functions. */
  readonly function: number;
}

/** A function of either side. `row`: in the first run of after, if it is there. */
export interface ComparedFunction {
  readonly name: string;
  readonly source: Source | undefined;
  readonly line: number;
  readonly row: FunctionIndex | undefined;
}

/** Both sides' stacks as one tree. */
export interface StackComparison {
  readonly functions: readonly ComparedFunction[];
  readonly nodes: readonly ComparedNode[];
}

/** Stacks below this share of active time are left out: no box of them could be seen. */
const LEAST_SHARE = 0.001;
/** With more nodes than this, stacks have to be wider. */
const MOST_NODES = 10_000;
/** Of a single run, below this. */
const LEAST_SHARE_OF_RUN = LEAST_SHARE / 5;

/**
 * Which stacks take more or less time after than before? They are judged as lines and functions are, and measured against the
 * lines.
 */
export function compareStacks(
  before: readonly StackRun[],
  after: readonly StackRun[],
  context: ComparisonContext,
): StackComparison {
  const { sides, active, matched, whole, judge } = matchRuns(before, after, context);
  const tree = mergeTrees({ before, after }, matched.functions);
  let nodes = tree;
  for (let least = LEAST_SHARE; least === LEAST_SHARE || nodes.length > MOST_NODES; least *= 2)
    nodes = tree.filter(({ times }) => hasShare(times, active, least));
  const judged = nodes.filter(({ times, parent }) => parent >= 0 && hasShare(times, active, LEAST_SHARE_JUDGED));
  const changes = judge(judged.map(({ times }) => times));
  const changeOf = new Map(judged.map((node, at) => [node, changes.at(at)]));
  const place = new Map(nodes.map(({ at }, row) => [at, row]));
  return {
    functions: matched.functions.map((row) => nameFunction(sides, row)),
    nodes: nodes.map((node) => ({
      ...(node.parent < 0 ? whole : changeOfRow(sides.after, node.times, changeOf.get(node))),
      parent: place.get(node.parent) ?? -1,
      function: node.function,
    })),
  };
}

/**
 * The part of a run's call tree that a comparison looks at. It is far smaller than the tree of a recording with many rare
 * stacks.
 */
export function pruneTree({ tree, quality }: Pick<StackRun, 'tree' | 'quality'>): Analysis['tree'] {
  const least = quality.activeTime * LEAST_SHARE_OF_RUN;
  const totalTime = totalTimes(tree);
  const kept = Array.from(tree.parent.keys()).filter((node) => tree.parent[node] < 0 || totalTime[node] >= least);
  const place = new Int32Array(tree.parent.length).fill(-1);
  kept.forEach((node, at) => (place[node] = at));
  const { blockedTime: _, ...columns } = pickRows({ ...tree, totalTime }, kept);
  // What has so much time was called by what has as much.
  return { ...columns, parent: columns.parent.map((above) => (above < 0 ? -1 : place[above])) };
}

function nameFunction(sides: Record<'before' | 'after', SideTable>, { before, after }: MatchedRow): ComparedFunction {
  const { name, line, source } = (after ?? before) as SideRow;
  const { sources } = after ? sides.after : sides.before;
  return { name, line, source: sources.get(source), row: after?.rows[0].at(-1) };
}

interface MergedNode {
  /** Number of the node. */
  readonly at: number;
  readonly parent: number;
  readonly function: number;
  /** Total time in each run. */
  readonly times: { readonly before: number[]; readonly after: number[] };
}

/** Puts the call trees of all runs on one another. Idle time is left out, and the root has the active time. */
function mergeTrees(runs: Readonly<Record<keyof TimedRow, readonly StackRun[]>>, functions: readonly MatchedRow[]) {
  const noTimes = (): MergedNode['times'] => ({ before: runs.before.map(() => 0), after: runs.after.map(() => 0) });
  const root: MergedNode = { at: 0, parent: -1, function: -1, times: noTimes() };
  const nodes = [root];
  const children = new Map<number, number>();
  const add = (run: StackRun, side: keyof TimedRow, at: number): void => {
    const { tree, quality } = run;
    const totalTime = totalTimes(tree);
    const ids = new Int32Array(run.functions.name.length).fill(-1);
    functions.forEach((of, id) => of[side]?.rows[at].forEach((row) => (ids[row] = id)));
    const least = quality.activeTime * LEAST_SHARE_OF_RUN;
    const place = new Int32Array(tree.parent.length).fill(-1);
    root.times[side][at] = quality.activeTime;
    for (let node = 0; node < place.length; node++) {
      const above = tree.parent[node];
      if (above < 0) {
        place[node] = 0;
        continue;
      }
      const [parent, fn] = [place[above], ids[tree.function[node]]];
      if (parent < 0 || fn < 0 || !(totalTime[node] >= least)) continue;
      const key = parent * functions.length + fn;
      const known = children.get(key) ?? nodes.length;
      if (known === nodes.length) {
        children.set(key, known);
        nodes.push({ at: known, parent, function: fn, times: noTimes() });
      }
      place[node] = known;
      nodes[known].times[side][at] += totalTime[node];
    }
  };
  runs.before.forEach((run, at) => add(run, 'before', at));
  runs.after.forEach((run, at) => add(run, 'after', at));
  return nodes;
}
