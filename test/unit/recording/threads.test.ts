import assert from 'node:assert/strict';
import { formatHeatlineSection, parseHeatlineSection } from '../../../src/recording/facts.ts';
import { parseThreadIndex, type ThreadIndex } from '../../../src/recording/threads.ts';

const index: ThreadIndex = {
  threads: [
    { id: 1, kind: 'main', name: 'a.js', script: '/a.js', pid: 10, tid: 10, recorded: true, cpuUs: 5, at: [0, 7] },
    { id: 2, parent: 1, kind: 'worker', name: 'pool', pid: 10, tid: 12, workerId: 1, recorded: true, at: [7, 9] },
    { id: 3, parent: 2, kind: 'process', name: 'b.js', pid: 11, recorded: false, reason: 'samples-lost' },
  ],
  unrecorded: [{ name: 'esbuild', pid: 12, processes: 2, cpuUs: 3, reason: 'not-node' }],
  treeCpuUs: 8,
};

describe('the threads of a recording', () => {
  it('are read as they were written', () => {
    const written = formatHeatlineSection({
      facts: { diagnostics: [], thread: index.threads[1] },
      scripts: [],
      threads: index,
    });
    const { threads, facts } = parseHeatlineSection('/r.cpuprofile', JSON.parse(written));
    assert.deepEqual(threads, index);
    const { at, ...thread } = index.threads[1];
    assert.deepEqual(at, [7, 9]);
    assert.deepEqual(facts.thread, thread, 'where the bytes are is known to the index alone');
  });

  it('that cannot be understood are left out, and the rest of the facts are not', () => {
    const section = parseHeatlineSection('/r.cpuprofile', {
      version: 1,
      program: '/a.js',
      thread: { id: 'first' },
      threads: { threads: [{ id: 0 }], unrecorded: [] },
    });
    assert.equal(section.facts.program, '/a.js');
    assert.equal(section.facts.thread, undefined);
    assert.equal(section.threads, undefined);
    assert.deepEqual(section.facts.diagnostics, []);
  });

  it('of which nothing is known are no threads', () => {
    for (const value of [undefined, null, 7, {}, { threads: [] }]) assert.equal(parseThreadIndex(value), undefined);
  });

  it('count as one process each where nothing else is said', () => {
    const read = parseThreadIndex({ threads: [], unrecorded: [{ name: 'sh', pid: 1, cpuUs: 0, reason: 'not-node' }] });
    assert.equal(read?.unrecorded[0].processes, 1);
  });
});
