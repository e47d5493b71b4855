import assert from 'node:assert/strict';
import {
  type Analysis,
  buildFunctions,
  Category,
  FrameKind,
  type FunctionIdentities,
  type Mapping,
  type Profile,
} from '../../src/core/index.ts';
import { noMoves, type SelfMoves } from '../../src/core/repair-inlining.ts';
import { analyzePlainly, type PlainAnalysis, type PlainLine } from './reference-analysis.ts';
import { categoryOfSource } from '../../src/core/build-functions.ts';

interface Analysed {
  readonly profile: Profile;
  readonly mapping: Mapping;
  readonly moves?: SelfMoves;
}

/**
 * Asserts that the analysis is what the reference computes. `tolerance`: the relative difference allowed between
 * numbers, for times that are not whole microseconds and were added up in another order; none where absent.
 */
export function assertSameAnalysis(
  analysis: Analysis,
  { profile, mapping, moves = noMoves }: Analysed,
  tolerance = 0,
): void {
  const functions = buildFunctions(profile.frames, mapping);
  assertFunctions(functions, profile, mapping);
  const plain = analyzePlainly(profile, mapping, functions, moves);
  const check = new Check(tolerance);
  check.tree(analysis, plain);
  check.lines(analysis, plain);
  check.quality(analysis, plain, profile);
}

/** Each function has what all its frames have in common, and no two functions have the same. */
function assertFunctions(functions: FunctionIdentities, { frames }: Profile, mapping: Mapping): void {
  const { name, source, line, column, category, ofFrame } = functions;
  const says = (row: number): string => [source[row], line[row], column[row], category[row], name[row]].join(':');
  const { frames: original, sources } = mapping;
  frames.kind.forEach((kind, frame) => {
    const at = original.source[frame];
    const ofSource = at < 0 ? Category.own : categoryOfSource(sources[at]);
    const expected = kind === FrameKind.script ? ofSource : categoryOfKind[kind];
    assert.equal(
      says(ofFrame[frame]),
      [at, original.line[frame], original.column[frame], expected, original.name[frame]].join(':'),
    );
  });
  assert.equal(new Set(name.map((_, row) => says(row))).size, name.length);
  assert.equal(new Set(ofFrame).size, name.length);
  for (const column of [source, line, functions.column, category]) assert.equal(column.length, name.length);
}

const categoryOfKind = [
  NaN,
  Category.native,
  Category.gc,
  Category.program,
  Category.idle,
  Category.root,
  Category.idle,
  Category.compiling,
  Category.node,
  Category.wasm,
];

