import {
  type CollectionTicks,
  type GroupSums,
  int32Column,
  mayLoseFrames,
  NO_CALLEE,
  type Microseconds,
  pickRows,
  type PositionIndex,
  type PositionTable,
  type Profile,
  type RecordingFacts,
  sumByGroup,
  type TickIndex,
  TickRepair,
  type TickTable,
} from '../../core/index.ts';
import type { ReadOptions } from '../cpuprofile/read.ts';
import type { WeighedSamples } from '../time/weighed-samples.ts';
import { totalCpuTime } from '../time/weigh-samples.ts';
import { FormatError } from '../format-error.ts';
import { parseHeatlineSection } from '../../recording/facts.ts';
import type { Diagnostic, HeatlineSection } from '../../recording/index.ts';
import { joinBrokenNames } from './broken-names.ts';
import { readNotesOf, takeLines, takeSealed } from './baseline-file.ts';
import type { BaselineOrigins } from './baseline-origins.ts';
import { buildBuiltinTicks } from './builtin-ticks.ts';
import type { CollectionNotes } from './collections.ts';
import { type LineHandler, LineReader } from './log-lines.ts';
import { LogReader } from './log-reader.ts';
import { placeLost } from './place-lost.ts';
import type { TickRows } from './tree-builder.ts';
import { weighTicks } from './weigh-ticks.ts';

/** `facts`: where the log does not end with them yet. */
export type ReadV8LogOptions = Pick<ReadOptions, 'range' | 'facts' | 'onProgress'>;

/** With more lines than this that make no sense, the file is taken for something else. */
const MAX_BROKEN_SHARE = 0.5;

/**
 * Reads a V8 log, as `node --prof --log-source-code --log-source-position` writes it, into the model: every tick's stack, with
 * the functions that were inlined and the exact position in each. Times are in microseconds since V8 started. The file may
 * still be growing: a line that is cut off at its end is left out. So is everything after the line with the recorder's facts:
 * the logs of other threads. Throws `FormatError` for a file that is no such log.
 */
export async function readV8Log(path: string, options: ReadV8LogOptions = {}): Promise<Profile> {
  const [from, until] = options.range ?? [0, undefined];
  return LineReader.use(path, from, async (lines) => {
    const reading = new LogReading(path, options.facts);
    const end = until ?? (await lines.size());
    takeLines(await readNotesOf(path), reading.origins);
    await takeSealed(path, [from, end], reading.origins);
    await lines.readOn(reading.line, { ...options, until: end });
    return reading.end(path, lines.rest());
  });
}

/** Reads one log into the model. */
export class LogReading {
  readonly #log = new LogReader();
  #isFirst = true;
  /** Something follows the recorder's line, with which a log ends. */
  #isFollowed = false;

  readonly #give = joinBrokenNames((bytes, start, end) => this.#log.line(bytes, start, end));

  /** `facts`: where the log has none. */
  constructor(
    private readonly file: string,
    private readonly facts?: string,
  ) {}

