import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { Profile } from 'pprof-format';
import { analyze, analyzeStacks } from '../../../src/analysis/analyze.ts';
import { Category, Precision, type MappedAnalysis } from '../../../src/core/index.ts';
import { formatPprof } from '../../../src/export/pprof.ts';
import { project } from '../../golden/programs.ts';
import { withFile } from '../readers/cpuprofile/read-bytes.ts';

const golden = (name: string): Promise<MappedAnalysis> =>
  analyzeStacks(`${project}/test/golden/recordings/${name}.gz`, { marks: 'ignored' });
const decode = (bytes: Buffer): Profile => Profile.decode(gunzipSync(bytes));

/** Self time in nanoseconds of each line of each file, as `go tool pprof -lines` adds it up. */
function sumLines({ stringTable: { strings }, location, function: functions, sample }: Profile): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { locationId, value } of sample) {
    const [leaf] = location[Number(locationId[0]) - 1].line;
    const key = `${strings[Number(functions[Number(leaf.functionId) - 1].filename)]}:${leaf.line}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(value[1]));
  }
  return sums;
}

/** Self time in microseconds of each line whose place is known. */
function ticksByLine({ profile: { ticks }, mapping: { positions, sources } }: MappedAnalysis): Map<string, number> {
  const sums = new Map<string, number>();
  ticks.position.forEach((position, tick) => {
    if (position < 0 || positions.source[position] < 0 || positions.precision[position] === Precision.function) return;
    const key = `${sources[positions.source[position]].path}:${positions.line[position]}`;
    sums.set(key, (sums.get(key) ?? 0) + (ticks.cpu ?? ticks.time)[tick]);
  });
  return sums;
}

const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);

describe('an analysis as a pprof', () => {
  for (const name of ['async-node26-log.v8log', 'async-node24.cpuprofile', 'server-node26.cpuprofile'])
    it(`has the time of each line and of the whole: ${name}`, async () => {
      const mapped = await golden(name);
      const { quality, functions } = mapped.analysis;
      const profile = decode(formatPprof(mapped));
      const sums = sumLines(profile);
      const isNear = (actual: number, expected: number): void =>
        assert.ok(Math.abs(actual - expected * 1000) <= 1000, `${actual} ns for ${expected} µs`);
      isNear(sum(sums.values()) / sums.size, quality.activeTime / sums.size);
      const told = ticksByLine(mapped);
      assert.ok(told.size > 0);
      for (const [line, time] of told) if (time > 0) isNear(sums.get(line) ?? 0, time);
      const begins = new Set(profile.function.map(({ startLine }) => Number(startLine)));
      const own = [...functions.line.keys()].filter(
        (row) => functions.category[row] === Category.own && functions.selfTime[row] > 0,
      );
      assert.ok(own.every((row) => begins.has(functions.line[row])));
    });

  it('is read again as what it was', async () => {
    const mapped = await golden('async-node24.cpuprofile');
    const again = await withFile(formatPprof(mapped), (file) => analyze(file));
    const functionsOf = ({ functions, sources }: typeof again): string[] =>
      [...functions.name.keys()]
        .filter((row) => functions.selfTime[row] >= 1 && sources[functions.source[row]]?.path.startsWith('/project/'))
        .map(
          (row) =>
            `${functions.name[row]} ${sources[functions.source[row]].path}:${functions.line[row]} ${Math.round(functions.selfTime[row] / 10)}`,
        )
        .sort();
    assert.deepEqual(functionsOf(again), functionsOf(mapped.analysis));
    assert.ok(Math.abs(again.quality.activeTime - mapped.analysis.quality.activeTime) < 1);
  });
});
