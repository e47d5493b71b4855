import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Analysis,
  buildAnalysis,
  Category,
  type Mapping,
  mergeProfiles,
  type Profile,
  summarizeProfile,
  type Thread,
  type ThreadProfile,
} from '../../../src/core/index.ts';
import { noMoves } from '../../../src/core/repair-inlining.ts';
import { analysisOfProfile, profileFromStacks, type StackOptions } from '../../support/profile-from-stacks.ts';
import { type RandomModel, randomModel } from './random-model.ts';

const threadAt = (id: number): Thread =>
  id === 0 ? { id, kind: 'main', name: 'main.js' } : { id, parent: 0, kind: 'worker', name: `worker ${id}` };

function threadsOf(...profiles: readonly Profile[]): ThreadProfile[] {
  return profiles.map((profile, id) => ({ thread: threadAt(id), offset: id * 500, profile, moves: noMoves }));
}

function analysisOf(...threads: readonly (readonly [stacks: readonly string[], options?: StackOptions])[]): Analysis {
  const { profile } = mergeProfiles(threadsOf(...threads.map((thread) => profileFromStacks(...thread))));
  return analysisOfProfile(profile);
}

/** Milliseconds, self and total, and samples of each line. */
function linesOf({ lines, sources }: Analysis): Record<string, readonly number[]> {
  return Object.fromEntries(
    Array.from(lines.line, (line, row) => [
      `${sources[lines.source[row]].path.slice('/app/'.length, -'.js'.length)}:${line}`,
      [lines.selfTime[row] / 1000, lines.totalTime[row] / 1000, lines.selfSamples[row]],
    ]),
  );
}

