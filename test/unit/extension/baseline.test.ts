import assert from 'node:assert/strict';
import { findBaseline } from '../../../src/extension/changes/baseline.ts';
import type { RecordingEntry, RecordingResult } from '../../../src/extension/recordings/recording-list.ts';

const result = (more: Partial<RecordingResult> = {}): RecordingResult => ({
  activeTime: 1e6,
  isSlight: false,
  conditions: 'node 24',
  ...more,
});
const entry = (id: string, recordedAt: number, more: Partial<RecordingEntry> = {}): RecordingEntry => ({
  ...{ id, file: id, title: id, program: '/app/main.js', recordedAt, bytes: 1, result: result() },
  ...more,
});
const series = { runs: ['a', 'b'] };

describe('the recording that another one is compared with', () => {
  it('is the one before it of the same program', () => {
    const list = [entry('d', 4), entry('c', 3, { program: '/app/b.js' }), entry('b', 2), entry('a', 1)];
    assert.equal(findBaseline(list, list[0])?.id, 'b');
    assert.equal(findBaseline(list, list[2])?.id, 'a');
    assert.equal(findBaseline(list, list[1]), undefined);
    assert.equal(findBaseline(list, list[3]), undefined);
  });

  it('is of a series the series before it, where there is one', () => {
    const list = [entry('c', 3, series), entry('b', 2), entry('a', 1, series)];
    assert.equal(findBaseline(list, list[0])?.id, 'a');
    assert.equal(findBaseline(list.slice(0, 2), list[0])?.id, 'b');
    assert.equal(findBaseline(list, entry('d', 4))?.id, 'c');
  });

  it('is one that was made in the same way, if there is any', () => {
    const otherwise = { result: result({ conditions: 'node 22' }) };
    const list = [entry('c', 3), entry('b', 2, otherwise), entry('a', 1)];
    assert.equal(findBaseline(list, list[0])?.id, 'a');
    assert.equal(findBaseline(list.slice(0, 2), list[0])?.id, 'b');
  });

  it('is none that tells nothing, or was not analysed', () => {
    const slight = entry('b', 2, { result: result({ isSlight: true }) });
    const list = [entry('c', 3), slight, { ...entry('a', 1), result: undefined }] as RecordingEntry[];
    assert.equal(findBaseline(list, list[0]), undefined);
  });
});