class Check {
  readonly #tolerance: number;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  tree({ tree, functions, callPairs: calls }: Analysis, plain: PlainAnalysis): void {
    assert.equal(tree.parent.length, plain.nodes.length);
    plain.nodes.forEach((expected, node) => {
      this.#same([tree.selfTime[node], tree.selfSamples[node], tree.totalTime[node]], expected, `node ${node}`);
      if (tree.blockedTime) this.#same([tree.blockedTime[node]], [plain.blockedNodes[node]], `blocked node ${node}`);
    });
    assert.equal(functions.name.length, plain.functions.length);
    plain.functions.forEach((expected, row) => {
      const self = [functions.selfTime[row], functions.selfSamples[row]];
      this.#same([...self, functions.totalTime[row], functions.totalSamples[row]], expected, functions.name[row]);
      const { blockedTime, totalBlockedTime } = functions;
      if (blockedTime && totalBlockedTime)
        this.#same([blockedTime[row], totalBlockedTime[row]], plain.blockedFunctions[row], functions.name[row]);
    });
    assert.equal(calls.caller.length, Object.keys(plain.calls).length);
    calls.caller.forEach((caller, row) => {
      const key = `${caller}:${calls.callee[row]}`;
      this.#same([calls.time[row]], [plain.calls[key]], `call ${key}`);
    });
    assertOrder(calls.caller, calls.time);
  }

  lines({ lines, sources, quality }: Analysis, plain: PlainAnalysis): void {
    const keyOf = (row: number): string => `${lines.source[row]}:${lines.line[row]}`;
    assert.deepEqual(Array.from(lines.source.keys(), keyOf).sort(), Object.keys(plain.lines).sort());
    assert.ok(lines.source.every((source) => source < sources.length));
    const active = activeTimeOf(plain);
    const lost = active > 0 ? plain.lostFrameTime / active : 0;
    assert.ok(Math.abs(quality.lostFrameShare - lost) <= 1e-9 * Math.max(1, lost), 'time of lost frames');
    const samples = plain.activeSquares > 0 ? active ** 2 / plain.activeSquares : 0;
    lines.source.forEach((_, row) => {
      const line = plain.lines[keyOf(row)];
      this.#same([lines.selfTime[row], lines.selfSamples[row]], [line.self, line.samples], keyOf(row));
      assert.deepEqual([lines.function[row], lines.reason[row]], [line.function, causeOf(line) || -1]);
      if (!Number.isNaN(lines.totalTime[row])) this.#same([lines.totalTime[row]], [line.total], keyOf(row));
      const { blockedTime, totalBlockedTime } = lines;
      if (blockedTime) this.#same([blockedTime[row]], [line.blocked], keyOf(row));
      if (totalBlockedTime && !Number.isNaN(totalBlockedTime[row]))
        this.#same([totalBlockedTime[row]], [line.totalBlocked], keyOf(row));
      assert.ok(Math.abs(lines.gcTime[row] - line.gc) <= 1e-9 * line.gc);
      const share = active > 0 ? Math.min(1, line.self / active) : 0;
      const [low, high] = wilson(share, samples);
      assert.ok(Math.abs(lines.shareLow[row] - low) < 1e-9 && Math.abs(lines.shareHigh[row] - high) < 1e-9, keyOf(row));
    });
    const { spots } = lines;
    assert.equal(spots.lineRow.length, Object.keys(plain.spots).length);
    spots.lineRow.forEach((row, i) => {
      const key = `${keyOf(row)}:${spots.column[i]}`;
      this.#same([spots.selfTime[i]], [plain.spots[key]], key);
    });
    assertOrder(spots.lineRow, spots.selfTime);
  }

  quality({ quality, functions }: Analysis, plain: PlainAnalysis, { samples }: Profile): void {
    const { idle, gc, program, compiling } = Category;
    const others = [idle, gc, program, compiling].map((kind) => plain.timeOf[kind]);
    const { activeTime, idleTime, gcTime, programTime, compilingTime, activeSamples } = quality;
    this.#same(
      [activeTime, idleTime, gcTime, programTime, compilingTime, activeSamples],
      [activeTimeOf(plain), ...others, plain.activeSamples],
      'quality',
    );
    const durations = Array.from(samples.node, (_, i) => samples.start[i + 1] - samples.start[i]).filter((d) => d > 0);
    const median = durations.sort((a, b) => a - b)[(durations.length - 1) >> 1];
    if (median === undefined) assert.equal(quality.achievedInterval, undefined);
    else assert.ok(Math.abs((quality.achievedInterval ?? NaN) - median) <= median * 0.01);
    assert.equal(quality.waitingTime === undefined, samples.cpu === undefined);
    if (samples.cpu !== undefined) this.#same([quality.waitingTime ?? NaN], [plain.waiting], 'waiting');
    assert.equal(quality.blockedTime === undefined, samples.blocked === undefined);
    if (samples.blocked !== undefined) this.#same([quality.blockedTime ?? NaN], [plain.blocked], 'blocked');
    const exact = Object.values(plain.lines).reduce((sum, { byCause }) => sum + (byCause.get(0) ?? 0), 0);
    const inScripts = plain.functions.filter((_, row) => functions.category[row] <= Category.node);
    const scriptTime = inScripts.reduce((sum, [self]) => sum + self, 0);
    assert.ok(Math.abs(quality.exactShare - (scriptTime > 0 ? exact / scriptTime : 0)) < 1e-9);
  }

  #same(actual: readonly number[], expected: readonly number[], what: string): void {
    const isSame = (a: number, b: number): boolean =>
      Object.is(a, b) || (this.#tolerance > 0 && Math.abs(a - b) <= this.#tolerance * Math.abs(b));
    const areSame = actual.every((value, i) => isSame(value, expected[i]));
    assert.ok(areSame && actual.length === expected.length, `${what}: ${actual.join()} instead of ${expected.join()}`);
  }
}

const activeTimeOf = ({ timeOf }: PlainAnalysis): number => sum(timeOf) - timeOf[Category.idle];

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Wilson's score interval, as in textbooks. */
function wilson(share: number, samples: number): readonly [low: number, high: number] {
  if (samples === 0) return [0, 1];
  const z = 1.959964;
  const root = z * Math.sqrt((share * (1 - share)) / samples + z ** 2 / (4 * samples ** 2));
  const [low, high] = [-root, root].map((r) => (share + z ** 2 / (2 * samples) + r) / (1 + z ** 2 / samples));
  return [Math.max(0, low), Math.min(1, high)];
}

/** The worst cause, where uncertain time is a notable part of a line; frames that may be lost (11) after all others. */
function causeOf({ self, byCause }: PlainLine): number {
  const uncertain = [...byCause]
    .filter(([cause]) => cause !== 0 && cause !== 11)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const whole = uncertain.reduce((sum, [, time]) => sum + time, 0);
  if (whole > 0 && whole >= self * 0.02) return uncertain[0][0];
  const lost = byCause.get(11) ?? 0;
  return lost > 0 && lost >= self * 0.05 ? 11 : 0;
}

/** By the first column, then the most time first. */
function assertOrder(first: Int32Array, time: Float64Array): void {
  for (let row = 1; row < first.length; row++)
    assert.ok(first[row - 1] < first[row] || (first[row - 1] === first[row] && time[row - 1] >= time[row]));
}