  readonly line: LineHandler = (bytes, start, end) => {
    if (this.#isFirst && bytes.toString('latin1', start, Math.min(end, start + 11)) !== 'v8-version,')
      throw new FormatError(this.file, 'it does not begin as a V8 log does', 0);
    this.#isFirst = false;
    if (this.#log.found.facts !== undefined) this.#isFollowed = true;
    else this.#give(bytes, start, end);
  };

  /** Where its baseline code comes from: to be told before the lines about it are given. */
  get origins(): BaselineOrigins {
    return this.#log.origins;
  }

  /**
   * What the lines say; `rest` is what stands behind the last newline. Called once, `path` is the file's by now. `isIndexed`: what
   * follows the log is known.
   */
  end(path: string, rest: Buffer | undefined, isIndexed = false): Profile {
    // What Heatline itself wrote last has all of its line, with or without a newline.
    if (rest?.toString('latin1', 0, 9) === 'heatline,') this.line(rest, 0, rest.length);
    if (this.#isFirst) throw new FormatError(path, 'it is empty; the program ended before V8 wrote anything', 0);
    const { brokenLines, lines } = this.#log.found;
    if (brokenLines > lines * MAX_BROKEN_SHARE)
      throw new FormatError(path, `${brokenLines} of its ${lines} lines are not as V8 writes them`);
    const { recording, ...tables } = buildProfile(path, this.#log, this.facts);
    if (!this.#isFollowed || isIndexed) return { ...tables, recording };
    const lost: Diagnostic = { code: 'threads-not-found', severity: 'warning', file: path };
    return { ...tables, recording: { ...recording, diagnostics: [...recording.diagnostics, lost] } };
  }
}

function buildProfile(file: string, log: LogReader, facts: string | undefined): Profile {
  const noted = parseFacts(file, log.found.facts ?? facts);
  const { cpuClock } = noted;
  const isDoubtful = mayLoseFrames(noted.facts);
  const weighed = weighTicks(log, cpuClock, noted.facts.requestedIntervalUs);
  const placedRows = isDoubtful ? placeLost(log, weighed.node, noted.facts.recorderScripts) : undefined;
  const timeline = placedRows ? { ...weighed, node: weighed.node.map((row) => placedRows[row]) } : weighed;
  const { cpu } = timeline;
  const node = timeline.node.map((row) => log.tree.nodeOfTick(row));
  const duration = timeline.start[timeline.start.length - 1];
  const placed = log.scripts.build(noted.scripts);
  const positions = log.frames.buildPositions(placed);
  const tree = log.tree.buildTree();
  const frames = log.frames.buildFrames();
  const rows = log.tree.buildTicks();
  const position = timeline.node.map((row) => (isPlaced(positions, rows.position[row]) ? rows.position[row] : -1));
  const begun = log.origins.collections.sum(timeline, log.gcRow, cpuClock?.anchorUs);
  const weights = sumByGroup(rows.node.length, (sample) => timeline.node[sample], timeline);
  const inBuiltins = cpu ? weights.cpu : weights.time;
  return {
    scripts: placed.scripts,
    positions,
    frames,
    tree: { ...tree, callPosition: tree.callPosition?.map((row) => (isPlaced(positions, row) ? row : -1)) },
    samples: { ...timeline, node, position },
    ticks: buildTicks(rows, weights, timeline, positions, isDoubtful),
    ...(begun && { collections: buildCollections(begun, rows, positions) }),
    builtins: buildBuiltinTicks(
      log.builtins.list,
      rows,
      inBuiltins,
      { tree, frames },
      (row) => isPlaced(positions, row),
      (row) => (isDoubtful ? log.tree.calleeAt(row) : NO_CALLEE),
    ),
    recording: factsOfLog(noted, log, duration, noticeFlaws(file, log)),
  };
}

/** What the recorder noted at the end of a log, of which this is the JSON. */
export function parseFacts(file: string, json: string | undefined): HeatlineSection {
  if (json === undefined) return parseHeatlineSection(file, undefined);
  try {
    return parseHeatlineSection(file, JSON.parse(json));
  } catch {
    return parseHeatlineSection(file, 'unreadable');
  }
}

/**
 * Only nodes with a position or a tier in them: the others' time is known from their samples. `isDoubtful`: ticks in builtins
 * are told from others, and kept where they have neither.
 */
function buildTicks(
  { node, position, repair, tier }: TickRows,
  { count, time, cpu: onCpu, blocked: stood, computing }: GroupSums,
  { cpu, blocked }: WeighedSamples<TickIndex>,
  positions: PositionTable,
  isDoubtful: boolean,
): TickTable {
  const kept = int32Column();
  for (let row = 0; row < node.length; row++)
    if (count[row] > 0 && (isPlaced(positions, position[row]) || tier[row] > 0 || (isDoubtful && isLost(repair[row]))))
      kept.push(row);
  const ticks: TickTable = {
    ...{ node, position, count, time, tier },
    ...(cpu && { cpu: onCpu }),
    ...(blocked && { blocked: stood, computing }),
    ...(isDoubtful && { repair }),
  };
  const picked = pickRows(ticks, kept.finish());
  return { ...picked, position: picked.position.map((row) => (isPlaced(positions, row) ? row : -1)) };
}

/** Where garbage collections began, by rows of ticks. */
const buildCollections = (
  begun: NonNullable<ReturnType<CollectionNotes['sum']>>,
  { node, position }: TickRows,
  positions: PositionTable,
): CollectionTicks => ({
  node: Int32Array.from(begun.keys(), (row) => node[row]),
  position: Int32Array.from(begun.keys(), (row) => (isPlaced(positions, position[row]) ? position[row] : -1)),
  time: Float64Array.from(begun.values(), ({ time }) => time),
  count: Uint32Array.from(begun.values(), ({ count }) => count),
});

const isLost = (repair: number): boolean => repair === TickRepair.doubted || repair === TickRepair.below;

/** Whether it is known where a position stands. */
const isPlaced = ({ line }: PositionTable, row: PositionIndex): boolean => row >= 0 && line[row] > 0;

function noticeFlaws(file: string, log: LogReader): Diagnostic[] {
  const { brokenLines: lines, engines: threads, truncatedStacks: stacks } = log.found;
  const functions = log.resolver.brokenTables;
  const list: Diagnostic[] = [];
  if (threads > 1) list.push({ code: 'v8-log-shared', severity: 'warning', threads, file });
  if (lines > 0) list.push({ code: 'v8-log-broken-lines', severity: 'warning', lines, file });
  if (functions > 0) list.push({ code: 'v8-log-broken-tables', severity: 'warning', functions, file });
  if (stacks > 0) list.push({ code: 'stacks-truncated', severity: 'info', stacks, file });
  return list;
}

/** The facts, where the log itself knows something better: which sampler it is, and how many samples are missing. */
function factsOfLog(
  { facts, cpuClock }: HeatlineSection,
  log: LogReader,
  duration: Microseconds,
  found: readonly Diagnostic[],
): RecordingFacts {
  return {
    ...facts,
    sampler: 'v8log',
    v8Version: facts.v8Version ?? log.found.v8Version,
    requestedIntervalUs: facts.requestedIntervalUs ?? log.found.interval,
    reportedLost: log.found.reportedLost,
    duration,
    cpuTime: totalCpuTime(cpuClock),
    diagnostics: [...facts.diagnostics, ...found],
  };
}
