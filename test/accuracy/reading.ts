import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Analysis, Category, Precision } from '../../src/core/index.ts';
import type { RawNode, RawProfile } from '../support/raw-profile.ts';
import { stem } from './known-answer.ts';
import type { Place } from './marked-lines.ts';

/** What a reader of a recording tells of a line. Times in microseconds. */
export interface SaidLine {
  readonly time: number;
  /** Of the collections that ran just behind the line's function, as large a part as the line has of its time. */
  readonly gcTime: number;
  /** The stated 95 % interval; NaN where there is none. */
  readonly low: number;
  readonly high: number;
  readonly isExact: boolean;
}

/** A node of the call tree: a function called from somewhere. */
export interface ReadNode {
  /** Row of the caller, which stands before it; -1 for the root. */
  readonly parent: number;
  /** Where the function begins; undefined outside of files. */
  readonly place: Place | undefined;
  /** The program's; collection, Node's or V8's own work with the native code below it; or waiting. */
  readonly work: 'own' | 'outside' | 'idle';
}

/** A recording as somebody reads it: what lines cost, and what ran when. */
export interface Reading {
  readonly lines: ReadonlyMap<Place, SaidLine>;
  readonly nodes: readonly ReadNode[];
  /** Without waiting, in microseconds: what shares are of. */
  readonly activeTime: number;
  /** Rows of `nodes` in order of time, and how long each sample lasted in microseconds. */
  readonly samples: readonly (readonly [node: number, time: number])[];
}

/** What is no line's: `program` is V8 and Node at work below no function, such as the microtask queue. */
const outside: readonly number[] = [Category.gc, Category.node, Category.compiling, Category.program];

/** What Heatline says. `name`: what files are called in places. */
export function readAnalysis(analysis: Analysis, name: (file: string) => string = stem): Reading {
  const { lines, functions, sources, tree, lanes, quality } = analysis;
  const said = new Map<Place, SaidLine>();
  lines.line.forEach((line, row) => {
    said.set(`${name(sources[lines.source[row]].path)}:${line}`, {
      time: lines.selfTime[row],
      gcTime: lines.gcTime[row],
      low: lines.shareLow[row] * quality.activeTime,
      high: lines.shareHigh[row] * quality.activeTime,
      isExact: lines.precision[row] === Precision.exact,
    });
  });
  const nodes: ReadNode[] = [];
  tree.parent.forEach((parent, row) => {
    const fn = tree.function[row];
    const source = functions.source[fn];
    const category = functions.category[fn];
    const isBelow = category === Category.native && nodes[parent]?.work === 'outside';
    const isOutside = isBelow || outside.includes(category);
    const work = category === Category.idle && !isOutside ? 'idle' : isOutside ? 'outside' : 'own';
    nodes.push({ parent, place: source < 0 ? undefined : `${name(sources[source].path)}:${functions.line[fn]}`, work });
  });
  const { node, start, cpu } = lanes[0].samples;
  const samples = Array.from(node, (row, i) => [row, cpu ? cpu[i] : start[i + 1] - start[i]] as const);
  return { lines: said, activeTime: quality.activeTime, nodes, samples };
}

/** What a tool says that reads a `.cpuprofile` as it is: each tick is as long as all others, and every line is exact. */
export async function readPeer(file: string, name: (file: string) => string = stem): Promise<Reading> {
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(file, 'utf8')) as RawProfile;
  const interval = timeDeltas.reduce((sum, delta) => sum + delta, 0) / samples.length;
  const rows = new Map(nodes.map(({ id }, row) => [id, row]));
  const parents = new Map(nodes.flatMap(({ children = [] }, row) => children.map((id) => [id, row] as const)));
  const collections = ticksOfCollections(nodes, samples);
  const lines = new Map<Place, SaidLine>();
  for (const { id, callFrame, positionTicks = [] } of nodes) {
    const all = positionTicks.reduce((sum, { ticks }) => sum + ticks, 0);
    for (const { line, ticks } of positionTicks) {
      const place = `${name(pathOf(callFrame.url))}:${line}`;
      const time = (lines.get(place)?.time ?? 0) + ticks * interval;
      const gcTime = (lines.get(place)?.gcTime ?? 0) + ((collections.get(id) ?? 0) * interval * ticks) / all;
      lines.set(place, { time, gcTime, low: NaN, high: NaN, isExact: true });
    }
  }
  const idle = nodes.find(({ callFrame }) => callFrame.functionName === '(idle)')?.id;
  return {
    lines,
    activeTime: samples.filter((id) => id !== idle).length * interval,
    nodes: nodes.map(({ id, callFrame }) => ({
      parent: parents.get(id) ?? -1,
      place: callFrame.url === '' ? undefined : `${name(pathOf(callFrame.url))}:${callFrame.lineNumber + 1}`,
      work: workOf(callFrame),
    })),
    samples: samples.map((id, i) => [rows.get(id) ?? 0, timeDeltas[i + 1] ?? 0] as const),
  };
}

/** Ticks of collections, by the node that ran just before. */
function ticksOfCollections(nodes: readonly RawNode[], samples: readonly number[]): Map<number, number> {
  const gc = nodes.find(({ callFrame }) => callFrame.functionName === '(garbage collector)')?.id;
  const ticks = new Map<number, number>();
  let before = -1;
  for (const id of samples) {
    if (id === gc) ticks.set(before, (ticks.get(before) ?? 0) + 1);
    else before = id;
  }
  return ticks;
}

const pathOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url);

function workOf({ functionName, url }: RawNode['callFrame']): ReadNode['work'] {
  if (functionName === '(idle)') return 'idle';
  const isOutside = functionName === '(garbage collector)' || functionName === '(program)' || url.startsWith('node:');
  return isOutside ? 'outside' : 'own';
}