describe('several threads together', () => {
  it('have the time of all of them, also what passed at once', () => {
    const { quality } = analysisOf([['f:2', 'f:2', '(idle)']], [['f:2', '(garbage collector)']], [['g:3']]);
    assert.deepEqual([quality.activeTime, quality.idleTime, quality.gcTime], [5000, 1000, 1000]);
    assert.deepEqual([quality.samples, quality.activeSamples], [6, 5]);
    // The second begins half a millisecond later, the third one.
    assert.equal(quality.duration, 3000);
  });

  it('add up in lines and functions, and are told apart in their samples', () => {
    const analysis = analysisOf([['main:2 > f:5', 'main:2']], [['work:3 > f:5', 'work:3 > f:6']]);
    assert.deepEqual(linesOf(analysis), { 'main:2': [1, NaN, 1], 'f:5': [2, NaN, 2], 'f:6': [1, NaN, 1] });
    const nameOf = (node: number): string => analysis.functions.name[analysis.tree.function[node]];
    assert.deepEqual(
      analysis.lanes.map(({ thread, offset, samples }) => [thread, offset, Array.from(samples.node, nameOf)]),
      [
        [0, 0, ['f', 'main']],
        [1, 500, ['f', 'f']],
      ],
    );
  });

  it('know the total of a line only where every sampler knows call sites', () => {
    const withCalls = { callSites: true };
    const stacks = ['main:2 > f:5'];
    assert.equal(linesOf(analysisOf([stacks, withCalls], [stacks, withCalls]))['main:2'][1], 2);
    assert.ok(Number.isNaN(linesOf(analysisOf([stacks, withCalls], [stacks]))['f:5'][1]));
    assert.equal(linesOf(analysisOf([stacks, withCalls], [[]]))['main:2'][1], 1);
  });

  it('give a collection to who ran before it in the same thread', () => {
    const { lines, sources } = analysisOf([['f:2']], [['(garbage collector)', 'g:3', '(garbage collector)']]);
    const gc = Object.fromEntries(Array.from(lines.source, (source, row) => [sources[source].path, lines.gcTime[row]]));
    assert.deepEqual(gc, { '/app/f.js': 0, '/app/g.js': 1000 });
  });

  it('weigh each thread by its own clock, and call that CPU time only where all have one', () => {
    const onCpu = { cpu: [200, 200] };
    const both = analysisOf([['f:2', 'f:2'], onCpu], [['f:2', 'f:2'], onCpu]);
    const one = analysisOf([['f:2', 'f:2'], onCpu], [['f:2', 'f:2']]);
    assert.deepEqual([both.quality.clock, both.quality.activeTime, linesOf(both)['f:2'][0]], ['cpu', 800, 0.8]);
    assert.deepEqual([one.quality.clock, one.quality.activeTime, linesOf(one)['f:2'][0]], ['wall', 2400, 2.4]);
  });

  it('take the interval of the busiest, and count losses of each by its own', () => {
    const { quality } = analysisOf(
      [Array<string>(10).fill('f:2'), { durations: [...Array<number>(9).fill(100), 300], facts: { reportedLost: 1 } }],
      [Array<string>(10).fill('f:2'), { durations: Array<number>(10).fill(1000) }],
    );
    assert.equal(quality.achievedInterval, 1000);
    assert.equal(quality.lostSamples, 1);
  });

  it('say once what was noticed of all, and else of which', () => {
    const shared = { code: 'recording-newer', severity: 'warning' } as const;
    const own = { code: 'sampling-ended-early', severity: 'warning', afterUs: 5 } as const;
    const { diagnostics } = analysisOf(
      [['f:2'], { facts: { diagnostics: [shared] } }],
      [['f:2'], { facts: { diagnostics: [shared, own] } }],
    );
    assert.deepEqual(diagnostics, [shared, { ...own, inThreads: ['worker 1'] }]);
  });

  it('count the samples of a process once, whose threads all tell them', () => {
    const repaired = (samples: number, mended: number): Profile =>
      profileFromStacks(['f:2'], { facts: { frameRepair: { state: 'on', samples, mended } } });
    const [main, worker, child] = threadsOf(repaired(90, 8), repaired(100, 9), repaired(30, 2));
    const threads = [
      { ...main, thread: { ...main.thread, pid: 7 } },
      { ...worker, thread: { ...worker.thread, pid: 7 } },
      { ...child, thread: { ...child.thread, pid: 8 } },
    ];
    const { frameRepair } = mergeProfiles(threads).profile.recording;
    assert.deepEqual(frameRepair, { state: 'on', samples: 130, mended: 11 });
  });

  it('list each with its own time', () => {
    const { threads } = analysisOf([['f:2', '(idle)'], { facts: { cpuTime: 900 } }], [['f:2', 'g:3']]);
    assert.deepEqual(
      threads.map(({ name, activeTime, cpuTime, samples }) => [name, activeTime, cpuTime, samples]),
      [
        ['main.js', 1000, 900, 2],
        ['worker 1', 2000, undefined, 2],
      ],
    );
  });

  it('map a script once that several ran, unless its text differs', () => {
    const [a, b, c] = [['f:2'], ['f:2'], ['f:2']].map((stacks) => profileFromStacks(stacks));
    const changed = { ...c, scripts: c.scripts.map((script) => ({ ...script, contentHash: 'other' })) };
    const { profile } = mergeProfiles(threadsOf(a, b, changed));
    assert.equal(profile.scripts.length, 2);
    assert.deepEqual(
      Array.from(profile.positions.script, (script) => profile.scripts[script].contentHash),
      [undefined, undefined, undefined, undefined, 'other', 'other'],
    );
  });

  it('have intervals as narrow as all of their samples allow', () => {
    const stacks = Array.from({ length: 100 }, (_, i) => (i % 4 === 0 ? 'f:2' : 'g:3'));
    const widthOf = ({ lines }: Analysis): number => lines.shareHigh[0] - lines.shareLow[0];
    const one = widthOf(analysisOf([stacks]));
    const four = widthOf(analysisOf([stacks], [stacks], [stacks], [stacks]));
    const joined = widthOf(analysisOf([[...stacks, ...stacks, ...stacks, ...stacks]]));
    assert.ok(Math.abs(four - joined) < 1e-12);
    assert.ok(Math.abs(one / four - 2) < 0.1, String(one / four));
  });
});

describe('the whole of several threads', () => {
  it('is the sum of its parts', () => {
    const model = randomModel.filter(({ moves }) => moves.from.every((node) => node > 0));
    fc.assert(fc.property(fc.array(model, { minLength: 2, maxLength: 4 }), assertIsSum), { numRuns: 150 });
  });
});

