import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { type Analysis, buildAnalysis, buildFunctions, Category, type Profile } from '../../../src/profile/index.ts';
import { identityMapping, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { analyzePlainly, type PlainAnalysis, type PlainLine } from '../../support/reference-analysis.ts';
import { randomModel } from './random-model.ts';

describe('an analysis, against a plain one', function () {
  this.timeout(60_000);

  it('has every number that walks from each node to the root add up', () => {
    const property = fc.property(randomModel, ({ profile, mapping, moves }) => {
      const analysis = buildAnalysis('test', profile, mapping, moves);
      const identities = buildFunctions(profile.frames, mapping);
      const interval = analysis.quality.achievedInterval ?? Infinity;
      const plain = analyzePlainly(profile, mapping, identities, moves, interval);
      checkTree(analysis, plain);
      checkLines(analysis, plain);
      checkQuality(analysis, plain, profile);
    });
    fc.assert(property, { numRuns: 1_500 });
  });

  it('is right over more nodes and calls than the kernel takes at once, and deeper than its first stack', () => {
    const count = 50_000;
    const functions = 5_000;
    const base = profileFromStacks(['f:2']);
    const frame = Int32Array.from({ length: count }, (_, node) => node % functions);
    const profile: Profile = {
      ...base,
      frames: {
        name: Array.from({ length: functions }, (_, row) => `f${row}`),
        position: new Int32Array(functions),
        kind: new Uint8Array(functions),
      },
      tree: { frame, parent: frame.map((_, node) => node - 1) },
      samples: {
        node: Int32Array.from({ length: count }, (_, node) => node),
        start: Float64Array.from({ length: count + 1 }, (_, i) => i),
      },
      ticks: { node: new Int32Array(), position: new Int32Array(), count: new Uint32Array(), time: new Float64Array() },
    };
    const { tree, functions: table, calls } = buildAnalysis('deep', profile, identityMapping(profile));
    assert.deepEqual(
      tree.totalTime,
      Float64Array.from({ length: count }, (_, node) => count - node),
    );
    assert.deepEqual(
      table.totalTime,
      Float64Array.from({ length: functions }, (_, row) => count - row),
    );
    assert.deepEqual([...calls.caller], [...table.totalTime.keys()]);
    assert.deepEqual(
      calls.callee,
      calls.caller.map((row) => (row + 1) % functions),
    );
    assert.equal(calls.time[functions - 1], count - functions);
  });
});

describe("the profile's kernel", () => {
  it('is what its source compiles to', async () => {
    const folder = new URL('../../../src/profile/', import.meta.url);
    const build = new URL('../../../src/build-kernel.mjs', import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, [build.pathname, folder.pathname, '--print']);
    const committed = await readFile(new URL('kernel.generated.ts', folder), 'utf8');
    assert.ok(stdout === committed, 'kernel.generated.ts is out of date: run src/build-kernel.mjs src/profile');
  });
});

function checkTree({ tree, functions, calls }: Analysis, plain: PlainAnalysis): void {
  assert.deepEqual(
    Array.from(tree.parent, (_, node) => [tree.selfTime[node], tree.selfSamples[node], tree.totalTime[node]]),
    plain.nodes,
  );
  assert.deepEqual(
    functions.name.map((_, row) => [
      ...[functions.selfTime[row], functions.selfSamples[row]],
      ...[functions.totalTime[row], functions.totalSamples[row]],
    ]),
    plain.functions,
  );
  const pairs = Array.from(calls.caller, (caller, row) => [`${caller}:${calls.callee[row]}`, calls.time[row]]);
  assert.equal(pairs.length, Object.keys(plain.calls).length);
  assert.deepEqual(Object.fromEntries(pairs), plain.calls);
  checkOrder(calls.caller, calls.time);
}

function checkLines({ lines, sources }: Analysis, plain: PlainAnalysis): void {
  const keyOf = (row: number): string => `${lines.source[row]}:${lines.line[row]}`;
  assert.deepEqual(Array.from(lines.source.keys(), keyOf).sort(), Object.keys(plain.lines).sort());
  assert.ok(lines.source.every((source) => source < sources.length));
  lines.source.forEach((_, row) => {
    const line = plain.lines[keyOf(row)];
    assert.deepEqual(
      [lines.selfTime[row], lines.selfSamples[row], lines.function[row], lines.reason[row]],
      [line.self, line.samples, line.function, causeOf(line) || -1],
    );
    if (!Number.isNaN(lines.totalTime[row])) assert.equal(lines.totalTime[row], line.total);
    assert.ok(Math.abs(lines.gcTime[row] - line.gc) <= 1e-9 * line.gc);
  });
  const { spots } = lines;
  const found = Array.from(spots.lineRow, (row, i) => [`${keyOf(row)}:${spots.column[i]}`, spots.selfTime[i]]);
  assert.deepEqual(Object.fromEntries(found), plain.spots);
  checkOrder(spots.lineRow, spots.selfTime);
}

/** The worst cause where uncertain time is a notable part of a line, as its reason says it. */
function causeOf({ self, byCause }: PlainLine): number {
  const uncertain = [...byCause].filter(([cause]) => cause !== 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const whole = uncertain.reduce((sum, [, time]) => sum + time, 0);
  return whole > 0 && whole >= self * 0.02 ? uncertain[0][0] : 0;
}

function checkQuality({ quality, functions }: Analysis, plain: PlainAnalysis, { samples }: Profile): void {
  const active = plain.timeOf.reduce((sum, time) => sum + time, 0) - plain.timeOf[Category.idle];
  assert.deepEqual(
    [quality.activeTime, quality.idleTime, quality.gcTime, quality.programTime, quality.activeSamples],
    [active, ...[Category.idle, Category.gc, Category.program].map((kind) => plain.timeOf[kind]), plain.activeSamples],
  );
  const durations = Array.from(samples.node, (_, i) => samples.start[i + 1] - samples.start[i]).filter((d) => d > 0);
  const median = durations.sort((a, b) => a - b)[(durations.length - 1) >> 1];
  if (median === undefined) assert.equal(quality.achievedInterval, undefined);
  else assert.ok(Math.abs((quality.achievedInterval ?? NaN) - median) <= median * 0.01);
  assert.equal(quality.lostSamples, median === undefined ? undefined : plain.lost);
  assert.equal(quality.waitingTime, samples.cpu && plain.waiting);
  const exact = Object.values(plain.lines).reduce((sum, { byCause }) => sum + (byCause.get(0) ?? 0), 0);
  const inScripts = plain.functions.filter((_, row) => functions.category[row] <= Category.node);
  const scriptTime = inScripts.reduce((sum, [self]) => sum + self, 0);
  assert.ok(Math.abs(quality.exactShare - (scriptTime > 0 ? exact / scriptTime : 0)) < 1e-9);
}

/** By the first column, then the most time first. */
function checkOrder(first: Int32Array, time: Float64Array): void {
  for (let row = 1; row < first.length; row++)
    assert.ok(first[row - 1] < first[row] || (first[row - 1] === first[row] && time[row - 1] >= time[row]));
}
