import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { Profile } from 'pprof-format';
import protobuf from 'protobufjs';
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

/** The fields of https://github.com/google/pprof/blob/main/proto/profile.proto. */
const PROTO = `syntax = "proto3";
message Profile { repeated ValueType sample_type = 1; repeated Sample sample = 2; repeated Mapping mapping = 3;
  repeated Location location = 4; repeated Function function = 5; repeated string string_table = 6; int64 drop_frames = 7;
  int64 keep_frames = 8; int64 time_nanos = 9; int64 duration_nanos = 10; ValueType period_type = 11; int64 period = 12;
  repeated int64 comment = 13; int64 default_sample_type = 14; int64 doc_url = 15; }
message ValueType { int64 type = 1; int64 unit = 2; }
message Sample { repeated uint64 location_id = 1; repeated int64 value = 2; repeated Label label = 3; }
message Label { int64 key = 1; int64 str = 2; int64 num = 3; int64 num_unit = 4; }
message Mapping { uint64 id = 1; uint64 memory_start = 2; uint64 memory_limit = 3; uint64 file_offset = 4; int64 filename = 5;
  int64 build_id = 6; bool has_functions = 7; bool has_filenames = 8; bool has_line_numbers = 9; bool has_inline_frames = 10; }
message Location { uint64 id = 1; uint64 mapping_id = 2; uint64 address = 3; repeated Line line = 4; bool is_folded = 5; }
message Line { uint64 function_id = 1; int64 line = 2; int64 column = 3; }
message Function { uint64 id = 1; int64 name = 2; int64 system_name = 3; int64 filename = 4; int64 start_line = 5; }`;

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

  it('is the same to a decoder that goes by the published format', async () => {
    const bytes = gunzipSync(formatPprof(await golden('async-node26-log.v8log')));
    const strict = protobuf.parse(PROTO).root.lookupType('Profile');
    const other = strict.toObject(strict.decode(bytes), { longs: Number, defaults: true });
    const own = Profile.decode(bytes);
    assert.deepEqual(other.stringTable, own.stringTable.strings);
    const columns = own.location.map(({ line }) => line.map(({ line: at, column }) => [Number(at), Number(column)]));
    assert.deepEqual(
      (other.location as { line: { line: number; column: number }[] }[]).map(({ line }) =>
        line.map(({ line: at, column }) => [at, column]),
      ),
      columns,
    );
    assert.ok(columns.flat().some(([line, column]) => line > 0 && column > 0));
    assert.deepEqual(
      (other.sample as { value: number[]; locationId: number[] }[]).map(({ value, locationId }) => [value, locationId]),
      own.sample.map(({ value, locationId }) => [value.map(Number), locationId.map(Number)]),
    );
    assert.deepEqual(
      (other.function as { startLine: number }[]).map(({ startLine }) => startLine),
      own.function.map(({ startLine }) => Number(startLine)),
    );
    assert.equal(other.durationNanos, Number(own.durationNanos));
    assert.equal(
      Buffer.compare(strict.encode(strict.decode(bytes)).finish(), strict.encode(strict.fromObject(other)).finish()),
      0,
    );
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
