import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Analysis,
  buildTimeline,
  cutProfile,
  LineCause,
  Precision,
  threadOf,
  wholeUntil,
} from '../../../src/core/index.ts';
import { analysisOfProfile as analysisOf, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { holds } from '../../support/holds.ts';

/** `{ 'hot.js:4': 3 }`: self times of lines in milliseconds, with `~` where they are estimates. */
function lineTimes(analysis: Analysis): Record<string, number> {
  const { lines, sources } = analysis;
  const rows = Array.from(lines.line.keys()).filter((row) => lines.selfTime[row] > 0);
  return Object.fromEntries(
    rows.map((row) => {
      const doubt = lines.precision[row] === Precision.exact ? '' : '~';
      const name = sources[lines.source[row]].path.replace('/app/', '');
      return [`${doubt}${name}:${lines.line[row]}`, lines.selfTime[row] / 1000];
    }),
  );
}

const leaves = ['main:2', 'main:3', 'main:2 > hot:4', 'main:3 > hot:5', 'main:2 > hot:5', '(idle)', '(program)'];
const anySample = fc.record({
  ...{ stack: fc.constantFrom(...leaves), duration: fc.integer({ min: 1, max: 3000 }), share: fc.nat({ max: 10 }) },
});
const anyProfile = fc
  .record({
    samples: fc.array(anySample, { minLength: 1, maxLength: 30 }),
    samplePositions: fc.boolean(),
    hasClock: fc.boolean(),
  })
  .map(({ samples, samplePositions, hasClock }) => {
    const durations = samples.map(({ duration }) => duration);
    const cpu = samples.map(({ duration, share, stack }) => (stack === '(idle)' ? duration : (duration * share) / 10));
    const blocked = cpu.map((time, i) => (samples[i].stack === '(idle)' ? 0 : (durations[i] - time) / 2));
    const stacks = samples.map(({ stack }) => stack);
    return profileFromStacks(stacks, { durations, samplePositions, ...(hasClock && { cpu, blocked }) });
  });

/** All figures that add up over the parts of a recording, by what they are of. */
function figuresOf({ quality, functions, lines, sources }: Analysis): Map<string, number> {
  const { duration, activeTime, idleTime, programTime, blockedTime = 0 } = quality;
  const { selfTime, totalTime, blockedTime: blocked } = functions;
  return new Map<string, number>([
    ...Object.entries({ duration, activeTime, idleTime, programTime, blockedTime }),
    ...functions.name.flatMap((name, row): [string, number][] => [
      [`self ${name}`, selfTime[row]],
      [`total ${name}`, totalTime[row]],
      [`blocked ${name}`, blocked?.[row] ?? 0],
    ]),
    ...Array.from(lines.line, (line, row): [string, number] => [
      `${sources[lines.source[row]].path}:${line}`,
      lines.selfTime[row],
    ]),
  ]);
}

describe('a part of a recording', () => {
  holds(
    'and the rest add up to the whole, wherever and however often it is cut',
    [anyProfile, fc.uniqueArray(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 9 })],
    (profile, cuts) => {
      const end = profile.samples.start[profile.samples.node.length];
      const edges = [0, ...cuts.sort((a, b) => a - b).map((part) => (end * part) / 1000), end];
      const ranges = edges.slice(1).map((to, i) => ({ from: edges[i], to }));
      const parts = [0, 1].map((rest) => {
        const part = cutProfile(
          profile,
          ranges.filter(({ from, to }, i) => i % 2 === rest && to > from),
        );
        const { start, node } = part.samples;
        assert.ok(
          start.every((time, row) => row === 0 || time >= start[row - 1] - 1e-6),
          'in order of time',
        );
        assert.equal(start.length, node.length + 1);
        const analysis = analysisOf(part);
        assert.ok(analysis.quality.samples <= profile.samples.node.length, 'a sample counts once');
        assert.ok(analysis.quality.activeTime >= 0 && analysis.quality.idleTime >= 0);
        return figuresOf(analysis);
      });
      for (const [name, whole] of figuresOf(analysisOf(profile))) {
        // What is left out between ranges is below the root, too.
        if (name === 'total (root)') continue;
        const sum = (parts[0].get(name) ?? 0) + (parts[1].get(name) ?? 0);
        assert.ok(Math.abs(sum - whole) < 1e-6, `${name}: ${sum} of ${whole}`);
      }
    },
  );

  const stacks = ['main:2 > hot:4', 'main:2 > hot:4', 'main:2 > hot:5', 'main:2 > hot:5', 'main:3'];

  it('has the lines of its own samples where the sampler tells them', () => {
    const profile = profileFromStacks(stacks, { samplePositions: true });
    assert.deepEqual(lineTimes(analysisOf(cutProfile(profile, [{ from: 500, to: 3000 }]))), {
      'hot.js:4': 1.5,
      'hot.js:5': 1,
    });
  });

  it('has elsewhere its part of each line of a function, as an estimate', () => {
    const part = analysisOf(cutProfile(profileFromStacks(stacks), [{ from: 1000, to: 2000 }]));
    assert.deepEqual(lineTimes(part), { '~hot.js:4': 0.5, '~hot.js:5': 0.5 });
    const row = part.lines.selfTime.findIndex((time) => time > 0);
    assert.equal(part.lines.reason[row], LineCause.partial);
  });

  it('is sure of functions of one line, and of those that ran in it only', () => {
    const within = analysisOf(cutProfile(profileFromStacks(stacks), [{ from: 0, to: 4500 }]));
    assert.deepEqual(lineTimes(within), { 'hot.js:4': 2, 'hot.js:5': 2, 'main.js:3': 0.5 });
  });

  it('may have no sample at all', () => {
    const none = analysisOf(cutProfile(profileFromStacks(stacks), [{ from: 9000, to: 9500 }]));
    assert.deepEqual([none.quality.samples, none.quality.activeTime, lineTimes(none)], [0, 0, {}]);
  });

  it('has the builtins of its lines', () => {
    const profile = profileFromStacks(stacks, { samplePositions: true });
    const [hot, position] = [profile.frames.name.indexOf('hot'), profile.ticks.position[0]];
    const builtins = {
      ...{ names: ['LoadIC'], builtin: Int32Array.of(0), frame: Int32Array.of(hot), position: Int32Array.of(position) },
      ...{ within: Int32Array.of(-1), time: Float64Array.of(1000) },
    };
    assert.deepEqual([...(cutProfile({ ...profile, builtins }, [{ from: 0, to: 1000 }]).builtins?.time ?? [])], [500]);
    assert.deepEqual([...(cutProfile({ ...profile, builtins }, [{ from: 3000, to: 5000 }]).builtins?.time ?? [])], []);
  });
});

