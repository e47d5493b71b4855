import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { Profile } from 'pprof-format';
import protobuf from 'protobufjs';
import { analyze, analyzeStacks } from '../../../src/analysis/analyze.ts';
import { Category, Precision, type MappedAnalysis, type TimeRange } from '../../../src/core/index.ts';
import { formatPprof } from '../../../src/export/pprof.ts';
import { project } from '../../golden/programs.ts';
import { wordsOf } from '../../support/told.ts';
import { nestedProfile } from '../../support/threaded-recording.ts';
import { smallProfile } from '../readers/cpuprofile/small-profile.ts';
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
      const profile = decode(formatPprof(mapped, { merged: true }));
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
      // The lines of a function are dealt to its samples.
      const timed = decode(formatPprof(mapped));
      const dealt = sumLines(timed);
      isNear(sum(dealt.values()) / dealt.size, quality.activeTime / dealt.size);
      const longest = Math.max(...timed.sample.map(({ value }) => Number(value[1])));
      for (const [line, time] of told) assert.ok(Math.abs((dealt.get(line) ?? 0) - time * 1000) <= longest, line);
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
    const exact = strict.toObject(strict.decode(bytes), { longs: String, defaults: true });
    assert.deepEqual(
      (exact.sample as { label: Record<string, string>[] }[]).map(({ label }) => label.map(({ num }) => num)),
      own.sample.map(({ label }) => label.map(({ num }) => String(num))),
    );
    assert.equal(
      Buffer.compare(strict.encode(strict.decode(bytes)).finish(), strict.encode(strict.fromObject(exact)).finish()),
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

  const startedAt = 1_769_731_200_123;
  /** Two processes of one name, a worker and the main thread; three samples of 10, 20 and 30 µs each. */
  const ofThreads = (range?: TimeRange, facts: object = { startedAt }): Promise<MappedAnalysis> => {
    const samples = smallProfile();
    const recorded = nestedProfile([
      { name: 'main.js', samples, startUs: 5_000_000, facts },
      { name: 'pool', samples, startUs: 5_000_100, parent: 1, facts },
      { name: 'child.js', samples, startUs: 5_000_200, kind: 'process', pid: 311, facts },
      { name: 'child.js', samples, startUs: 5_000_300, kind: 'process', pid: 312, facts },
    ]);
    return withFile(JSON.stringify(recorded), (file) => analyzeStacks(file, { range }));
  };
  /** The labels of each sample, its time as nanoseconds since `from`. */
  const labelsOf = ({ sample, stringTable: { strings } }: Profile, from = 0n): string[] =>
    sample.map(({ label }) => {
      assert.ok(label.every(({ key, str, num }) => Number(key) > 0 && Number(str) > 0 !== Number(num) > 0));
      const words = label.map(({ key, str, num, numUnit }) => {
        const name = strings[Number(key)];
        const value = name === 'end_timestamp_ns' ? BigInt(num) - from : num;
        return `${name} ${strings[Number(str)] || value} ${strings[Number(numUnit)]}`.trim();
      });
      return words.join(', ');
    });

  it('tells for each sample its thread and when it ended', async () => {
    const profile = decode(formatPprof(await ofThreads()));
    const begin = BigInt(startedAt) * 1_000_000n;
    // The first sample begins 5 µs after the recording.
    assert.deepEqual([BigInt(profile.timeNanos) - begin, Number(profile.durationNanos)], [5_000n, 365_000]);
    const thread = (name: string, id: number, from: number): string[] =>
      [15, 35, 65].map(
        (us) => `thread name ${name}, thread id ${id}, end_timestamp_ns ${(from + us) * 1000} nanoseconds`,
      );
    assert.deepEqual(labelsOf(profile, begin), [
      ...thread('main.js', 1, 0),
      ...thread('pool', 2, 100),
      ...thread('child.js', 3, 200),
      ...thread('child.js', 4, 300),
    ]);
    assert.deepEqual(
      profile.sample.map(({ value }) => value.map(Number)),
      Array.from({ length: 4 }, () => [10, 20, 30].map((us) => [1, us * 1000])).flat(),
    );
  });

  it('has the times of a range from its start, and those of a recording that does not tell when it was from its own', async () => {
    const range = { from: 20, to: 50 };
    const cut = decode(formatPprof(await ofThreads(range)));
    const begin = BigInt(startedAt) * 1_000_000n + 25_000n;
    assert.deepEqual([BigInt(cut.timeNanos), Number(cut.durationNanos)], [begin, 30_000]);
    const timesOf = (profile: Profile, from?: bigint): string[] =>
      labelsOf(profile, from).map((labels) => labels.replace(/.*_ns (\d+) .*/, '$1'));
    assert.deepEqual(timesOf(cut, begin), ['10000', '30000']);
    const undated = decode(formatPprof(await ofThreads(range, {})));
    assert.deepEqual([undated.timeNanos, timesOf(undated)], [0, ['10000', '30000']]);
  });

  it('is merged by stack and thread, without times and ids, where that is asked for, no time is known or there are too many', async () => {
    const mapped = await ofThreads();
    const bytes = formatPprof(mapped, { merged: true });
    const merged = decode(bytes);
    const names = ['main.js', 'pool', 'child.js', 'child.js'].flatMap((name) => [name, name]);
    assert.deepEqual(labelsOf(merged).sort(), names.map((name) => `thread name ${name}`).sort());
    assert.deepEqual(merged.sample.map(({ value }) => Number(value[0])).sort(), [1, 1, 1, 1, 2, 2, 2, 2]);
    const { analysis } = mapped;
    const quality = { ...analysis.quality, activeSamples: 2_000_001 };
    assert.deepEqual(formatPprof({ ...mapped, analysis: { ...analysis, quality } }), bytes);
    const untimed = await analyzeStacks(`${project}/test/formats/recordings/datadog-lines-node26.pb.gz`);
    assert.deepEqual(formatPprof(untimed), formatPprof(untimed, { merged: true }));
  });

  it('is read again with its threads and times', async () => {
    const mapped = await ofThreads();
    const again = await withFile(formatPprof(mapped), (file) => analyze(file));
    assert.deepEqual(wordsOf(again.threads, 'name', 'activeTime'), [
      ...['main.js 60', 'pool 60', 'child.js 1 60', 'child.js 2 60'],
    ]);
    assert.deepEqual(
      again.lanes.map(({ samples, offset }) => [...samples.start].map((start) => start + offset)),
      [0, 100, 200, 300].map((from) => [...(from > 0 ? [0] : []), ...[0, 10, 30, 60].map((us) => from + us)]),
    );
    const { facts, timeline, quality } = again;
    assert.ok(Math.abs((facts.startedAt ?? 0) - startedAt - 0.005) < 0.001);
    assert.deepEqual([timeline?.duration, quality.activeTime], [360, mapped.analysis.quality.activeTime]);
  });
});