/** Each figure of the whole is the sum of those of its threads; rows are found by what they say. */
function assertIsSum(models: readonly RandomModel[]): void {
  const threads = models.map(({ profile, moves }, id) => ({ thread: threadAt(id), offset: 0, profile, moves }));
  const { profile, moves } = mergeProfiles(threads);
  const whole = buildAnalysis('whole', profile, joinMappings(models), moves);
  const parts = models.map((model) => buildAnalysis('part', model.profile, model.mapping, model.moves));
  const { callPosition, areCallsPartial } = profile.tree;
  const areTotalsKnown = callPosition !== undefined && !areCallsPartial;
  assert.ok(whole.lines.totalTime.every((time) => Number.isNaN(time) !== areTotalsKnown));
  const lines = areTotalsKnown && models.every(knowsCalls) ? [lineFigures, lineTotals] : [lineFigures];
  for (const figuresOf of [functionFigures, callFigures, ...lines]) {
    const expected = addUp(parts.map(figuresOf));
    const actual = figuresOf(whole);
    assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort());
    for (const [key, values] of actual)
      values.forEach((value, i) => assert.ok(isNear(value, expected.get(key)?.[i] ?? NaN), `${key}: ${value}`));
  }
  const sum = (pick: (part: Analysis) => number): number => parts.reduce((all, part) => all + pick(part), 0);
  for (const name of ['activeTime', 'idleTime', 'gcTime', 'samples', 'activeSamples'] as const)
    assert.ok(
      isNear(
        whole.quality[name],
        sum(({ quality }) => quality[name]),
      ),
      name,
    );
  whole.threads.forEach((thread, i) => assert.deepEqual({ ...thread, ...threadAt(i) }, thread));
  whole.threads.forEach((thread, i) => {
    const { activeTime, samples } = summarizeProfile(threads[i]);
    assert.ok(isNear(thread.activeTime ?? NaN, activeTime ?? NaN) && thread.samples === samples);
  });
  assert.ok(whole.lines.selfTime.every((time, row) => time >= 0 && whole.lines.shareHigh[row] <= 1));
}

/** A tree that is nothing but its root needs none. */
const knowsCalls = (model: RandomModel): boolean => model.profile.tree.callPosition !== undefined;

type Figures = ReadonlyMap<string, readonly number[]>;

const functionKey = ({ functions: f, sources }: Analysis, row: number): string =>
  [f.name[row], f.category[row], sources[f.source[row]]?.path, f.line[row], f.column[row]].join();

const functionFigures = (analysis: Analysis): Figures => {
  const { functions: f } = analysis;
  // Each thread has a root; the whole has one.
  const rows = [...f.name.keys()].filter((row) => f.category[row] !== Category.root);
  return new Map(
    rows.map((row) => [
      functionKey(analysis, row),
      [f.selfTime[row], f.totalTime[row], f.selfSamples[row], f.totalSamples[row]],
    ]),
  );
};

const lineFigures = ({ lines, sources }: Analysis): Figures =>
  new Map(
    Array.from(lines.line, (line, row) => [
      `${sources[lines.source[row]].path}:${line}`,
      [lines.selfTime[row], lines.selfSamples[row], lines.gcTime[row]],
    ]),
  );

const lineTotals = ({ lines, sources }: Analysis): Figures =>
  new Map(
    Array.from(lines.line, (line, row) => [`${sources[lines.source[row]].path}:${line}`, [lines.totalTime[row]]]),
  );

const callFigures = (analysis: Analysis): Figures => {
  const { caller, callee, time } = analysis.callPairs;
  return new Map(
    Array.from(time, (value, row) => [
      `${functionKey(analysis, caller[row])}>${functionKey(analysis, callee[row])}`,
      [value],
    ]),
  );
};

function addUp(parts: readonly Figures[]): Figures {
  const sums = new Map<string, number[]>();
  for (const part of parts)
    for (const [key, values] of part) {
      const before = sums.get(key);
      sums.set(
        key,
        values.map((value, i) => value + (before?.[i] ?? 0)),
      );
    }
  return sums;
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** The mapping that a mapper makes of the merged profile; all models have the same sources. */
function joinMappings(models: readonly RandomModel[]): Mapping {
  const mappings = models.map(({ mapping }) => mapping);
  const joined = (pick: (mapping: Mapping) => Int32Array | Uint8Array): number[] =>
    mappings.flatMap((mapping) => [...pick(mapping)]);
  return {
    sources: mappings[0].sources,
    positions: {
      source: Int32Array.from(joined(({ positions }) => positions.source)),
      line: Int32Array.from(joined(({ positions }) => positions.line)),
      column: Int32Array.from(joined(({ positions }) => positions.column)),
      precision: Uint8Array.from(joined(({ positions }) => positions.precision)),
    },
    frames: {
      name: mappings.flatMap(({ frames }) => frames.name),
      source: Int32Array.from(joined(({ frames }) => frames.source)),
      line: Int32Array.from(joined(({ frames }) => frames.line)),
      column: Int32Array.from(joined(({ frames }) => frames.column)),
    },
    diagnostics: [],
  };
}
