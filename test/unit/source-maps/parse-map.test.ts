import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseMap } from '../../../src/source-maps/decode/parse-map.ts';
import { CorruptMapError, type SourceMapData } from '../../../src/source-maps/decode/source-map-data.ts';
import { holds } from '../../support/holds.ts';

/** Everything in a parsed map, decoded. */
function tell(data: SourceMapData): unknown {
  return {
    file: data.file,
    sources: data.sources.map((source) => [source.url, source.root, source.content(), source.isIgnored]),
    names: data.names.take(Array.from({ length: data.names.count }, (_, row) => row)),
    sections: data.sections.map(({ bytes, start, end, ...rest }) => [
      Buffer.from(bytes).toString('latin1', start, end),
      rest,
    ]),
  };
}

type Plain = typeof plain extends fc.Arbitrary<infer Map> ? Map : never;

/** The same of what was written. */
function expected(maps: readonly Plain[]): unknown {
  const rows = { source: 0, name: 0 };
  return {
    file: maps.length === 1 ? maps[0].file : undefined,
    sources: maps.flatMap(
      ({ sources, sourcesContent = [], sourceRoot = '', ignoreList, x_google_ignoreList: other }) => {
        const ignored: unknown = ignoreList === undefined ? other : ignoreList;
        return sources.map((url, row) => [
          url ?? undefined,
          sourceRoot,
          sourcesContent[row] ?? undefined,
          Array.isArray(ignored) && ignored.includes(row),
        ]);
      },
    ),
    names: maps.flatMap(({ names = [] }) => names),
    sections: maps.map(({ sources, names = [], mappings }, line) => {
      const [firstSource, firstName] = [rows.source, rows.name];
      rows.source += sources.length;
      rows.name += names.length;
      const lists = { firstSource, sources: sources.length, firstName, names: names.length };
      return [mappings, { line, column: 0, ...lists }];
    }),
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
    'reads maps by their bytes, however they are laid out, alone or in sections',
    [fc.array(plain, { minLength: 1, maxLength: 3 }), fc.constantFrom(undefined, 1, '\t'), fc.boolean()],
    (maps, indent, isReversed) => {
      const sections = maps.map((map, line) => ({ offset: { line, column: 0 }, map }));
      const entries = Object.entries(maps.length === 1 ? maps[0] : { version: 3, sections });
      const json = JSON.stringify(Object.fromEntries(isReversed ? entries.reverse() : entries), null, indent);
      assert.deepEqual(tell(parseMap(Buffer.from(json))), expected(maps));
    },
    { numRuns: 500 },
  );

  it('knows which sources are not the user’s, by either name of the list and in sections', () => {
    const map = { version: 3, sources: ['a', 'b', 'c'], mappings: '' };
    const ignored = (json: object): unknown =>
      parseMap(Buffer.from(JSON.stringify(json))).sources.flatMap((each, i) => (each.isIgnored ? [i] : []));
    const listed = { ...map, ignoreList: [0, 2] };
    assert.deepEqual(ignored(listed), [0, 2]);
    assert.deepEqual(ignored({ ...map, x_google_ignoreList: [1] }), [1]);
    assert.deepEqual(ignored({ ...listed, x_google_ignoreList: [1] }), [0, 2]);
    assert.deepEqual(ignored({ ...map, ignoreList: 'all' }), []);
    const section = (line: number, inner: object): object => ({ offset: { line, column: 0 }, map: inner });
    assert.deepEqual(ignored({ version: 3, sections: [section(0, map), section(1, listed)] }), [3, 5]);
  });

  it('reads what is unusual: escapes in the mappings, a version in quotes, a prefix against scripts', () => {
    const map = '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}';
    const usual = tell(parseMap(Buffer.from(map)));
    for (const variant of [
      map.replace('"AAAA"', '"\\u0041AAA"'),
      map.replace(':3', ':"3"'),
      `)]}'\n${map}`,
      `\ufeff${map}`,
      map.replace('"mappings":"AAAA"', '"mappings":"CCCC","mappings":"AAAA"'),
    ]) {
      assert.deepEqual(tell(parseMap(Buffer.from(variant))), usual, variant);
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
