import assert from 'node:assert/strict';
import { fixes, fixOfWhy } from '../../src/present/why.ts';
import { readResults } from '../docs/results.ts';

/** A text's figures may be so far off what was measured: they are those of another run. */
const TOLERANCE = 0.3;
const LEAST_GAIN = 1.2;

describe('fixes of what is slow', () => {
  const [{ columns, rows }] = readResults('test/accuracy/results.json').why.tables;
  /** What its fixes gain on all Nodes. */
  const gainsOf = (code: string, isOfProgram = false): number[] =>
    rows
      .filter(([reason, where]) => reason === `\`${code}\`` && (where === 'program') === isOfProgram)
      .flatMap((row) => row.filter((_, i) => columns[i].startsWith('Node ')).map(Number));

  it('are named where the table says so', () => {
    const named = rows.filter((row) => row[columns.indexOf('Named')] === 'yes' && row[1] !== 'program');
    assert.deepEqual([...new Set(named.map(([code]) => code.slice(1, -1)))].sort(), Object.keys(fixes).sort());
  });

  const told: readonly (readonly [string, number[], string | undefined])[] = [
    ...Object.entries(fixes).map(([code, text]) => [code, gainsOf(code), text] as const),
    ['many places', gainsOf('megamorphic', true), fixOfWhy({ code: 'megamorphic', share: 1, places: [] })],
  ];
  for (const [name, gains, text = ''] of told)
    it(`are told of ${name} as they were measured`, () => {
      const [, least, most] = (/\(measured: ([\d.]+) to ([\d.]+) times as fast\)\.$/.exec(text) ?? []).map(Number);
      assert.ok(gains.length > 0 && Math.min(...gains) >= LEAST_GAIN, String(gains));
      for (const [said, measured] of [
        [least, Math.min(...gains)],
        [most, Math.max(...gains)],
      ])
        assert.ok(Math.abs(said - measured) <= TOLERANCE * measured, `${text} ${gains.join(', ')}`);
    });
});
