import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EveryOther } from '../../../../src/recorder/sampling/every-other.ts';
import { holds } from '../../../support/holds.ts';

/** One letter for each sample, `I` for idle ones; a dot where the one before still stands. An interval each. */
interface Drawn {
  readonly node: Int32Array;
  readonly time: Float64Array;
  readonly end: number;
}

function parse(drawing: string, from = 0): Drawn {
  const at = Array.from(drawing, (letter, i) => (letter === '.' ? -1 : i)).filter((i) => i >= 0);
  return {
    node: Int32Array.from(at, (i) => drawing.charCodeAt(i)),
    time: Float64Array.from(at, (i) => from + i),
    end: from + drawing.length,
  };
}

function draw({ node, time }: Pick<Drawn, 'node' | 'time'>, end: number): string {
  const letters = new Array<string>(end).fill('.');
  node.forEach((letter, i) => (letters[time[i]] = String.fromCharCode(letter)));
  return letters.join('');
}

const isIdle = (node: number): boolean => node === 'I'.charCodeAt(0);

/** Passes parts one after the other. */
function halve(...drawings: readonly string[]): string {
  return halveAgain(0, ...drawings);
}

function halveAgain(times: number, ...drawings: readonly string[]): string {
  const pass = new EveryOther(isIdle, times);
  let end = 0;
  const kept = drawings.map((drawing) => {
    const part = parse(drawing, end);
    end = part.end;
    return pass.keep(part, end);
  });
  const node = Int32Array.from(kept.flatMap((part) => [...part.node]));
  return draw({ node, time: Float64Array.from(kept.flatMap(({ time }) => [...time])) }, end);
}

/** How long each letter stands in a drawing. */
function lengths(drawing: string): Record<string, number> {
  const sums: Record<string, number> = {};
  let last = drawing[0];
  for (const letter of drawing) {
    if (letter !== '.') last = letter;
    sums[last] = (sums[last] ?? 0) + 1;
  }
  return sums;
}

describe('every other sample', () => {
  it('stands for itself and the next one', () => assert.equal(halve('abcdefgh'), 'a.c.e.g.'));

  it('is counted on from part to part', () => assert.equal(halve('abc', 'def', 'gh'), 'a.c.e.g.'));

  it('has no part of idle time, of which only the begin stays', () => assert.equal(halve('abIIIIII'), 'a.I.....'));

  it('is the first or the second behind a wait, and then has the time of the one that is gone', () => {
    const drawing = halve('IIIIabcd'.repeat(20));
    const turns = new Set(drawing.match(/.{8}/g));
    assert.ok([...turns].some((turn) => turn.endsWith('a.c.')));
    assert.ok([...turns].some((turn) => turn.endsWith('.b.d')));
    // What b and d lack at the begin they have at the end: the next idle time begins later.
    assert.ok(drawing.includes('.b.d.I'), drawing);
  });

  const turn = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }));
  holds(
    'leaves to idle and to other time what they had, however short the bursts are',
    [fc.array(turn, { minLength: 200, maxLength: 400 }), fc.integer({ min: 1, max: 4 })],
    (turns, passes) => {
      const drawing = turns.map(([idle, busy]) => 'I'.repeat(idle) + 'x'.repeat(busy)).join('');
      let kept = drawing;
      for (let pass = 0; pass < passes; pass++) kept = halveAgain(pass, kept);
      const [before, after] = [lengths(drawing), lengths(kept)];
      const [busy, still] = [before.x, after.x ?? 0];
      // What is still owed at the end is missing: a random walk of so many turns.
      const margin = 5 * 2 ** passes * Math.sqrt(turns.length);
      assert.ok(Math.abs(still - busy) <= margin, `${still} of ${busy}, after ${passes} passes`);
      assert.equal((after.I ?? 0) + still, drawing.length);
      assert.ok(kept.replaceAll(/[.I]/g, '').length <= (busy / 2 ** passes) * 1.5 + 50);
    },
  );

  it('prefers no line of a loop that waits', () => {
    for (const turn of ['IIab', 'IIIabcd', 'Iab', 'IIabc']) {
      const sums = lengths(halveAgain(1, halve(turn.repeat(4000))));
      for (const letter of turn.replaceAll('I', ''))
        assert.ok(Math.abs(sums[letter] - 4000) < 4000 * 0.55, `${turn}: ${letter} has ${sums[letter]}`);
    }
  });
});
