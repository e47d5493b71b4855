import assert from 'node:assert/strict';
import { type Analysis, buildAnalysis } from '../../../src/core/index.ts';
import { capSamples } from '../../../src/core/unsampled.ts';
import { identityMapping, profileFromStacks, type StackOptions } from '../../support/profile-from-stacks.ts';

const IDLE = 7;
const UNSAMPLED = 9;

/** Rows and durations in ms after capping, as `row:ms`. */
function cap(
  durations: readonly number[],
  rows: readonly number[],
  cpu?: readonly number[],
  requested = 1000,
): string[] {
  const start = Float64Array.of(
    0,
    ...durations.map((_, i) => durations.slice(0, i + 1).reduce((a, b) => a + b) * 1000),
  );
  const columns = { node: Int32Array.from(rows), start, cpu: cpu && Float64Array.from(cpu, (ms) => ms * 1000) };
  const capped = capSamples(columns, {
    unsampledRow: () => UNSAMPLED,
    isKept: (row) => row === IDLE,
    requestedInterval: requested,
  });
  assert.equal(capped.start[capped.node.length], start[rows.length], 'the end stays');
  return Array.from(capped.node, (row, i) => {
    const ms = (capped.start[i + 1] - capped.start[i]) / 1000;
    return capped.cpu ? `${row}:${ms}/${capped.cpu[i] / 1000}` : `${row}:${ms}`;
  });
}

describe('capSamples', () => {
  it('gives what is above three intervals to nobody', () => {
    assert.deepEqual(cap([1, 1, 200, 1], [1, 2, 1, 2]), ['1:1', '2:1', '1:3', '9:197', '2:1']);
  });

  it('leaves idle time as long as it is, and samples without gaps as they are', () => {
    assert.deepEqual(cap([1, 200, 3], [1, IDLE, 1]), ['1:1', '7:200', '1:3']);
  });

  it('takes the achieved interval where it is longer than the requested one, and never a shorter one', () => {
    assert.deepEqual(cap([4, 4, 4, 13], [1, 2, 1, 2]), ['1:4', '2:4', '1:4', '2:12', '9:1']);
    assert.deepEqual(cap([0.01, 0.01, 0.01, 1, 2.5], [1, 2, 1, 2, 1]).length, 5, 'bursts');
  });

  it('lets the CPU clock decide: who waited for a CPU was not missed', () => {
    assert.deepEqual(cap([1, 200, 1], [1, 2, 1], [1, 2, 1]), ['1:1/1', '2:200/2', '1:1/1']);
    assert.deepEqual(cap([1, 200, 1], [1, 2, 1], [1, 53, 1]), ['1:1/1', '2:150/3', '9:50/50', '1:1/1']);
  });

  it('caps the first and the last sample, and several gaps', () => {
    assert.deepEqual(cap([10, 1, 1, 1, 9], [1, 2, 2, 2, 1]), ['1:3', '9:7', '2:1', '2:1', '2:1', '1:3', '9:6']);
    assert.deepEqual(cap([], []), []);
  });
});

describe('time without samples', () => {
  const analysisOf = (stacks: readonly string[], options: StackOptions = {}): Analysis => {
    const profile = profileFromStacks(stacks, options);
    return buildAnalysis('test', profile, identityMapping(profile));
  };
  const stacks = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 'f:2' : 'g:2'));
  const withGap = analysisOf([...stacks, '(unsampled)', '(idle)'], {
    durations: [...stacks.map(() => 1000), 50_000, 7000],
  });
  const whole = analysisOf(stacks);

  it('is no line, no part of a share and not idle, and all times still add up to the duration', () => {
    const { quality, functions, lines } = withGap;
    assert.deepEqual([...lines.selfTime], [...whole.lines.selfTime]);
    assert.deepEqual([quality.activeTime, quality.unsampledTime, quality.idleTime], [200_000, 50_000, 7000]);
    assert.equal(functions.selfTime[functions.name.indexOf('(unsampled)')], 50_000);
    assert.equal(
      functions.selfTime.reduce((sum, time) => sum + time, 0),
      quality.duration,
    );
    assert.deepEqual([quality.samples, quality.lostSamples], [201, 50]);
  });

  it('widens intervals: it may have been all of one line, or none', () => {
    const { shareLow: low, shareHigh: high } = withGap.lines;
    assert.ok(low[0] <= 100 / 250 && high[0] >= 150 / 250, `${low[0]} ${high[0]}`);
    assert.ok(high[0] - low[0] < 0.5);
    assert.ok(low[0] < whole.lines.shareLow[0] && high[0] > whole.lines.shareHigh[0]);
  });

  it('widens them less where it is many short gaps', () => {
    const gaps = Array.from({ length: 25 }, () => '(unsampled)');
    const many = analysisOf([...stacks, ...gaps], { durations: [...stacks.map(() => 1000), ...gaps.map(() => 2000)] });
    assert.equal(many.quality.unsampledTime, 50_000);
    const width = ({ lines }: Analysis): number => lines.shareHigh[0] - lines.shareLow[0];
    assert.ok(width(many) < width(withGap) / 1.5, `${width(many)} ${width(withGap)}`);
  });

  it('widens the intervals of the lines between which it was, as far as all of it was theirs', () => {
    const gaps = (at: string): Analysis => {
      // A sixth of the time of one line falls into gaps, in the middle of it; the other has none.
      const runs = Array.from({ length: 40 }, () => [at, at, '(unsampled)', at, at, at]).flat();
      const others = Array.from({ length: 240 }, () => (at === 'f:2' ? 'g:2' : 'f:2'));
      return analysisOf([...runs, ...others], { durations: [...runs, ...others].map(() => 1000) });
    };
    for (const at of ['f:2', 'g:2']) {
      const { lines, quality, functions } = gaps(at);
      const row = lines.function.findIndex((fn) => functions.name[fn] === at[0]);
      const share = (lines.selfTime[row] + quality.unsampledTime) / (quality.activeTime + quality.unsampledTime);
      const middle = (lines.shareLow[row] + lines.shareHigh[row]) / 2;
      assert.ok(lines.selfTime[row] / quality.activeTime < middle && middle < share, `${middle} ${share}`);
      assert.ok(lines.shareHigh[row] > share + 0.03 && lines.shareLow[row] < share - 0.03);
    }
  });

  it('is told where it is more than a twentieth of active time', () => {
    assert.deepEqual(withGap.diagnostics, [{ code: 'sampler-starved', severity: 'warning', silentUs: 50_000 }]);
    const short = analysisOf([...stacks, '(unsampled)'], { durations: [...stacks.map(() => 1000), 9000] });
    assert.deepEqual(short.diagnostics, []);
  });
});
