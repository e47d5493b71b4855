import { achievableInterval, FrameKind, intervalOf, LONGEST_RECORDING } from '../../src/core/index.ts';
import type { Profile, SampleTable, Script, TickTable } from '../../src/core/index.ts';
import { shareBlocked } from '../../src/readers/cpuprofile/share-blocked.ts';
import { FormatError } from '../../src/readers/format-error.ts';
import { totalCpuTime, weighSamples } from '../../src/readers/time/weigh-samples.ts';
import { scriptFromNote } from '../../src/readers/function-ranges.ts';
import { parseHeatlineSection } from '../../src/recording/facts.ts';
import type { HeatlineSection } from '../../src/recording/index.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const MAX_TIME = Number.MAX_SAFE_INTEGER;

/**
 * The simplest reader of `.cpuprofile` files: `JSON.parse`, maps and lists. The answers of the product's fast reader
 * are compared with this.
 */
export function readReference(file: string, bytes: Buffer): Profile {
  const root = parseJson(file, bytes);
  const nodes = root.nodes as unknown[];
  const startTime = timeOf(file, root, 'startTime');
  const endTime = timeOf(file, root, 'endTime');
  if (endTime < startTime) throw new FormatError(file, 'its endTime stands before its startTime');
  const byId = new Map<number, number>();
  nodes.forEach((node, i) => {
    if (!isObject(node) || !isCount(node.id)) throw new FormatError(file, `entry ${i} of "nodes" has no valid id`);
    if (byId.has(node.id)) throw new FormatError(file, `two nodes have the id ${String(node.id)}`);
    byId.set(node.id, i);
  });
  const rowOf = (id: unknown, what: string): number => {
    const row = typeof id === 'number' ? byId.get(id) : undefined;
    if (row === undefined)
      throw new FormatError(file, `${what} names node ${JSON.stringify(id)}, which does not exist`);
    return row;
  };
  const fileParent = parentsOf(file, nodes as Json[], rowOf);
  const order = orderOf(file, nodes as Json[], fileParent);
  const rank = new Int32Array(order.length);
  order.forEach((fileRow, row) => (rank[fileRow] = row));
  const noted = parseHeatlineSection(file, root.$heatline);
  const { early, ...read } = samplesOf(file, root, startTime, endTime, (id) => rank[rowOf(id, 'a sample')]);
  const tables = framesOf(file, nodes as Json[], order, noted);
  const { name, position, kind } = tables.frames;
  const known = tables.frameOfNode.findIndex((frame) => kind[frame] === FrameKind.idle);
  const idle = known < 0 ? tables.frameOfNode.length : known;
  const interval = achievableInterval(intervalOf(noted.facts) ?? 1000);
  const { node: row, start: time } = read;
  const samples = weighSamples(
    { row, time, idleRow: idle, isIdleSilent: false, isHeldUp: false, interval },
    noted.cpuClock,
    startTime,
  );
  const isIdleNew = known < 0 && samples.node.includes(idle);
  const parent = Int32Array.from(order, (fileRow) => (fileParent[fileRow] < 0 ? -1 : rank[fileParent[fileRow]]));
  const duration = samples.start[samples.start.length - 1];
  const ticks = ticksOf(file, nodes as Json[], order, tables, samples);
  return {
    scripts: tables.scripts,
    positions: tables.positions.done(),
    frames: isIdleNew
      ? {
          name: [...name, '(idle)'],
          position: Int32Array.of(...position, -1),
          kind: Uint8Array.of(...kind, FrameKind.idle),
        }
      : tables.frames,
    tree: isIdleNew
      ? {
          ...{ callPosition: undefined, lowTier: undefined },
          frame: Int32Array.of(...tables.frameOfNode, name.length),
          parent: Int32Array.of(...parent, 0),
        }
      : { frame: tables.frameOfNode, parent },
    samples,
    ticks,
    recording: {
      sampler: 'inspector',
      ...noted.facts,
      duration,
      cpuTime: totalCpuTime(noted.cpuClock),
      diagnostics: [
        ...noted.facts.diagnostics,
        ...(early > 0 ? [{ code: 'times-repaired', severity: 'warning', samples: early } as const] : []),
      ],
    },
  };
}

