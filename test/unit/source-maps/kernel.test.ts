import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Target } from '../../../src/kernels/source-maps/kernel.generated.ts';
import { isJsonOf } from '../../../src/source-maps/decode/json-outline.ts';
import { WINDOW } from '../../../src/source-maps/decode/map-kernel.ts';
import { findMisfit, listSources, placeRows, sortQueries } from '../../../src/source-maps/decode/kernel-rows.ts';
import { scanLineStarts, scanStringList } from '../../../src/source-maps/decode/kernel-text.ts';
import { emptyAnswers } from '../../../src/source-maps/decode/queries.ts';
import { holds } from '../../support/holds.ts';

const text = fc.string({
  unit: fc.constantFrom(...Array.from('ab \n\r\t"\\/\u0001é漢\u2028\u2029\ufeff😀')),
  maxLength: 400,
});

function checkEnd(list: readonly string[]): void {
  const bytes = Buffer.from(JSON.stringify(list));
  assert.equal(scanStringList(bytes, 0)?.end, bytes.length);
}

describe('texts in the kernel', () => {
  it('are compared with their JSON, however that is escaped', () => {
    const escape = (json: string, pattern: RegExp) =>
      json.replace(pattern, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(text, text, fc.nat(2), (a, b, how) => {
        const plain = JSON.stringify(a);
        const json = how === 0 ? plain : escape(plain, how === 1 ? /[^\0-\x7f]/g : /[ab ]/g);
        const bytes = Buffer.from(`[${json}]`);
        const isSame = isJsonOf(bytes, 1, Buffer.from(a));
        // “Not certain” is a valid answer, but not for maps that real tools write.
        if (how === 0) assert.ok(isSame || /[\u0001]/.test(a));
        if (a !== b) assert.equal(isJsonOf(bytes, 1, Buffer.from(b)), false);
        assert.equal(isJsonOf(bytes, 1, Buffer.from(`${a}x`)), false);
        assert.equal(isJsonOf(bytes, 1, Buffer.from(a).subarray(0, -1)), a === '');
      }),
      { numRuns: 500 },
    );
  });

  it('are compared beyond a window', () => {
    const long = Array.from({ length: 60_000 }, (_, i) => `line ${i}\t"é"\r\n`).join('');
    const bytes = Buffer.from(JSON.stringify(long));
    assert.ok(Buffer.byteLength(long) > 2 * WINDOW);
    assert.equal(isJsonOf(bytes, 0, Buffer.from(long)), true);
    assert.equal(isJsonOf(bytes, 0, Buffer.from(long.replace('line 59000', 'line 59001'))), false);
    assert.equal(isJsonOf(bytes, 0, Buffer.from(long.slice(0, -2))), false);
  });

  it('have the lines that the language says', () => {
    const check = (value: string) => {
      const starts = [...value.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((end) =>
        Buffer.byteLength(value.slice(0, end.index + end[0].length)),
      );
      assert.deepEqual([...scanLineStarts(Buffer.from(value))], [0, ...starts, Buffer.byteLength(value)]);
    };
    fc.assert(fc.property(text, check), { numRuns: 300 });
    // Line ends across the border of two windows.
    for (const end of ['\r\n', '\u2028', '\n']) {
      for (let shift = 0; shift < 4; shift++) check(`${'x'.repeat(WINDOW - shift)}${end}y${end}`);
    }
  });

  it('are found in lists as JSON.parse finds them', () => {
    fc.assert(
      fc.property(fc.array(fc.option(text), { maxLength: 12 }), fc.constantFrom(0, 2), (list, indent) => {
        const bytes = Buffer.from(`${JSON.stringify(list, undefined, indent)}, 1]`);
        const found = scanStringList(bytes, 0);
        assert.ok(found);
        assert.deepEqual(JSON.parse(bytes.toString('utf8', 0, found.end)), list);
        assert.equal(found.starts.length, list.length);
        for (const [i, value] of list.entries()) {
          const json = JSON.stringify(value);
          assert.equal(bytes.toString('utf8', found.starts[i], found.starts[i] + Buffer.byteLength(json)), json);
        }
      }),
      { numRuns: 300 },
    );
    // Escapes across the border of two windows, and of the 64 bytes that are scanned at once.
    for (const border of [WINDOW, 64, 128]) {
      for (let shift = 0; shift < 12; shift++) {
        for (const end of ['""\\', '\\', '\\\\', '\\\\\\"', '"\\\\\\\\', '\n"\n'])
          checkEnd(['x'.repeat(border - 1 - shift) + end, 'y']);
      }
    }
    for (const broken of ['["a" "b"]', '["a",', '[1]', '[{}]', '["a"'])
      assert.equal(scanStringList(Buffer.from(broken), 0), undefined);
  });
});

describe('positions', () => {
  it('are put in order of line, then column, equal ones as they came', () => {
    const places = fc.array(fc.tuple(fc.nat(2 ** 31 - 2), fc.integer({ min: -1, max: 2 ** 30 })));
    const close = fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: -1, max: 3000 })));
    fc.assert(
      fc.property(fc.oneof(places, close), (all) => {
        const { order, queries } = sortQueries(
          Int32Array.from(all, (each) => each[0]),
          Int32Array.from(all, (each) => each[1]),
        );
        const expected = all.map((_, i) => i).sort((a, b) => all[a][0] - all[b][0] || all[a][1] - all[b][1] || a - b);
        assert.deepEqual([...order], expected);
        assert.deepEqual(
          [...queries.line].map((line, i) => [line, queries.column[i]]),
          expected.map((row) => all[row]),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('answers in the kernel', () => {
  const SOURCES = 5;
  const NAMES = 3;
  const answer = fc.record({
    source: fc.integer({ min: -1, max: SOURCES - 1 }),
    line: fc.nat(100),
    column: fc.nat(100),
    name: fc.integer({ min: -1, max: NAMES - 1 }),
    segment: fc.integer({ min: -1, max: 6 }),
    askedLine: fc.integer({ min: 0, max: 6 }),
    askedColumn: fc.integer({ min: -1, max: 6 }),
  });
  type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;
  const rows = fc.array(answer, { maxLength: 40 });
  const column = (all: readonly Answer[], key: keyof Answer) => Int32Array.from(all, (each) => each[key]);

  holds('name the sources that they have, in the order of their first use', [rows], (all) => {
    const expected = [...new Set(all.map((each) => each.source))].filter((source) => source >= 0);
    assert.deepEqual([...listSources(column(all, 'source'), SOURCES)], expected);
  });

  holds(
    'do not fit where a segment begins behind the end of its line',
    [rows, fc.array(fc.nat(5), { maxLength: 5 })],
    (all, lengths) => {
      const starts = Uint32Array.from([0, ...lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b))]);
      const lengthOf = (line: number) => (line < 1 ? 0 : (lengths.at(line - 1) ?? 0));
      const expected = all.findIndex((each) => each.segment > lengthOf(each.askedLine) + 1);
      assert.equal(findMisfit(column(all, 'askedLine'), column(all, 'segment'), starts), expected);
    },
  );

  holds(
    'are placed where they were asked for, or left to be looked at one by one',
    [
      rows,
      fc.array(fc.constantFrom(Target.ownMap, Target.noOriginal, 0, 7), { minLength: SOURCES, maxLength: SOURCES }),
      fc.nat(40),
    ],
    (all, targets, firstName) => {
      // Any order will do: here, backwards.
      const order = Int32Array.from(all, (_, i) => all.length - 1 - i);
      const answers = { ...emptyAnswers(all.length), source: column(all, 'source'), line: column(all, 'line') };
      const rest = { column: column(all, 'column'), name: column(all, 'name'), segment: column(all, 'segment') };
      const queries = { line: column(all, 'askedLine'), column: column(all, 'askedColumn') };
      const found = placeRows(
        { ...answers, ...rest },
        { queries, order },
        Int32Array.from(targets),
        Math.min(firstName, all.length),
      );
      const targetOf = (each: Answer) => (each.source < 0 ? Target.noOriginal : targets[each.source]);
      assert.deepEqual(
        all.map((_, row) => [found.placed.source, found.placed.line, found.placed.column].map((c) => c[order[row]])),
        all.map((each) => (targetOf(each) < 0 ? [-1, 0, -1] : [targetOf(each), each.line, each.column])),
      );
      const isLeft = (each: Answer) => each.askedColumn < 0 || targetOf(each) === Target.ownMap;
      assert.deepEqual(
        [...found.rest],
        [...all.keys()].filter((row) => isLeft(all[row])),
      );
      const isNamed = (each: Answer, row: number) =>
        targetOf(each) >= 0 && each.name >= 0 && each.segment === each.askedColumn && order[row] >= firstName;
      assert.deepEqual(
        [...found.named].map((at, i) => [at, found.names[i]]),
        all.flatMap((each, row) => (isNamed(each, row) ? [[order[row], each.name]] : [])),
      );
    },
  );
});
