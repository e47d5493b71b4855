import assert from 'node:assert/strict';
import {
  addEntry,
  addRun,
  filesOf,
  isHash,
  orphanedSources,
  isKept,
  parseRecordingList,
  type RecordingEntry,
  type RecordingList,
  surplusEntries,
  withEntry,
} from '../../../src/extension/recordings/recording-list.ts';

const entry = (id: string, recordedAt: number, more: Partial<RecordingEntry> = {}): RecordingEntry => ({
  id,
  file: `${id}.cpuprofile`,
  title: id,
  program: '/app/main.js',
  recordedAt,
  bytes: 10,
  ...more,
});
const ids = (list: readonly RecordingEntry[]): string[] => list.map(({ id }) => id);

describe('list of recordings', () => {
  it('takes only what is a hash for the name of a kept file', () => {
    const hash = '0123456789abcdef'.repeat(4);
    assert.ok(isHash(hash));
    for (const other of [hash.toUpperCase(), hash.slice(1), `../${hash}`, `${hash}/..`, '']) assert.ok(!isHash(other));
  });

  it('has the newest first', () => {
    assert.deepEqual(ids(addEntry(addEntry([], entry('old', 1)), entry('new', 2))), ['new', 'old']);
  });

  it('makes room by the oldest ones, never by those that the user named', () => {
    const list = [entry('d', 4), entry('c', 3), entry('b', 2), entry('a', 1, { named: true })];
    assert.deepEqual(ids(surplusEntries(list, 2)), ['b']);
    assert.deepEqual(surplusEntries(list, 0), []);
  });

  it('does not make room for runs that tell nothing', () => {
    const slight = { activeTime: 20_000, isSlight: true };
    const good = { activeTime: 900_000, isSlight: false, hottestLine: 'hot.js:2 44 %', runtime: 'Node v24.1.0' };
    const failed = ['9', '8', '7', '6', '5'].map((id) => entry(id, Number(id), { result: slight }));
    const list = [...failed, entry('b', 2, { result: good }), entry('a', 1, { result: good })];
    assert.deepEqual(ids(surplusEntries(list, 2)), ['7', '6', '5']);
    assert.deepEqual(ids(surplusEntries(list, 1)), ['a', '8', '7', '6', '5']);
    assert.deepEqual(parseRecordingList(JSON.stringify(list)), list);
  });

  it('tells of what a recording measured in place of time', () => {
    const result = { activeTime: 20_000, isSlight: false, value: { name: 'alloc_space', unit: 'bytes' } };
    const list = [entry('a', 1, { result })];
    assert.deepEqual(parseRecordingList(JSON.stringify(list)), list);
    assert.deepEqual(parseRecordingList(JSON.stringify([{ ...list[0], result: { ...result, value: 'bytes' } }])), []);
  });

  it('keeps what is pinned, and what was named until it is unpinned', () => {
    const list = [entry('c', 3), entry('b', 2, { named: true }), entry('a', 1)];
    const pin = (all: RecordingList, id: string, pinned: boolean) => withEntry(all, id, { pinned, named: undefined });
    const pinned = pin(list, 'a', true);
    assert.deepEqual(ids(surplusEntries(pinned, 1)), []);
    assert.deepEqual(ids(surplusEntries(pin(pinned, 'a', false), 1)), ['a']);
    assert.deepEqual(ids(surplusEntries(pin(pinned, 'b', false), 1)), ['b']);
    assert.deepEqual(pinned.map(isKept), [false, true, true]);
  });

  it('lets go of kept texts only when no recording needs them', () => {
    const list = withEntry([entry('b', 2, { sources: ['2'] }), entry('a', 1)], 'a', { sources: ['1', '2'] });
    const removed = list.filter(({ id }) => id === 'a');
    assert.deepEqual(orphanedSources(removed, list.slice(0, 1)), ['1']);
  });

  it('keeps the runs of a series together as one entry', () => {
    const list = addRun(addRun([entry('a', 1), entry('b', 0)], 'a', 'a2.cpuprofile', 5), 'a', 'a3.cpuprofile', 7);
    assert.deepEqual(filesOf(list[0]), ['a.cpuprofile', 'a2.cpuprofile', 'a3.cpuprofile']);
    assert.equal(list[0].bytes, 22);
    assert.deepEqual(filesOf(list[1]), ['b.cpuprofile']);
    assert.deepEqual(parseRecordingList(JSON.stringify(list)), list);
    const bad = ['../x', 'a.cpuprofile', 7].map((file) => ({ ...list[0], runs: ['a.cpuprofile', file, '/etc/x'] }));
    assert.deepEqual(parseRecordingList(JSON.stringify([...bad, { ...list[0], runs: ['b.cpuprofile'] }])), []);
  });

  it('survives a damaged index, and refuses files outside of its folder', () => {
    const good = entry('good', 1, { sources: ['a'.repeat(64)] });
    const bad = [entry('x', 1, { file: '../../secret' }), entry('y', 1, { sources: ['../z'] }), { id: 'z' }, null, 7];
    assert.deepEqual(parseRecordingList(JSON.stringify([...bad, good])), [good]);
    for (const text of ['', '{', '{}', 'null']) assert.deepEqual(parseRecordingList(text), []);
  });
});
