import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Analysis, Category, precisionNames, type Profile } from '../../../src/core/index.ts';
import { analysisOf, analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { holds } from '../../support/holds.ts';
import { byLine } from '../../support/told.ts';

/** `{ 'f:3': [self ms, total ms, precision] }`, what a user reads off the line table. */
function linesOf(analysis: Analysis): Record<string, [number, number, string]> {
  const { selfTime, totalTime, precision } = analysis.lines;
  return byLine(analysis, (row) => [selfTime[row] / 1000, totalTime[row] / 1000, precisionNames[precision[row]]]);
}

function functionsOf({ functions }: Analysis): Record<string, [number, number]> {
  return Object.fromEntries(
    functions.name.map((name, row) => [name, [functions.selfTime[row] / 1000, functions.totalTime[row] / 1000]]),
  );
}

describe('buildAnalysis', () => {
  it('charges native code to the line that calls it', () => {
    const lines = linesOf(analysisOf(['main:2 > [sort] > [compare]', 'main:2'], { callSites: true }));
    assert.deepEqual(lines['main:2'], [2, 2, 'exact']);
  });

  it('charges native code to the function that calls it, and says so, where the sampler tells no call sites', () => {
    assert.deepEqual(linesOf(analysisOf(['main:2 > [sort] > [compare]', 'main:2'])), {
      'main:1': [1, NaN, 'function'],
      'main:2': [1, NaN, 'exact'],
    });
  });

  it('names the function that spent the most on a line, the calling one where that is native below native code', () => {
    for (const stacks of [['main:2 > f:5', 'main:2'], ['main:2 > [require] > [compile]']]) {
      const { lines, functions } = analysisOf(stacks, { callSites: true });
      assert.equal(functions.name[lines.function[lines.line.indexOf(2)]], 'main');
    }
  });

  it('names a function also on a line whose samples have no CPU time', () => {
    const { lines, functions } = analysisOf(['f:2', 'g:2'], { cpu: [0, 1000] });
    assert.equal(Array.from(lines.function, (row) => functions.name[row]).join(), 'f,g');
  });

  it('counts native code as self time of the function that calls it', () => {
    const functions = functionsOf(analysisOf(['main:2 > [sort] > [compare]', 'main:2', '[startup]']));
    assert.deepEqual(functions, { '(root)': [0, 3], main: [2, 2], sort: [0, 1], compare: [0, 1], startup: [1, 1] });
  });

  it('falls back to the function, and says so, where several original lines share the sampled one, or nothing ticks', () => {
    const shared = analysisOf(['f:5', 'f:6'], { ambiguous: ['f:5', 'f:6'] });
    assert.deepEqual(linesOf(shared), { 'f:1': [2, NaN, 'function'] });
    assert.deepEqual(linesOf(analysisOf(['f'])), { 'f:1': [1, NaN, 'function'] });
  });

  it('keeps idle out of active time, and program and garbage collection in', () => {
    const { quality, functions } = analysisOf(['f:2', '(idle)', '(program)', '(garbage collector)']);
    assert.deepEqual([quality.activeTime, quality.activeSamples], [3000, 3]);
    assert.deepEqual([quality.idleTime, quality.programTime, quality.gcTime], [1000, 1000, 1000]);
    assert.equal(functions.category[functions.name.indexOf('(idle)')], Category.idle);
  });

  it('weighs samples by their duration, not by their number; by CPU time where it was recorded, and says what was spent waiting', () => {
    const durations = [1000, 9000];
    const byDuration = functionsOf(analysisOf(['f:2', 'g:2'], { durations }));
    assert.deepEqual([byDuration.f[0], byDuration.g[0]], [1, 9]);
    const analysis = analysisOf(['f:2', 'g:2'], { durations, cpu: [1000, 1000] });
    assert.deepEqual(
      [functionsOf(analysis).g, linesOf(analysis)['g:2']],
      [
        [1, 1],
        [1, NaN, 'exact'],
      ],
    );
    const { valueName, activeTime, waitingTime } = analysis.quality;
    assert.deepEqual([valueName, activeTime, waitingTime], ['cpu', 2000, 8000]);
  });

  it('counts what an idle thread waited for a CPU once it woke up, so that all times add up', () => {
    const { quality } = analysisOf(['f:2', '(idle)'], { durations: [1000, 9000], cpu: [1000, 7000] });
    assert.deepEqual([quality.activeTime, quality.idleTime, quality.waitingTime], [1000, 7000, 2000]);
  });

  it('lays garbage collection beside the line that ran before it, not into its self time', () => {
    const analysis = analysisOf(['f:2', '(garbage collector)', 'g:2', '(idle)', '(garbage collector)']);
    const { lines } = analysis;
    assert.deepEqual(linesOf(analysis)['f:2'], [1, NaN, 'exact']);
    assert.deepEqual([...lines.gcTime], [1000, 0]);
  });

  it('takes no burst of samples for the interval', () => {
    const durations = Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? 1000 : 7));
    const { quality } = analysisOf(
      durations.map(() => 'f:2'),
      { durations, facts: { requestedIntervalUs: 1000 } },
    );
    assert.equal(quality.achievedInterval, 1000);
    assert.equal(quality.lostSamples, 0);
  });

  it('counts no samples of a line while it was blocked', () => {
    const options = { cpu: [1000, 30, 30], blocked: [0, 970, 970] };
    const { quality, functions, lines } = analysisOf(['f:2', 'g:2', 'g:2'], options);
    assert.deepEqual([...(lines.blockedTime ?? [])], [0, 1940]);
    assert.deepEqual([...functions.selfSamples.slice(1)], [1, 0]);
    assert.deepEqual([quality.activeSamples, quality.samples], [1, 3]);
    assert.deepEqual([quality.blockedTime, quality.waitingTime], [1940, 0]);
  });

  it('knows no interval, and so no loss, of times that no sampler can have taken', () => {
    const { quality } = analysisOf(['f:2', 'f:2', 'f:2'], { durations: [0.25, 0.25, 0.25] });
    assert.deepEqual([quality.achievedInterval, quality.lostSamples], [undefined, undefined]);
  });

  it('makes no difference between an empty recording and nothing', () => {
    const { quality, lines } = analysisOf([]);
    assert.deepEqual([quality.activeTime, quality.achievedInterval, lines.line.length], [0, undefined, 0]);
  });

  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const part = fc.tuple(name, fc.integer({ min: 2, max: 4 })).map(([text, line]) => `${text}:${line}`);
  const stack = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' > '));
  holds(
    'keeps every total between its self time and the whole, and loses no time',
    [fc.array(stack, { minLength: 1, maxLength: 30 })],
    (stacks) => {
      const { functions, lines, quality } = analysisOf(stacks, { callSites: true });
      const whole = quality.activeTime + 1e-6;
      functions.name.forEach((_, row) => {
        assert.ok(functions.totalTime[row] <= whole && functions.totalTime[row] >= functions.selfTime[row] - 1e-6);
      });
      lines.line.forEach((_, row) => {
        assert.ok(lines.totalTime[row] <= whole && lines.totalTime[row] >= lines.selfTime[row] - 1e-6);
        assert.ok(lines.shareLow[row] <= lines.selfTime[row] / whole + 1e-9);
        assert.ok(lines.shareHigh[row] >= lines.selfTime[row] / whole - 1e-9);
      });
      const sum = lines.selfTime.reduce((total, time) => total + time, 0);
      assert.ok(Math.abs(sum - quality.activeTime) < 1e-6);
    },
  );

  /** Times of functions, of pairs of functions and of lines, each once per stack, the simple way, in milliseconds. */
  function plainTotals(stacks: readonly string[], callSites: boolean): Record<string, number> {
    const totals: Record<string, number> = {};
    for (const text of stacks) {
      const names = ['(root)', ...text.split(' > ').map((part) => part.split(':')[0])];
      const pairs = names.slice(1).map((callee, i) => `${names[i]} > ${callee}`);
      const lines = callSites ? text.split(' > ') : [];
      for (const key of new Set([...names, ...pairs, ...lines])) totals[key] = (totals[key] ?? 0) + 1;
    }
    return totals;
  }

  /** The same profile with its nodes in breadth-first order and its ticks reversed. */
  function levelByLevel(profile: Profile): Profile {
    const { tree, samples, ticks } = profile;
    const depth = new Int32Array(tree.parent.length);
    for (let node = 1; node < depth.length; node++) depth[node] = depth[tree.parent[node]] + 1;
    const order = Int32Array.from(depth.keys()).sort((a, b) => depth[a] - depth[b] || a - b);
    const moved = order.map((_, row) => order.indexOf(row));
    return {
      ...profile,
      tree: {
        frame: order.map((old) => tree.frame[old]),
        parent: order.map((old) => (tree.parent[old] < 0 ? -1 : moved[tree.parent[old]])),
        callPosition: tree.callPosition && order.map((old) => tree.callPosition?.[old] ?? -1),
      },
      samples: { ...samples, node: samples.node.map((node) => moved[node]) },
      ticks: {
        node: ticks.node.map((node) => moved[node]).reverse(),
        position: ticks.position.slice().reverse(),
        count: ticks.count.slice().reverse(),
        time: ticks.time.slice().reverse(),
      },
    };
  }

  holds(
    'counts functions, calls and lines once per stack, also recursive ones, as a plain count does, whatever the order of the rows',
    [fc.array(stack, { minLength: 1, maxLength: 30 }), fc.boolean()],
    (stacks, callSites) => {
      const drawn = profileFromStacks(stacks, { callSites });
      const lines: Record<string, [number, number, string]>[] = [];
      for (const profile of [drawn, levelByLevel(drawn)]) {
        const analysis = analysisOfProfile(profile);
        const { functions, callPairs: calls } = analysis;
        const got = Object.fromEntries(functions.name.map((text, row) => [text, functions.totalTime[row] / 1000]));
        calls.caller.forEach((caller, row) => {
          got[`${functions.name[caller]} > ${functions.name[calls.callee[row]]}`] = calls.time[row] / 1000;
          const isSorted = row === 0 || calls.caller[row - 1] < caller || calls.time[row - 1] >= calls.time[row];
          assert.ok(isSorted);
        });
        for (const [line, [, total]] of Object.entries(linesOf(analysis))) if (callSites) got[line] = total;
        assert.deepEqual(got, plainTotals(stacks, callSites));
        lines.push(linesOf(analysis));
      }
      assert.deepEqual(lines[1], lines[0]);
    },
  );
});