function parseJson(file: string, bytes: Buffer): Json {
  let root: unknown;
  try {
    root = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new FormatError(file, `it is not valid JSON: ${(error as Error).message}`, undefined, { cause: error });
  }
  if (!isObject(root) || !Array.isArray(root.nodes)) throw new FormatError(file, 'it is not a CPU profile');
  if (root.nodes.length === 0) throw new FormatError(file, 'its "nodes" are empty; record it again');
  if (!Array.isArray(root.samples)) throw new FormatError(file, 'it has no "samples"; record it again with samples');
  if (!Array.isArray(root.timeDeltas)) throw new FormatError(file, 'it has no "timeDeltas"; record it again');
  if (root.samples.length !== root.timeDeltas.length) {
    throw new FormatError(file, `it has ${root.samples.length} samples but ${root.timeDeltas.length} times`);
  }
  return root;
}

function timeOf(file: string, root: Json, key: string): number {
  const value = root[key];
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_TIME))
    throw new FormatError(file, `its "${key}" is not a time`);
  return value;
}

function parentsOf(file: string, nodes: readonly Json[], rowOf: (id: unknown, what: string) => number): Int32Array {
  const parent = new Int32Array(nodes.length).fill(-1);
  const link = (child: number, caller: number): void => {
    if (parent[child] >= 0 && parent[child] !== caller)
      throw new FormatError(file, `node ${String(nodes[child].id)} has two parents`);
    parent[child] = caller;
  };
  nodes.forEach((node, row) => {
    if (node.parent !== undefined && node.parent !== null) link(row, rowOf(node.parent, `node ${String(node.id)}`));
    if (node.children === undefined || node.children === null) return;
    if (!Array.isArray(node.children))
      throw new FormatError(file, `the children of node ${String(node.id)} are not a list`);
    for (const child of node.children) link(rowOf(child, `node ${String(node.id)}`), row);
  });
  return parent;
}

/** Rows of the file so that each parent stands before its children: the file's own order where it does so already. */
function orderOf(file: string, nodes: readonly Json[], parent: Int32Array): Int32Array {
  const roots = nodes.map((_, row) => row).filter((row) => parent[row] < 0);
  if (roots.length === 0) throw new FormatError(file, `node ${String(nodes[0].id)} is its own caller`);
  if (roots.length > 1)
    throw new FormatError(file, `node ${String(nodes[roots[1]].id)} cannot be reached from the root`);
  if (parent.every((caller, row) => caller < row) && roots[0] === 0) return Int32Array.from(nodes.keys());
  const children = new Map<number, number[]>();
  parent.forEach((caller, row) => {
    const list = children.get(caller);
    if (list) list.push(row);
    else children.set(caller, [row]);
  });
  const order: number[] = [roots[0]];
  for (let i = 0; i < order.length; i++) for (const child of children.get(order[i]) ?? []) order.push(child);
  if (order.length < nodes.length) {
    const reached = new Set(order);
    const lost = nodes.findIndex((_, row) => !reached.has(row));
    throw new FormatError(file, `node ${String(nodes[lost].id)} is its own caller`);
  }
  return Int32Array.from(order);
}

