import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Analysis,
  Category,
  cutProfile,
  mergeProfiles,
  type Profile,
  summarizeProfile,
  type Thread,
  type ThreadProfile,
} from '../../../src/core/index.ts';
import { analysisOfProfile, profileFromStacks, type StackOptions } from '../../support/profile-from-stacks.ts';
import { holds } from '../../support/holds.ts';
import { byLine, wordsOf } from '../../support/told.ts';

const threadAt = (id: number): Thread =>
  id === 0 ? { id, kind: 'main', name: 'main.js' } : { id, parent: 0, kind: 'worker', name: `worker ${id}` };

function threadsOf(...profiles: readonly Profile[]): ThreadProfile[] {
  return profiles.map((profile, id) => ({ thread: threadAt(id), offset: id * 500, profile }));
}

function analysisOf(...threads: readonly (readonly [stacks: readonly string[], options?: StackOptions])[]): Analysis {
  const profile = mergeProfiles(threadsOf(...threads.map((thread) => profileFromStacks(...thread))));
  return analysisOfProfile(profile);
}

/** Milliseconds, self and total, and samples of each line. */
function linesOf(analysis: Analysis): Record<string, readonly number[]> {
  const { selfTime, totalTime, selfSamples } = analysis.lines;
  return byLine(analysis, (row) => [selfTime[row] / 1000, totalTime[row] / 1000, selfSamples[row]]);
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
    assert.deepEqual(wordsOf(analysis.lanes, 'thread', 'offset'), ['0 0', '1 500']);
    const nameOf = (node: number): string => analysis.functions.name[analysis.tree.function[node]];
    const tops = analysis.lanes.map(({ samples }) => Array.from(samples.node, nameOf).join());
    assert.deepEqual(tops, ['f,main', 'f,f']);
  });

  it('know the total of a line only where every sampler knows call sites', () => {
    const withCalls = { callSites: true };
    const stacks = ['main:2 > f:5'];
    assert.equal(linesOf(analysisOf([stacks, withCalls], [stacks, withCalls]))['main:2'][1], 2);
    assert.ok(Number.isNaN(linesOf(analysisOf([stacks, withCalls], [stacks]))['f:5'][1]));
    assert.equal(linesOf(analysisOf([stacks, withCalls], [[]]))['main:2'][1], 1);
  });

  it('weigh each thread by its own clock, and call that CPU time only where all have one', () => {
    const onCpu = { cpu: [200, 200] };
    const both = analysisOf([['f:2', 'f:2'], onCpu], [['f:2', 'f:2'], onCpu]);
    const one = analysisOf([['f:2', 'f:2'], onCpu], [['f:2', 'f:2']]);
    assert.deepEqual([both.quality.valueName, both.quality.activeTime, linesOf(both)['f:2'][0]], ['cpu', 800, 0.8]);
    assert.deepEqual([one.quality.valueName, one.quality.activeTime, linesOf(one)['f:2'][0]], ['wall', 2400, 2.4]);
  });

  it('take the interval of the busiest, and count losses of each by its own', () => {
    const { quality } = analysisOf(
      [['10× f:2'], { durations: [...Array<number>(9).fill(100), 300], facts: { reportedLost: 1 } }],
      [['10× f:2'], { durations: Array<number>(10).fill(1000) }],
    );
    assert.equal(quality.achievedInterval, 1000);
    assert.equal(quality.lostSamples, 1);
  });

  it('know what began their collections, on lines and in functions; a part of them does not', () => {
    const begunBy = (stacks: readonly string[], node: number, line: number, time: number): Profile => {
      const profile = profileFromStacks(stacks);
      const position = Int32Array.of(profile.positions.line.indexOf(line));
      return {
        ...profile,
        collections: { node: Int32Array.of(node), position, time: Float64Array.of(time), count: Uint32Array.of(1) },
      };
    };
    // The collections of the second thread begin in `sort`, which `g` calls.
    const native = profileFromStacks(['g:7 > [sort]', '(garbage collector)'], { callSites: true });
    const ofSort = {
      node: Int32Array.of(2),
      position: Int32Array.of(-1),
      time: Float64Array.of(2000),
      count: Uint32Array.of(3),
    };
    const threads = [
      begunBy(['f:2', '(garbage collector)'], 1, 2, 1000),
      { ...native, collections: ofSort },
      profileFromStacks(['f:2']),
    ];
    const profile = mergeProfiles(threadsOf(...threads));
    const { collections, functions, lines, ...rest } = analysisOfProfile(profile);
    assert.equal(collections, 4);
    assert.deepEqual(
      Object.fromEntries(functions.name.map((name, row) => [name, functions.gcTime?.[row]]).filter(([, time]) => time)),
      { f: 1000, g: 2000 },
    );
    assert.deepEqual(
      byLine({ ...rest, functions, lines }, (row) => lines.gcTime[row]),
      { 'f:2': 1000, 'g:7': 2000 },
    );
    assert.equal(cutProfile(threads[0], [{ from: 0, to: 1500 }]).collections, undefined);
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
    const { frameRepair } = mergeProfiles(threads).recording;
    assert.deepEqual(frameRepair, { state: 'on', samples: 130, mended: 11 });
  });

  it('list each with its own time', () => {
    const { threads } = analysisOf([['f:2', '(idle)'], { facts: { cpuTime: 900 } }], [['f:2', 'g:3']]);
    assert.deepEqual(wordsOf(threads, 'name', 'activeTime', 'cpuTime', 'samples'), [
      'main.js 1000 900 2',
      'worker 1 2000 undefined 2',
    ]);
  });

  it('map a script once that several ran, unless its text differs', () => {
    const [a, b, c] = [['f:2'], ['f:2'], ['f:2']].map((stacks) => profileFromStacks(stacks));
    const changed = { ...c, scripts: c.scripts.map((script) => ({ ...script, contentHash: 'other' })) };
    const profile = mergeProfiles(threadsOf(a, b, changed));
    assert.equal(profile.scripts.length, 2);
    const hashes = Array.from(profile.positions.script, (script) => profile.scripts[script].contentHash ?? 'none');
    assert.equal(hashes.join(' '), 'none none none none other other');
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

/** A thread that was drawn: what it ran, as text, and what a repair moved between its nodes. */
const place = fc.constantFrom('a:2', 'a:3', 'b:2', 'b:4', 'internal/c:5', '[sort]');
const anyStack = fc.oneof(
  { weight: 4, arbitrary: fc.array(place, { minLength: 1, maxLength: 5 }).map((places) => places.join(' > ')) },
  { weight: 1, arbitrary: fc.constantFrom('(idle)', '(program)', '(garbage collector)') },
);
const anySample = fc.record({
  stack: anyStack,
  duration: fc.integer({ min: 1, max: 5000 }),
  share: fc.nat({ max: 10 }),
});
const anyThread = fc
  .record({
    samples: fc.array(anySample, { minLength: 1, maxLength: 25 }),
    callSites: fc.boolean(),
    clock: fc.constantFrom('wall', 'cpu', 'blocked'),
    moves: fc.array(fc.nat(), { maxLength: 5 }),
  })
  .map(({ samples, callSites, clock, moves }) => {
    const durations = samples.map(({ duration }) => duration);
    const cpu = samples.map(({ duration, share }) => (duration * share) / 10);
    const blocked = cpu.map((time, i) => (durations[i] - time) / 2);
    const profile = profileFromStacks(
      samples.map(({ stack }) => stack),
      { durations, callSites, ...(clock !== 'wall' && { cpu }), ...(clock === 'blocked' && { blocked }) },
    );
    const nodeAt = (drawn: number): number => 1 + (drawn % (profile.tree.parent.length - 1));
    // Each of these repairs gave a row of ticks of another node to its own.
    const from = new Int32Array(profile.ticks.node.length).fill(-1);
    moves.forEach((drawn, i) => {
      const row = i % from.length;
      if (nodeAt(drawn) !== profile.ticks.node[row]) from[row] = nodeAt(drawn);
    });
    return { profile: { ...profile, ticks: { ...profile.ticks, ...(moves.length > 0 && { from }) } } };
  });

describe('the whole of several threads', () => {
  holds(
    'is the sum of its parts; rows are found by what they say',
    [fc.array(anyThread, { minLength: 2, maxLength: 4 })],
    (drawn) => {
      const threads = drawn.map((one, id) => ({ thread: threadAt(id), offset: 0, ...one }));
      const whole = analysisOfProfile(mergeProfiles(threads));
      const parts = drawn.map((one) => analysisOfProfile(one.profile));
      const areTotalsKnown = drawn.every((one) => one.profile.tree.callPosition !== undefined);
      assert.ok(whole.lines.totalTime.every((time) => Number.isNaN(time) !== areTotalsKnown));
      const isKnown = (name: string): boolean => areTotalsKnown || !name.startsWith('total of line');
      const expected = new Map<string, number>();
      for (const [name, value] of parts.flatMap(figuresOf)) expected.set(name, (expected.get(name) ?? 0) + value);
      const actual = new Map(figuresOf(whole));
      assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort());
      for (const [name, value] of actual)
        if (isKnown(name)) assert.ok(isNear(value, expected.get(name) ?? NaN), `${name}: ${value}`);
      whole.threads.forEach((thread, i) => {
        const { activeTime, samples } = summarizeProfile(threads[i]);
        assert.deepEqual({ ...thread, ...threadAt(i) }, thread);
        assert.ok(isNear(thread.activeTime ?? NaN, activeTime ?? NaN) && thread.samples === samples);
      });
      assert.ok(whole.lines.selfTime.every((time, row) => time >= 0 && whole.lines.shareHigh[row] <= 1));
    },
  );
});

it("no line's total is known where one of several threads tells too few calls", () => {
  const known = profileFromStacks(['main:1 > work:2'], { callSites: true });
  const partial = { ...known, tree: { ...known.tree, areCallsPartial: true } };
  const totals = [known, partial].map((second) => {
    const threads = [known, second].map((profile, id) => ({ thread: threadAt(id), offset: 0, profile }));
    return analysisOfProfile(mergeProfiles(threads)).lines.totalTime.some((time) => Number.isNaN(time));
  });
  assert.deepEqual(totals, [false, true]);
});

/** All that adds up, by what it is of. */
function figuresOf({ functions: f, lines, callPairs, quality, sources }: Analysis): [name: string, value: number][] {
  const functionAt = (row: number): string => [f.name[row], sources[f.source[row]]?.path, f.line[row]].join();
  const figures: [string, number][] = [];
  f.name.forEach((_, row) => {
    // Each thread has a root; the whole has one.
    if (f.category[row] === Category.root) return;
    for (const column of ['selfTime', 'totalTime', 'selfSamples', 'totalSamples'] as const)
      figures.push([`${column} of ${functionAt(row)}`, f[column][row]]);
  });
  lines.line.forEach((line, row) => {
    const place = `line ${sources[lines.source[row]].path}:${line}`;
    figures.push([`total of ${place}`, lines.totalTime[row]]);
    for (const column of ['selfTime', 'selfSamples', 'gcTime'] as const)
      figures.push([`${column} of ${place}`, lines[column][row]]);
  });
  callPairs.time.forEach((time, row) => {
    figures.push([`call of ${functionAt(callPairs.callee[row])} by ${functionAt(callPairs.caller[row])}`, time]);
  });
  for (const name of ['activeTime', 'idleTime', 'gcTime', 'samples', 'activeSamples'] as const)
    figures.push([name, quality[name]]);
  figures.push(['blockedTime', quality.blockedTime ?? 0]);
  return figures;
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
