import assert from 'node:assert/strict';
import { describeMarked, describeSpans } from '../../../src/present/marks.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';

const span = (name: string, from: number, to: number) => ({ name, from: from * 1000, to: to * 1000 });

describe('marks in words', () => {
  it('are the names with how many spans have them', () => {
    const spans = [span('load', 0, 1), span('parse', 1, 2), span('parse', 3, 4), span('', 5, 6)];
    assert.equal(describeSpans(spans), 'load, parse ×2, unnamed');
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => span(name, i, i + 1));
    assert.equal(describeSpans(many), 'a, b, c, d and 2 more');
  });

  it('tell how much of the recording is shown, and of which name', () => {
    const spans = [span('load', 0, 100), span('parse', 50, 200)];
    const timeline = { duration: 1_000_000 };
    const both = describeMarked({ marked: { spans, shown: [span('', 0, 200)] }, timeline });
    assert.equal(plainSpaces(both ?? ''), '200 ms of 1.00 s that the program marks (load, parse)');
    const one = { marks: { name: 'load' }, marked: { spans, shown: [span('', 0, 100)] }, timeline };
    assert.equal(plainSpaces(describeMarked(one) ?? ''), '100 ms of 1.00 s that the program marks (load)');
    assert.equal(describeMarked({ marked: { spans }, marks: 'ignored', timeline }), undefined);
  });
});
