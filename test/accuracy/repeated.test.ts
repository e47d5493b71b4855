import { strict as assert } from 'node:assert';
import { useScratch } from '../support/scratch.ts';
import { judgeRepeated, type RunOfConstructs } from './judge-repeated.ts';
import { type Constructs, readConstructs } from './marked-lines.ts';
import { repeatLines, repeatStatements } from './repeat-lines.ts';

describe('repeated statements', () => {
  const scratch = useScratch();

  it('are those that are all that a loop does', () => {
    const text = [
      'function sum(list) {',
      '  for (const one of list) {',
      '    total += one; // @alone',
      '  }',
      '  for (const one of list) {',
      '    const twice = 2 * one; // @two-lines too',
      '    total += twice; // @two-lines',
      '  }',
      '  for (const one of list) {',
      '    const twice = 2 * one; // @declared',
      '    total += twice;',
      '  }',
      '  if (total > 3) {',
      '    total = 3; // @once',
      '  }',
      '  for (const one of list) total -= one; // @on-the-head',
      '}',
    ].join('\n');
    const repeated = repeatStatements(text, 4);
    assert.deepEqual(repeated.names, ['alone', 'two-lines']);
    const block = '{ const twice = 2 * one; total += twice; }';
    const expected = text
      .replace('    total += one; // @alone', '    total += one; total += one; total += one; total += one; // @alone')
      .replace('    const twice = 2 * one; // @two', '     // @two')
      .replace('    total += twice; // @two', `    ${[block, block, block, block].join(' ')} // @two`);
    assert.equal(repeated.text, expected);
  });

  it('are those of 50 constructs and more', async () => {
    const { names } = await repeatLines(scratch('constructs'), 4);
    const { hot } = await readConstructs();
    assert.ok(names.length >= 50, `${names.length} constructs`);
    assert.ok(names.every((name) => hot.has(name)));
  });

  const constructs: Constructs = {
    hot: new Map([['one', ['a:3']]]),
    innocent: new Set(),
    owner: new Map([1, 2, 3, 4].map((line) => [`a:${line}`, 'one'] as const)),
  };
  /** A construct of so many microseconds a call and of these on its line, with a collection of 10 µs in each. */
  const run = (calls: number, whole: number, line: number): RunOfConstructs => ({
    reading: {
      lines: new Map([['a:3', { time: calls * line, gcTime: 0, low: NaN, high: NaN, isExact: true }]]),
      activeTime: calls * (whole + 10),
      nodes: [
        { parent: -1, place: undefined, work: 'own' },
        { parent: 0, place: 'a:1', work: 'own' },
        { parent: 0, place: undefined, work: 'outside' },
      ],
      samples: [
        [1, calls * whole],
        [2, calls * 10],
      ],
    },
    phases: { one: 1000 * calls * (whole + 10), 'one calls': calls },
  });

  it('cost what their construct takes more, in a call and without collection', () => {
    // The loop takes 40 µs, the statement 60, of which 54 are on its line: repeated, three times that more.
    const verdicts = judgeRepeated([run(30, 100, 54)], [run(10, 280, 4 * 54)], constructs);
    assert.deepEqual(
      verdicts.map(({ mark, share }) => [mark, share.toFixed(6)]),
      [['one', '0.900000']],
    );
  });

  it('cost what all runs say together', () => {
    const [{ share }] = judgeRepeated(
      [run(30, 100, 54), run(30, 120, 64)],
      [run(10, 270, 4 * 54), run(10, 310, 4 * 59)],
      constructs,
    );
    // 290 - 110 µs a call, of which 226 - 59 are on the line.
    assert.equal(share.toFixed(6), (167 / 180).toFixed(6));
  });

  it('have no known share where a compiler left hardly anything of them', () => {
    const [{ share }] = judgeRepeated([run(30, 100, 54)], [run(30, 110, 64)], constructs);
    assert.ok(Number.isNaN(share));
  });
});
