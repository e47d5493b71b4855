import assert from 'node:assert/strict';
import * as v from 'valibot';
import { readFileSync, writeFileSync } from 'node:fs';
import { analyze } from '../../../src/analysis/analyze.ts';
import { formatReport } from '../../../src/cli/format-report.ts';
import { buildJsonReport } from '../../../src/export/json-report.ts';
import { writeCpuprofile } from '../../../src/cli/publish.ts';
import type { ThreadId, TimeRange } from '../../../src/core/index.ts';
import { readThreads } from '../../../src/readers/read-threads.ts';
import { nestedProfile } from '../../support/threaded-recording.ts';
import { smallProfile } from '../readers/cpuprofile/small-profile.ts';
import { jsonContract } from './json-contract.ts';
import { sourceLines } from '../../../src/cli/report-view.ts';
import { painter } from '../../../src/cli/text.ts';
import { useScratch } from '../../support/scratch.ts';
import { wordsOf } from '../../support/told.ts';

describe('the command, of a recording of several threads', () => {
  const scratch = useScratch();
  let file: string;
  before(() => {
    file = scratch('some.cpuprofile');
    const outside = {
      treeCpuUs: 5_000_000,
      unrecorded: [
        { name: 'esbuild', pid: 311, processes: 1, cpuUs: 3_100_000, reason: 'not-node' as const },
        { name: 'sh', pid: 312, processes: 3, cpuUs: 100_000, reason: 'not-node' as const },
        { name: 'main.js', pid: 300, processes: 1, cpuUs: 100_000, reason: 'helper-threads' as const },
      ],
    };
    const recording = nestedProfile(
      [
        { name: 'main.js', samples: smallProfile(), cpuUs: 1_000_000 },
        { name: 'worker 1', samples: smallProfile(), parent: 1, cpuUs: 400_000 },
        { name: 'child.js', kind: 'process', pid: 320, parent: 2, samples: smallProfile(), cpuUs: 100_000 },
      ],
      outside,
    ) as { $heatline: { threads: { threads: object[] } } };
    recording.$heatline.threads.threads.push({
      ...{ id: 9, parent: 1, kind: 'worker', name: 'killed', pid: 300, cpuUs: 200_000 },
      ...{ recorded: false, reason: 'samples-lost' },
    });
    writeFileSync(file, JSON.stringify(recording));
  });

  const reportOf = async (thread?: ThreadId, range?: TimeRange): Promise<string> =>
    formatReport(await analyze(file, { thread, range }), {
      ...{ width: 120, paint: painter(false), top: 15, all: false, cwd: '/', lineOf: sourceLines() },
    });

  it('says of which part of the time a report is, also in JSON', async () => {
    const { timeline } = await analyze(file);
    const range = { from: 0, to: (timeline?.duration ?? 0) / 2 };
    const [answer] = (await reportOf(2, range)).split('\n');
    assert.match(answer, /^main\.js, thread 2 \(worker 1\), 0–[\d.]+\sµs of the recording: /);
    assert.doesNotMatch(answer, /esbuild/);
    const report = v.parse(jsonContract, buildJsonReport(await analyze(file, { range })));
    assert.deepEqual(report.range, { fromMs: 0, toMs: range.to / 1000 });
  });

  it('says right after the answer who was not recorded, but for small shares of helpers', async () => {
    const [answer] = (await reportOf()).split('\n');
    assert.match(
      answer,
      /64\.0 % of the CPU time was used by processes that are not Node: esbuild \(pid 311\) 3\.10 s, sh \(3 processes\) 100 ms\. 4\.0 % of the CPU time was used by threads that were killed, or closed their inspector, and took their samples with them: killed \(pid 300\) 200 ms\.$/,
    );
    assert.doesNotMatch(answer, /without JavaScript/);
  });

  it('lists the threads below those that started them', async () => {
    const report = await reportOf();
    assert.match(report, /^Threads {2}share of the time of all, active time; --thread ID shows one$/m);
    assert.match(report, /^ +1 {2}main\.js +33\.3 % +60 µs 1\.00 s of CPU time$/m);
    assert.match(report, /^ +2 {4}worker 1 +33\.3 %/m);
    assert.match(report, /^ +3 {6}child\.js \(pid 320\) +33\.3 %/m);
    assert.match(
      report,
      /^ +9 {4}killed +not recorded: it was killed, or closed its inspector, .*; 200 ms of CPU time$/m,
    );
    assert.match(report, /^ {2}missed +3\.50 s of CPU time not recorded, 70\.0 % of that of the whole process tree$/m);
  });

  it('reports on the thread that was chosen, of whose time shares are', async () => {
    const report = await reportOf(2);
    assert.match(report, /^main\.js, thread 2 \(worker 1\): 83\.3 % of 60 µs of active time/);
    assert.doesNotMatch(report.split('\n')[0], /CPU time/);
    assert.match(report, /^ > {2}2 {4}worker 1/m);
  });

  it('writes the contract of docs/json-output.md', async () => {
    for (const thread of [undefined, 2]) {
      const report = buildJsonReport(await analyze(file, { thread }));
      assert.deepEqual(v.parse(jsonContract, JSON.parse(JSON.stringify(report))), report);
      assert.equal(report.quality.unrecordedCpuMs, 3500);
      assert.deepEqual(wordsOf(report.threads, 'id', 'parent', 'kind', 'cpuMs', 'recorded', 'reason'), [
        '1 null main 1000 true null',
        '2 1 worker 400 true null',
        '3 2 process 100 true null',
        '9 1 worker 200 false samples-lost',
      ]);
    }
  });

  it('writes each thread as a standard profile that holds no other', async () => {
    for (const [thread, name] of [
      [undefined, 'main.js'],
      [2, 'worker 1'],
      [3, 'child.js'],
    ] as const) {
      const output = scratch(`${name}.cpuprofile`);
      await writeCpuprofile(output, file, await analyze(file, thread === undefined ? {} : { thread }));
      const written = JSON.parse(readFileSync(output, 'utf8')) as Record<string, unknown>;
      const keys = Object.keys(written).sort().join();
      assert.equal(keys, '$heatline,endTime,nodes,samples,startTime,timeDeltas');
      const [{ recording, samples }, ...others] = await readThreads(output);
      assert.deepEqual(others, []);
      assert.deepEqual([recording.thread?.name, recording.threads, samples.node.length], [name, undefined, 3]);
    }
  });
});
