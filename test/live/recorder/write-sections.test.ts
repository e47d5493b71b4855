import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import type { ThreadFacts } from '../../../src/recording/threads.ts';
import { onUnix } from '../../support/it-where.ts';
import { useScratch } from '../../support/scratch.ts';
import { smallLog } from '../../unit/readers/v8-log/log-text.ts';
import { codesOf } from '../../support/told.ts';

const writer = pathToFileURL(path.join(import.meta.dirname, '../../../src/recorder/disk/write-sections.ts')).href;

describe('a recording of several threads on a disk that gets full', () => {
  const scratch = useScratch();

  const factsOf = (id: number, title: string): ThreadFacts => ({
    ...{ id, kind: id === 1 ? 'main' : 'worker', name: `thread ${id}${title}` },
    ...{ pid: 300, cpuUs: 1_000_000, recorded: true },
  });

  /**
   * Writes logs of so many ticks each, where no file may be larger than `limit` kilobytes, or than the first log and what
   * one more kilobyte may hold; the analysis of what was kept. `title` is a part of the others' names.
   */
  async function kept(ticks: readonly number[], limit: number | 'first', title = ''): Promise<Analysis> {
    const threads = ticks.map((count, i) => {
      const facts = factsOf(i + 1, i === 0 ? '' : title);
      const lines = Array.from({ length: count }, (_, tick) => `tick,0x9012,${(tick + 1) * 1000},0,0x0,0`);
      const note = JSON.stringify({ version: 1, findings: [], scripts: [], thread: facts });
      const file = scratch(`log-${i}`);
      writeFileSync(file, [...smallLog, ...lines, `heatline,${note}`, ''].join('\n'));
      return { facts, section: { format: 'v8log', file, profileEnd: 0 } };
    });
    const treeCpu = { unrecorded: [], treeCpuUs: ticks.length * 1_000_000 };
    const script = scratch('write.mts');
    const call = `await writeSections(${JSON.stringify(threads)}, ${JSON.stringify(treeCpu)});`;
    writeFileSync(script, `import { writeSections } from ${JSON.stringify(writer)};\n${call}\n`);
    const kilobytes = limit === 'first' ? Math.ceil(statSync(threads[0].section.file).size / 1024) : limit;
    // Its blocks have 1024 bytes in bash.
    execFileSync('bash', ['-c', `ulimit -f ${kilobytes}; exec "$@"`, 'bash', process.execPath, '--import=tsx', script]);
    const [first, ...others] = threads.map(({ section }) => section.file);
    assert.ok(!others.some((file) => existsSync(file)));
    assert.ok(statSync(first).size <= kilobytes * 1024);
    return analyze(first);
  }
  const threadsOf = ({ threads }: Analysis): string[] =>
    threads.map(({ name, isRecorded, samples, reason }) => `${name}: ${isRecorded ? samples : reason}`);

  onUnix('is whole where there is room', async () => {
    const analysis = await kept([1000, 2000], 1000);
    assert.deepEqual(threadsOf(analysis), ['thread 1: 1000', 'thread 2: 2000']);
    assert.ok(!codesOf(analysis.diagnostics).includes('log-cut'));
  });

  onUnix('has the threads for which there is room, and says which one has none', async () => {
    const analysis = await kept([1000, 20_000, 1000], 400);
    assert.deepEqual(threadsOf(analysis), ['thread 1: 1000', 'thread 2: disk-full', 'thread 3: 1000']);
  });

  onUnix('is the first thread alone where there is room for no other', async () => {
    const analysis = await kept([3000, 3000], 'first', 'x'.repeat(3000));
    assert.deepEqual(threadsOf(analysis), ['thread 1: 3000']);
    assert.doesNotMatch(readFileSync(scratch('log-0'), 'utf8'), /heatline-threads/);
  });
});
