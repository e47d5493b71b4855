import assert from 'node:assert/strict';
import { pairMarks } from '../../../src/recorder/sampling/marks.ts';

describe('pairing marks', () => {
  const pair = (text: string): string => {
    const notes = text.split(' ').map((one, at) => {
      const kind = one.startsWith('+') ? 'start' : one.startsWith('-') ? 'end' : 'limit';
      return [kind, at, one.slice(1)] as const;
    });
    const { marks, noticed } = pairMarks(notes);
    return [
      ...marks.map(({ name, fromUs, toUs }) => `${name}:${fromUs}-${toUs ?? ''}`),
      ...noticed.map(({ code }) => code),
    ].join(' ');
  };

  it('ends the first of its name, the last where no name is given, and leaves what is not ended open', () => {
    assert.equal(pair('+a +b -a -b'), 'a:0-2 b:1-3');
    assert.equal(pair('+a +a -a +a'), 'a:0-2 a:1- a:3-');
    assert.equal(pair('+a +b - -'), 'a:0-3 b:1-2');
    assert.equal(pair('-a +a'), 'a:1- mark-without-start');
  });

  it('ends everything where too many marks were set', () => {
    assert.equal(pair('+a +b !'), 'a:0-2 b:1-2 marks-limit');
  });
});