function samplesOf(
  file: string,
  root: Json,
  startTime: number,
  endTime: number,
  rowOfId: (id: unknown) => number,
): Pick<SampleTable, 'node' | 'start'> & { readonly early: number } {
  const ids = root.samples as unknown[];
  let time = 0;
  const times = (root.timeDeltas as unknown[]).map((delta, i) => {
    time += typeof delta === 'number' ? delta : NaN;
    if (!(Math.abs(time) <= MAX_TIME)) throw new FormatError(file, `entry ${i} of "timeDeltas" is not a time`);
    return time;
  });
  const order = [...ids.keys()].sort((a, b) => times[a] - times[b]);
  const start = new Float64Array(ids.length + 1);
  const earliest = times.reduce((least, each) => Math.min(least, each), 0);
  order.forEach((from, to) => (start[to] = Math.max(0, times[from])));
  start[ids.length] = Math.max(endTime - startTime, ids.length > 0 ? start[ids.length - 1] : 0);
  if (start[ids.length] - earliest > LONGEST_RECORDING) throw new FormatError(file, 'it is too long');
  const node = Int32Array.from(order, (from) => rowOfId(ids[from]));
  return { node, start, early: earliest < -1000 ? times.filter((each) => each < 0).length : 0 };
}

class Positions {
  readonly #rows = new Map<string, number>();
  readonly #script: number[] = [];
  readonly #line: number[] = [];
  readonly #column: number[] = [];
  row(script: number, line: number, column: number): number {
    const key = `${script}:${line}:${column}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#rows.set(key, this.#script.length);
    this.#script.push(script);
    this.#line.push(line);
    this.#column.push(column);
    return this.#script.length - 1;
  }
  done(): Profile['positions'] {
    return {
      script: Int32Array.from(this.#script),
      line: Int32Array.from(this.#line),
      column: Int32Array.from(this.#column),
    };
  }
}

interface Tables {
  readonly scripts: readonly Script[];
  readonly positions: Positions;
  readonly frames: Profile['frames'];
  readonly frameOfNode: Int32Array;
  readonly scriptOfNode: Int32Array;
}

const rootNames: Readonly<Record<string, number>> = {
  '(root)': FrameKind.root,
  '(idle)': FrameKind.idle,
  '(program)': FrameKind.program,
  '(garbage collector)': FrameKind.gc,
};

function framesOf(file: string, nodes: readonly Json[], order: Int32Array, section: HeatlineSection): Tables {
  const positions = new Positions();
  const scripts: Script[] = [];
  const scriptRows = new Map<string, number>();
  const noted = new Map(section.scripts.map((script) => [script.url, script]));
  const scriptRow = (url: string, scriptId: string): number => {
    const key = url === '' ? `#${scriptId}` : url;
    const note = url === '' ? undefined : noted.get(url);
    if (!scriptRows.has(key)) scriptRows.set(key, scripts.push(note ? scriptFromNote(note) : { url }) - 1);
    return scriptRows.get(key) as number;
  };
  const rows = new Map<string, number>();
  const name: string[] = [];
  const position: number[] = [];
  const kind: number[] = [];
  const frameOfNode = new Int32Array(order.length);
  const scriptOfNode = new Int32Array(order.length);
  order.forEach((fileRow, row) => {
    const call = callFrameOf(file, nodes[fileRow]);
    const isScript = call.url !== '' || (call.scriptId !== '0' && call.scriptId !== '' && call.line >= 0);
    const script = isScript ? scriptRow(call.url, call.scriptId) : -1;
    const column = call.line < 0 ? -1 : call.column;
    // A frame without a script has no position either, whatever the file says.
    const key = JSON.stringify(isScript ? [call.name, script, call.line, column] : [call.name]);
    let frame = rows.get(key);
    if (frame === undefined) {
      frame = name.push(call.name) - 1;
      rows.set(key, frame);
      kind.push(
        isScript ? FrameKind.script : Object.hasOwn(rootNames, call.name) ? rootNames[call.name] : FrameKind.native,
      );
      position.push(isScript ? positions.row(script, call.line + 1, column) : -1);
    }
    frameOfNode[row] = frame;
    scriptOfNode[row] = script;
  });
  const frames = { name, position: Int32Array.from(position), kind: Uint8Array.from(kind) };
  return { scripts, positions, frames, frameOfNode, scriptOfNode };
}

interface CallFrame {
  readonly name: string;
  readonly url: string;
  readonly scriptId: string;
  readonly line: number;
  readonly column: number;
}

