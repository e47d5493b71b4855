import { type Analysis, Category, type SampleQuality } from '../../src/core/index.ts';
import { totalTimes } from '../../src/core/sum-tree.ts';

/** What is inconsistent in an analysis, as sentences; none for a sound one. */
export function findInconsistencies(analysis: Analysis): readonly string[] {
  const { sources, functions, lines, callPairs, requests, tree, quality } = analysis;
  const found = new Findings(quality.duration);
  const rows = { source: sources.length, function: functions.name.length, line: lines.line.length };
  checkQuality(found, analysis);
  const totals = totalTimes(tree);
  const known = quality.activeTime + quality.idleTime;
  for (const [name, column] of Object.entries({
    'self time of functions': functions.selfTime,
    'total time of functions': functions.totalTime,
    'self time of lines': lines.selfTime,
    'garbage collection of lines': lines.gcTime,
    'time of spots': lines.spots.selfTime,
    'time of builtins': lines.builtins?.selfTime ?? [],
    'time of call pairs': callPairs.time,
    'time of requests': requests.time,
    'self time of nodes': tree.selfTime,
    'total time of nodes': totals,
  }))
    column.forEach((time, row) => found.within(`${name}, row ${row}`, time, known));
  found.within('self time of all lines', sum(lines.selfTime), quality.activeTime);
  found.within('garbage collection of all lines', sum(lines.gcTime), quality.gcTime);
  found.within('blocked time of all lines', sum(lines.blockedTime ?? new Float64Array()), quality.blockedTime ?? 0);
  found.equal('self time of active functions', sumActive(functions), quality.activeTime);
  functions.selfTime.forEach((self, row) =>
    found.within(`self time of function ${row}`, self, functions.totalTime[row]),
  );
  tree.selfTime.forEach((self, row) => found.within(`self time of node ${row}`, self, totals[row]));
  checkLines(found, analysis);
  checkParts(found, 'spots', lines.spots.lineRow, lines.spots.selfTime, lines.selfTime);
  if (lines.builtins) checkParts(found, 'builtins', lines.builtins.lineRow, lines.builtins.selfTime, lines.selfTime);
  found.rows('sources of functions', functions.source, rows.source);
  found.rows('sources of lines', lines.source, rows.source);
  found.rows('functions of lines', lines.function, rows.function);
  found.rows('functions of nodes', tree.function, rows.function);
  found.rows('callers', callPairs.caller, rows.function);
  found.rows('callees', callPairs.callee, rows.function);
  found.rows('lines of requests', requests.line, rows.line);
  tree.parent.forEach((parent, node) => found.isTrue(`parent ${parent} of node ${node}`, parent < node));
  checkLanes(found, analysis);
  return found.sentences;
}

/** Sums of many terms are not exact, and times may be rounded to a microsecond. */
class Findings {
  readonly sentences: string[] = [];
  readonly #slack: number;

  constructor(duration: number) {
    this.#slack = 1 + Math.abs(duration) * 1e-6;
  }

  isTrue(what: string, holds: boolean): void {
    if (!holds) this.sentences.push(`${what} is wrong`);
  }

  within(what: string, value: number, most: number): void {
    if (!(value >= 0 && value <= most + this.#slack)) this.sentences.push(`${what}: ${value} is not in 0 to ${most}`);
  }

  equal(what: string, value: number, expected: number): void {
    if (!(Math.abs(value - expected) <= this.#slack)) this.sentences.push(`${what}: ${value}, not ${expected}`);
  }

  rows(what: string, column: Int32Array, end: number): void {
    if (column.some((row) => row < -1 || row >= end)) this.sentences.push(`${what}: a row that is not there`);
  }
}

function checkQuality(found: Findings, { quality, lanes }: Analysis): void {
  for (const [name, value] of Object.entries(quality) as [keyof SampleQuality, unknown][]) {
    if (typeof value === 'number') found.isTrue(`${name} ${value}`, Number.isFinite(value) && value >= 0);
  }
  const { activeTime, idleTime, duration } = quality;
  // What is no time has nothing to do with the duration.
  if (!quality.value) found.within('active and idle time', activeTime + idleTime, duration * lanes.length);
  found.within('garbage collection', quality.gcTime, activeTime);
  found.within('time in the program', quality.programTime, activeTime);
  found.within('time of compiling', quality.compilingTime, activeTime);
  found.isTrue(`exact share ${quality.exactShare}`, quality.exactShare <= 1 + 1e-9);
  found.isTrue('more active samples than samples', quality.activeSamples <= quality.samples);
}

function checkLines(found: Findings, { lines }: Analysis): void {
  lines.selfTime.forEach((self, row) => {
    const total = lines.totalTime[row];
    if (!Number.isNaN(total)) found.within(`self time of line ${row}`, self, total);
    const [low, high] = [lines.shareLow[row], lines.shareHigh[row]];
    found.isTrue(`share of line ${row}, ${low} to ${high},`, low >= 0 && low <= high && high <= 1);
  });
}

/** Parts of a line's time are not more than that. */
function checkParts(
  found: Findings,
  what: string,
  lineRow: Int32Array,
  times: Float64Array,
  whole: Float64Array,
): void {
  const sums = new Float64Array(whole.length);
  lineRow.forEach((row, i) => (sums[row] += times[i]));
  found.rows(`lines of ${what}`, lineRow, whole.length);
  sums.forEach((time, row) => found.within(`${what} of line ${row}`, time, whole[row]));
}

function checkLanes(found: Findings, { lanes, tree, threads }: Analysis): void {
  for (const { thread, samples, offset } of lanes) {
    const isOrdered = samples.start.every((time, i) => Number.isFinite(time) && !(time < samples.start[i - 1]));
    found.isTrue(`the order of the samples of thread ${thread}`, isOrdered);
    found.isTrue(`offset ${offset} of thread ${thread}`, Number.isFinite(offset) && offset >= 0);
    found.rows(`samples of thread ${thread}`, samples.node, tree.parent.length);
  }
  for (const { id, activeTime = 0, cpuTime = 0 } of threads) {
    const areSound = [activeTime, cpuTime].every((time) => Number.isFinite(time) && time >= 0);
    found.isTrue(`time ${activeTime}, ${cpuTime} of thread ${id}`, areSound);
  }
}

function sumActive({ selfTime, category }: Analysis['functions']): number {
  return sum(selfTime.filter((_, row) => category[row] !== Category.idle));
}

const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
