import assert from 'node:assert/strict';
import { meanOfRuns } from '../../../src/compare/index.ts';
import { withBuiltins } from '../../support/told.ts';
import { makeAnalysis } from '../cli/analysis-fixture.ts';

describe('meanOfRuns', () => {
  const a = makeAnalysis([
    { line: 3, name: 'f', self: 600 },
    { line: 9, name: 'g', self: 400 },
  ]);
  const b = makeAnalysis(
    [
      { line: 9, name: 'g', self: 500 },
      { line: 3, name: 'f', self: 800 },
      { path: '/app/other.js', line: 2, name: 'h', self: 700 },
    ],
    { activeTime: 2_000_000 },
  );

  it('takes the mean of times, line by line, and sums up samples', () => {
    const { lines, functions, sources, quality } = meanOfRuns([a, b]);
    const rows = Array.from(lines.line, (line, row) => {
      const place = `${sources[lines.source[row]].path}:${line}`;
      return [functions.name[lines.function[row]], place, lines.selfTime[row], lines.selfSamples[row]].join(' ');
    });
    const expected = ['f /app/main.js:3 700000 1400', 'g /app/main.js:9 450000 900', 'h /app/other.js:2 350000 700'];
    assert.deepEqual(rows, expected);
    assert.deepEqual([...functions.selfTime], [700_000, 450_000, 350_000]);
    assert.deepEqual([quality.activeTime, quality.runs, quality.samples], [1_500_000, 2, 2400]);
  });

  it('takes the mean of the columns and builtins of lines, those of every run', () => {
    const withParts = (analysis: typeof a, line: number, time: number, name: string): typeof a => {
      const row = analysis.lines.line.indexOf(line);
      const spots = {
        ...{ lineRow: Int32Array.of(row), column: Int32Array.of(4), selfTime: Float64Array.of(time) },
      };
      return withBuiltins({ ...analysis, lines: { ...analysis.lines, spots } }, [[name, row, time]]);
    };
    const runs = [withParts(a, 3, 300, 'LoadIC'), withParts(b, 3, 500, 'LoadIC'), withParts(b, 3, 400, 'StringAdd')];
    const { builtins, spots, line } = meanOfRuns(runs).lines;
    assert.deepEqual(builtins?.names, ['LoadIC', 'StringAdd']);
    assert.equal(Array.from(builtins.lineRow, (row) => line[row]).join(), '3,3');
    assert.deepEqual([...builtins.selfTime], [800 / 3, 400 / 3]);
    assert.deepEqual([[...spots.column], [...spots.selfTime]], [[4], [400]]);
    assert.equal(meanOfRuns([withParts(a, 3, 300, 'LoadIC'), b]).lines.builtins, undefined);
  });

  it('has intervals as wide as runs differ', () => {
    const runs = (spread: number): ReturnType<typeof makeAnalysis>[] =>
      [-1, 0, 1, 0].map((step) => {
        const self = 500 + step * spread;
        return makeAnalysis([
          { line: 3, self },
          { line: 9, self: 1000 - self },
        ]);
      });
    const width = (spread: number): number => {
      const { lines } = meanOfRuns(runs(spread));
      assert.ok(lines.shareLow[0] <= 0.5 && lines.shareHigh[0] >= 0.5);
      return lines.shareHigh[0] - lines.shareLow[0];
    };
    assert.ok(width(100) > 0.1 && width(100) < 0.4, `${width(100)}`);
    assert.ok(width(5) < 0.02, `${width(5)}`);
  });

  it('is a single recording itself', () => {
    assert.equal(meanOfRuns([a]), a);
  });
});