function callFrameOf(file: string, node: Json): CallFrame {
  const call = node.callFrame;
  if (!isObject(call)) throw new FormatError(file, `node ${String(node.id)} has no "callFrame"`);
  const { functionName: name, url = '', scriptId = '' } = call;
  const number = (value: unknown): number => {
    if (value === undefined) return -1;
    if (!Number.isInteger(value) || (value as number) < -(2 ** 31) || (value as number) > 0x7ffffffe) {
      throw new FormatError(file, `the callFrame of node ${String(node.id)} has no valid position`);
    }
    return Math.max(-1, value as number);
  };
  if (
    typeof name !== 'string' ||
    typeof url !== 'string' ||
    (typeof scriptId !== 'string' && typeof scriptId !== 'number')
  ) {
    throw new FormatError(file, `the callFrame of node ${String(node.id)} has no valid function`);
  }
  return { name, url, scriptId: String(scriptId), line: number(call.lineNumber), column: number(call.columnNumber) };
}

function ticksOf(
  file: string,
  nodes: readonly Json[],
  order: Int32Array,
  tables: Tables,
  samples: SampleTable,
): TickTable {
  const node: number[] = [];
  const position: number[] = [];
  const count: number[] = [];
  order.forEach((fileRow, row) => {
    const list = nodes[fileRow].positionTicks;
    if (list === undefined || list === null) return;
    if (!Array.isArray(list))
      throw new FormatError(file, `the positionTicks of node ${String(nodes[fileRow].id)} are not a list`);
    const sums = new Map<number, number>();
    for (const tick of list) {
      if (
        !isObject(tick) ||
        !Number.isInteger(tick.line) ||
        Math.abs(tick.line as number) > 0x7fffffff ||
        !isCount(tick.ticks) ||
        tick.ticks > 0xffffffff
      ) {
        throw new FormatError(file, `the positionTicks of node ${String(nodes[fileRow].id)} are not valid`);
      }
      const line = Math.max(0, tick.line as number);
      if (tick.ticks > 0) sums.set(line, (sums.get(line) ?? 0) + tick.ticks);
    }
    if (tables.scriptOfNode[row] < 0) return;
    for (const [line, sum] of sums) {
      if (sum > 0xffffffff)
        throw new FormatError(file, `the positionTicks of node ${String(nodes[fileRow].id)} are not valid`);
      node.push(row);
      position.push(tables.positions.row(tables.scriptOfNode[row], line, -1));
      count.push(sum);
    }
  });
  const rows = { node: Int32Array.from(node), position: Int32Array.from(position), count: Uint32Array.from(count) };
  const wall = samples.node.map((_, i) => i);
  const time = tickTimes(rows, order.length, samples.node, (i) => samples.start[i + 1] - samples.start[i], wall.length);
  const timesOf = (times: Float64Array): Float64Array =>
    tickTimes(rows, order.length, samples.node, (i) => times[i], wall.length);
  const { cpu, blocked } = samples;
  if (cpu === undefined) return { ...rows, time };
  const ticks = { ...rows, time, cpu: timesOf(cpu) };
  // How a node's blocked time is shared among its lines has known answers of its own.
  return blocked ? shareBlocked({ ...ticks, blocked: timesOf(blocked) }, samples, order.length + 1) : ticks;
}

function tickTimes(
  rows: Pick<TickTable, 'node' | 'count'>,
  nodeCount: number,
  sampleNode: Int32Array,
  weight: (sample: number) => number,
  sampleCount: number,
): Float64Array {
  const self = new Float64Array(nodeCount);
  for (let i = 0; i < sampleCount; i++) self[sampleNode[i]] += weight(i);
  const counts = new Float64Array(nodeCount);
  rows.node.forEach((node, row) => (counts[node] += rows.count[row]));
  return Float64Array.from(rows.node, (node, row) => (self[node] * rows.count[row]) / counts[node]);
}
