import assert from 'node:assert/strict';
import { formatBlocked, formatNodeTime } from '../../../src/cli/format-node-time.ts';
import { buildJsonReport } from '../../../src/export/json-report.ts';
import { type Analysis, withBlockedTime } from '../../../src/core/index.ts';
import { analysisOf, analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { sourceLines } from '../../../src/cli/report-view.ts';

const STACKS = ['main:2', 'main:3 > internal/read:1 > [open]', 'main:4 > internal/run:1', 'main:5'];
const USE = {
  durations: [300_000, 200_000, 310_000, 310_000],
  cpu: [300_000, 200_000, 10_000, 10_000],
  blocked: [0, 0, 300_000, 300_000],
};

function nodeAnalysis(callSites: boolean, time: 'cpu' | 'wall' = 'cpu'): Analysis {
  const profile = profileFromStacks(STACKS, { ...USE, callSites });
  return analysisOfProfile(time === 'wall' ? withBlockedTime(profile) : profile);
}

const view = {
  ...{ width: 120, paint: (_: string, text: string): string => text, top: 10 },
  ...{ all: false, cwd: '/app', lineOf: sourceLines() },
};
const rowsOf = (table: string): string[] =>
  table
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((row) => row.trim().replace(/ +/g, ' '));

describe("the report's tables of other time", () => {
  it("have time in Node's own code by the line that called it", () => {
    assert.deepEqual(rowsOf(formatNodeTime(nodeAnalysis(true), view)), [
      "In Node time in Node's own code, by the line that called it",
      '38.5 % 200 ms main.js:3 in main through internal/read',
      '1.9 % 10.0 ms main.js:4 in main through internal/run',
    ]);
  });

  it('have the function where no call sites are known, marked', () => {
    assert.deepEqual(rowsOf(formatNodeTime(nodeAnalysis(false), view)).slice(1), [
      '40.4 % 210 ms ƒ main.js:1 in main through internal/read',
    ]);
  });

  it('have blocked lines, and lines that were blocked below Node', () => {
    assert.deepEqual(rowsOf(formatBlocked(nodeAnalysis(true), view)), [
      'Blocked in synchronous calls, 600 ms in all; no part of the times above',
      '300 ms main.js:4 in main through internal/run',
      '300 ms main.js:5 in main',
    ]);
    assert.match(formatBlocked(nodeAnalysis(true, 'wall'), view), /a part of the times above/);
  });

  it('have what the garbage collector waited for beside the lines, or alone', () => {
    const stacks = ['main:2', 'main:2 > (garbage collector)', 'main:5'];
    const blockedRows = (...blocked: number[]): string[] => {
      const durations = [300_000, 320_000, 310_000];
      const use = { durations, cpu: [300_000, 20_000, 10_000], blocked };
      return rowsOf(formatBlocked(analysisOf(stacks, use), view)).slice(1);
    };
    const collector = '300 ms (garbage collector) waiting for its threads';
    assert.deepEqual(blockedRows(0, 300_000, 300_000), ['300 ms main.js:5 in main', collector]);
    assert.deepEqual(blockedRows(0, 300_000, 0), [collector]);
  });

  it('are not there where nothing tells', () => {
    const analysis = analysisOf(['main:2']);
    assert.deepEqual([formatNodeTime(analysis, view), formatBlocked(analysis, view)], ['', '']);
    const [line] = buildJsonReport(analysis).lines;
    assert.deepEqual([line.blockedMs, line.totalBlockedMs, line.askedBy], [null, null, null]);
  });
});

describe("lines of Node's in the JSON", () => {
  const askerOf = (analysis: Analysis): unknown =>
    buildJsonReport(analysis).functions.find(({ name }) => name === 'internal/read')?.askedBy;

  it('say which line asked for them', () => {
    const place = { file: '/app/main.js', function: 'main', share: 1 };
    assert.deepEqual(askerOf(nodeAnalysis(true)), { ...place, line: 3, precision: 'exact' });
    assert.deepEqual(askerOf(nodeAnalysis(false)), { ...place, line: 1, precision: 'function' });
  });

  it('are told with what they were blocked', () => {
    const row = (time: 'cpu' | 'wall'): unknown[] => {
      const found = buildJsonReport(nodeAnalysis(true, time)).lines.find(({ line }) => line === 5);
      return [found?.selfMs, found?.blockedMs];
    };
    assert.deepEqual(row('cpu'), [10, 300]);
    assert.deepEqual(row('wall'), [310, 300]);
  });
});
