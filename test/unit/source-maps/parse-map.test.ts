import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJsonMap, parseMap } from '../../../src/source-maps/decode/parse-map.ts';
import { parsePlainMap } from '../../../src/source-maps/decode/plain-map.ts';
import { CorruptMapError, type SourceMapData } from '../../../src/source-maps/decode/source-map-data.ts';
import { holds } from '../../support/holds.ts';

/** Everything in a parsed map, decoded. */
function tell(data: SourceMapData): unknown {
  return {
    file: data.file,
    sources: data.sources.map((source) => [source.url, source.root, source.content(), source.isIgnored]),
    names: Array.from({ length: data.names.count }, (_, row) => data.names.at(row)),
    sections: data.sections.map(({ bytes, start, end, ...rest }) => [
      Buffer.from(bytes).toString('latin1', start, end),
      rest,
    ]),
  };
}

const text = fc.string({ unit: 'binary', maxLength: 40 });
const plain = fc.record(
  {
    version: fc.constant(3),
    file: text,
    sourceRoot: text,
    sources: fc.array(fc.option(text)),
    sourcesContent: fc.array(fc.option(text)),
    names: fc.array(text),
    mappings: fc.string({ unit: fc.constantFrom('A', 'C', ',', ';') }),
    ignoreList: fc.oneof(fc.array(fc.nat(5)), fc.jsonValue({ maxDepth: 1 })),
    x_google_ignoreList: fc.array(fc.nat(5)),
    x_extra: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: ['version', 'sources', 'mappings'] },
);

describe('parseMap', () => {
  holds(
    'reads a plain map by its bytes as JSON.parse reads it, however it is laid out',
    [plain, fc.constantFrom(undefined, 1, '\t'), fc.boolean()],
    (map, indent, isReversed) => {
      const entries = Object.entries(map);
      const bytes = Buffer.from(
        JSON.stringify(Object.fromEntries(isReversed ? entries.reverse() : entries), null, indent),
      );
      const quick = parsePlainMap(bytes);
      assert.ok(quick !== undefined);
      assert.deepEqual(tell(quick), tell(parseJsonMap(bytes)));
    },
    { numRuns: 500 },
  );

  it('knows which sources are not the user’s, by either name of the list and in sections', () => {
    const map = { version: 3, sources: ['a', 'b', 'c'], mappings: '' };
    const ignored = (json: object): unknown =>
      parseMap(Buffer.from(JSON.stringify(json))).sources.map((each) => each.isIgnored);
    const listed = { ...map, ignoreList: [0, 2] };
    assert.deepEqual(ignored(listed), [true, false, true]);
    assert.deepEqual(ignored({ ...map, x_google_ignoreList: [1] }), [false, true, false]);
    assert.deepEqual(ignored({ ...listed, x_google_ignoreList: [1] }), [true, false, true]);
    assert.deepEqual(ignored({ ...map, ignoreList: 'all' }), [false, false, false]);
    const section = (line: number, inner: object): object => ({ offset: { line, column: 0 }, map: inner });
    assert.deepEqual(ignored({ version: 3, sections: [section(0, map), section(1, listed)] }), [
      false,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it('reads what only the slow way can: escapes in the mappings, a version in quotes, a prefix against scripts', () => {
    const map = '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}';
    const expected = tell(parseMap(Buffer.from(map)));
    for (const variant of [
      map.replace('"AAAA"', '"\\u0041AAA"'),
      map.replace(':3', ':"3"'),
      `)]}'\n${map}`,
      `\ufeff${map}`,
      map.replace('"mappings":"AAAA"', '"mappings":"CCCC","mappings":"AAAA"'),
    ]) {
      assert.deepEqual(tell(parseMap(Buffer.from(variant))), expected, variant);
    }
  });

  it('takes no name but text and numbers, and no version but 3, however deep the others are', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const map = (version: string, names: string) =>
      Buffer.from(`{"version":${version},"sources":[],"names":${names},"mappings":""}`);
    for (const version of ['3', '"3"']) {
      const { names } = parseMap(map(version, `["a", 7, null, {}, ${deep}]`));
      assert.deepEqual([...names.take(Int32Array.of(0, 1, 2, 3, 4))], ['a', '7', undefined, undefined, undefined]);
    }
    for (const version of ['2', 'null', '[3]', deep, `"${'3'.repeat(10_000)}"`]) {
      assert.throws(
        () => parseMap(map(version, '[]')),
        (error) => error instanceof CorruptMapError && error.message.length < 100,
      );
    }
  });

  it('refuses every truncated map', () => {
    const map =
      '{"version":3,"sources":["a.ts"],"sourcesContent":["x \\" y"],"names":["n"],"mappings":"AAAA","x":[1,{"y":null}]}';
    for (let end = 0; end < map.length; end++) {
      assert.throws(() => parseMap(Buffer.from(map.slice(0, end))), CorruptMapError, map.slice(0, end));
    }
  });
});