describe('a part that the thread itself marked', () => {
  /** A sample each millisecond, of 0.6 ms of `main` and what it calls in turn. */
  const stacks = ['main:2', 'main:2 > hot:4', 'main:2', 'main:2 > hot:5', 'main:3', 'main:3'];
  const timesIn = (...ranges: { from: number; to: number }[]): Record<string, number> =>
    lineTimes(analysisOf(cutProfile(profileFromStacks(stacks, { samplePositions: true }), ranges, true)));

  it('has nothing of what ran before it: its first sample begins with it', () => {
    assert.deepEqual(timesIn({ from: 500, to: 1800 }), { '~hot.js:4': 1.3 });
    assert.deepEqual(timesIn({ from: 1000, to: 1800 }), { '~hot.js:4': 0.8 });
    const several = timesIn({ from: 500, to: 1500 }, { from: 2500, to: 3500 });
    assert.deepEqual(several, { '~hot.js:4': 1, '~hot.js:5': 1 });
  });

  it('is idle time where no sample is in it', () => {
    const none = cutProfile(profileFromStacks(stacks), [{ from: 300, to: 900 }], true);
    const { quality } = analysisOf(none);
    assert.deepEqual([quality.activeTime, quality.idleTime], [0, 600]);
  });

  it('is an estimate where its spans are short, by either sampler', () => {
    for (const sampler of ['inspector', 'v8log'] as const)
      for (const [duration, mark] of [
        [45_000, '~'],
        [55_000, ''],
      ] as const) {
        const profile = profileFromStacks(['main:2', 'main:3'], {
          ...{ samplePositions: true, facts: { sampler }, durations: [20_000, 80_000] },
        });
        const part = analysisOf(cutProfile(profile, [{ from: 20_000, to: 20_000 + duration }], true));
        assert.deepEqual(lineTimes(part), { [`${mark}main.js:3`]: duration / 1000 });
      }
  });
});

describe('a part of a recording with builtins below native code', () => {
  it('has what the line that called them has of them there', () => {
    const inSort = 'main:2 > [sort]';
    const profile = profileFromStacks([inSort, 'main:2', inSort, inSort], { samplePositions: true, callSites: true });
    const main = profile.frames.name.indexOf('main');
    const builtins = {
      ...{ names: ['MergeAt'], builtin: Int32Array.of(0), frame: Int32Array.of(main) },
      ...{ position: Int32Array.of(profile.tree.callPosition?.[profile.samples.node[0]] ?? -1) },
      ...{ within: Int32Array.of(-1), time: Float64Array.of(2400) },
    };
    const timeIn = (from: number, to: number): number[] => [
      ...(cutProfile({ ...profile, builtins }, [{ from, to }]).builtins?.time ?? []),
    ];
    assert.deepEqual([timeIn(0, 2000), timeIn(2000, 4000), timeIn(0, 4000)], [[1200], [1200], [2400]]);
  });
});

describe('the timeline of a recording', () => {
  holds(
    'has the active time of each thread where it was active, from the first sample on',
    [anyProfile, anyProfile, fc.nat({ max: 5000 })],
    (one, other, offset) => {
      const threads = [one, other].map((profile, i) => ({
        thread: threadOf(profile.recording),
        profile,
        offset: i * offset,
      }));
      const timeline = buildTimeline(threads);
      assert.ok(timeline);
      timeline.threads.forEach(({ active, from, to }, i) => {
        const { quality } = analysisOf(threads[i].profile);
        const sum = active.reduce((all, time) => all + time, 0);
        assert.ok(Math.abs(sum - quality.activeTime) < 1e-6, `${sum} of ${quality.activeTime}`);
        assert.equal(to - from, quality.duration);
        const part = timeline.duration / active.length;
        active.forEach((time, at) => {
          const isOutside = (at + 1) * part < from - 1e-6 || at * part > to + 1e-6;
          assert.ok(time <= part * 1.0001 && !(isOutside && time > 1e-6), `${at}: ${time}`);
        });
      });
    },
  );

  it('is whole up to where all have written that still write, while the recording grows', () => {
    const untilOf = (...ends: readonly number[]): number =>
      wholeUntil({
        duration: Math.max(...ends),
        threads: ends.map((to, thread) => ({ thread, from: 0, to, active: new Float64Array() })),
      });
    assert.equal(untilOf(20e6), 20e6);
    assert.equal(untilOf(20e6, 18.5e6, 19e6), 18.5e6);
    assert.equal(untilOf(20e6, 3e6, 19e6), 19e6);
  });

  it('is unknown without samples', () => {
    const profile = profileFromStacks([]);
    assert.equal(buildTimeline([{ thread: threadOf(profile.recording), profile, offset: 0 }]), undefined);
  });
});
