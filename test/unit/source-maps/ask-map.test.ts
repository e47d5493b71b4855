import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SourceMapConsumer } from 'source-map';
import { askMap } from '../../../src/source-maps/decode/ask-map.ts';
import { parseMap } from '../../../src/source-maps/decode/parse-map.ts';
import { WINDOW } from '../../../src/source-maps/decode/map-kernel.ts';
import { CorruptMapError } from '../../../src/source-maps/decode/source-map-data.ts';
import { buildSourceMapCorpus } from '../../support/source-map-corpus.ts';
import { drawMappings, encodeMappings, type Segment } from '../../support/encode-mappings.ts';
import { holds } from '../../support/holds.ts';

type Position = readonly [line: number, column: number];
type Found = readonly [source: number, line: number, column: number, name: number];

const byPosition = (a: Position, b: Position) => a[0] - b[0] || a[1] - b[1];

const ourAnswers = (map: string, positions: readonly Position[]): Promise<readonly Found[]> =>
  Promise.resolve().then(() => answersOf(map, positions));

function answersOf(map: string, positions: readonly Position[]): readonly Found[] {
  const data = parseMap(Buffer.from(map));
  const queries = { line: Int32Array.from(positions, (p) => p[0]), column: Int32Array.from(positions, (p) => p[1]) };
  const answers = askMap(data, queries);
  return positions.map((_, i) =>
    answers.source[i] < 0 ? [-1, 0, -1, -1] : [answers.source[i], answers.line[i], answers.column[i], answers.name[i]],
  );
}

/** The same from the `source-map` library. Sources and names are renamed to their rows, so that rows are compared. */
async function theirAnswers(map: string, positions: readonly Position[]): Promise<readonly Found[]> {
  return SourceMapConsumer.with(withRowsForNames(map), null, (consumer) =>
    positions.map(([line, column]) => {
      const found = consumer.originalPositionFor({ line, column });
      if (found.source === null) return [-1, 0, -1, -1];
      return [Number(found.source), found.line ?? 0, found.column ?? -1, found.name === null ? -1 : Number(found.name)];
    }),
  );
}

function withRowsForNames(map: string): string {
  const counts = { sources: 0, names: 0 };
  const rename = (json: Record<string, unknown>): Record<string, unknown> => {
    if (Array.isArray(json.sections)) {
      const sections = (json.sections as { offset: object; map: Record<string, unknown> }[]).map((s) => ({
        ...s,
        map: rename(s.map),
      }));
      return { ...json, sections };
    }
    const sources = (json.sources as unknown[]).map(() => String(counts.sources++));
    const names = ((json.names ?? []) as unknown[]).map(() => String(counts.names++));
    return { version: 3, file: '', sources, names, mappings: json.mappings };
  };
  return JSON.stringify(rename(JSON.parse(map) as Record<string, unknown>));
}

/** Answers as the library's. Of several originals for exactly the column that was asked, it takes any. */
async function checkAnswers(map: string, positions: readonly Position[]): Promise<void> {
  const doubled = await theirDoubled(map);
  const [ours, theirs] = [await ourAnswers(map, positions), await theirAnswers(map, positions)];
  const expected = theirs.map((found, i) => (doubled.get(positions[i].join())?.has(ours[i].join()) ? ours[i] : found));
  assert.deepEqual(ours, expected);
}

/** The originals of columns that have several, from the library. */
async function theirDoubled(map: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const columns = new Map<string, Set<string>>();
  await SourceMapConsumer.with(withRowsForNames(map), null, (consumer) =>
    consumer.eachMapping((mapping) => {
      const { source, name } = mapping as { readonly source: string | null; readonly name: string | null };
      const key = `${mapping.generatedLine},${mapping.generatedColumn}`;
      const found =
        source === null ? [-1, 0, -1, -1] : [source, mapping.originalLine, mapping.originalColumn, name ?? -1];
      columns.set(key, (columns.get(key) ?? new Set()).add(found.join()));
    }),
  );
  return new Map([...columns].filter(([, originals]) => originals.size > 1));
}

/** The originals of lines that have one, from the library. */
async function theirLines(map: string): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const lines = new Map<number, Set<string>>();
  await SourceMapConsumer.with(withRowsForNames(map), null, (consumer) =>
    consumer.eachMapping((mapping) => {
      if ((mapping.source as string | null) === null) return;
      const line = lines.get(mapping.generatedLine) ?? new Set<string>();
      lines.set(mapping.generatedLine, line.add(`${mapping.source}:${mapping.originalLine}`));
    }),
  );
  return new Map([...lines].filter(([, originals]) => originals.size === 1));
}

/** The one original of each line that has no other. */
function ourLines(map: string, count: number): ReadonlyMap<number, ReadonlySet<string>> {
  const data = parseMap(Buffer.from(map));
  const asked = Int32Array.from({ length: count }, (_, i) => i + 1);
  const { source, line } = askMap(data, { line: asked, column: new Int32Array(count).fill(-1) });
  const rows = [...asked.keys()].filter((row) => source[row] >= 0);
  return new Map(rows.map((row) => [row + 1, new Set([`${source[row]}:${line[row]}`])]));
}

/** Every column of short files, a spread of long ones, and columns that do not exist. */
function positionsOf(code: string): readonly Position[] {
  const lines = code.split('\n');
  const step = Math.max(1, Math.floor(code.length / 20_000));
  const positions = lines.flatMap((text, i) =>
    Array.from({ length: Math.ceil((text.length + 3) / step) }, (_, k): Position => [i + 1, k * step]),
  );
  return [...positions, [lines.length + 5, 0], [lines.length + 5, 7]];
}

describe('source maps of real tools', () => {
  for (const { name, code, map } of buildSourceMapCorpus()) {
    it(`are answered as by the source-map library: ${name}`, async () => {
      const positions = positionsOf(code);
      await checkAnswers(map, positions);
    });
    it(`give the original of each line that has one: ${name}`, async () => {
      assert.deepEqual(ourLines(map, code.split('\n').length), await theirLines(map));
    });
  }
});

const segment: fc.Arbitrary<Segment> = fc.oneof(
  fc.tuple(fc.nat(60)),
  fc.tuple(fc.nat(60), fc.nat(2), fc.nat(40), fc.nat(100)),
  fc.tuple(fc.nat(60), fc.nat(2), fc.nat(40), fc.nat(100), fc.nat(3)),
);
const lines = fc.array(
  fc.array(segment, { maxLength: 12 }).map((line) => line.sort((a, b) => a[0] - b[0])),
  { maxLength: 8 },
);
const positions = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(70)), { minLength: 1, maxLength: 60 })
  .map((list) => [...list].sort(byPosition) as Position[]);

const plainMap = (mappings: readonly (readonly Segment[])[]) => ({
  version: 3,
  file: 'out.js',
  sources: ['a.ts', 'b.ts', 'c.ts'],
  names: ['k', 'l', 'm', 'n'],
  mappings: encodeMappings(mappings),
});

describe('any source map', () => {
  holds(
    'is answered as by the source-map library, segments doubled or not',
    [lines, positions],
    async (all, asked) => {
      const map = JSON.stringify(plainMap(all));
      await checkAnswers(map, asked);
      assert.deepEqual(ourLines(map, 12), await theirLines(map));
    },
    { numRuns: 400 },
  );

  const map = lines.map(plainMap);
  holds(
    'with sections, also in sections, is answered as by the source-map library',
    [sectionsOf(fc.oneof(map, sectionsOf(map))), positions],
    async (indexed, asked) => {
      fc.pre(areInOrder(indexed));
      await checkAnswers(JSON.stringify(indexed), asked);
    },
    { numRuns: 600 },
  );

  holds(
    'of any characters is refused, or answered as by the source-map library',
    [fc.string({ unit: fc.constantFrom(...Array.from('AABCDEFGgghJ2/+,,;')), maxLength: 24 }), positions],
    async (mappings, asked) => {
      const text = JSON.stringify({ ...plainMap([]), mappings });
      const ours = await ourAnswers(text, asked).catch((error: unknown) => error);
      if (ours instanceof CorruptMapError) return;
      await checkAnswers(text, asked);
    },
    { numRuns: 2000 },
  );

  const drawn = (drawing: string) => JSON.stringify({ ...plainMap([]), mappings: drawMappings(drawing) });
  const ask = (text: string, line: number, ...columns: readonly number[]) =>
    ourAnswers(
      text,
      columns.map((column): Position => [line, column]),
    );

  it('has the last of several originals for one column, in their own order', async () => {
    assert.deepEqual(await ask(drawn('3=a10 3=a6'), 1, 3, 4), Array(2).fill([0, 10, 0, -1]));
  });
});

describe('a long source map', () => {
  const check = async (mappings: string, asked: readonly Position[]): Promise<void> => {
    const map = JSON.stringify({ ...plainMap([]), mappings });
    await checkAnswers(map, asked);
  };
  const segments = Array.from({ length: 90_000 }, (_, i): Segment => [i * 7, i % 3, i % 1000, i % 77, i % 4]);
  const manyLines = encodeMappings(segments.map(([, ...rest], i) => [[0, ...rest], [3 + (i % 5)]]));

  it('may be longer than a window of the kernel, in one line and in many', async () => {
    const oneLine = encodeMappings([segments]);
    assert.ok(oneLine.length > WINDOW && manyLines.length > WINDOW);
    await check(oneLine, [...Array.from({ length: 5000 }, (_, i): Position => [1, i * 126]), [2, 0]]);
    const asked = segments.map((_, i): Position => [i + 1, (i % 3) + 2]);
    await check(manyLines, asked);
    const map = JSON.stringify({ ...plainMap([]), mappings: manyLines });
    assert.deepEqual(ourLines(map, segments.length), await theirLines(map));
  });

  it('may end anywhere, whatever was read before', async () => {
    const asked = Array.from({ length: 200 }, (_, i): Position => [1, i * 17]);
    const kinds = ['CAAC,', 'AAgBA,', 'gBAAoB,', 'CAA2C,', 'EAACA,', 'C,', 'sCAAsnBA,'];
    for (let first = 0; first < kinds.length; first++) {
      let mappings = '';
      for (let i = 0; i < 90; i++) {
        mappings += kinds[(first + i * (first + 1)) % kinds.length];
        const other = 'AAAA,'.repeat(130).slice(i % 5, mappings.length + 6);
        await ourAnswers(JSON.stringify({ ...plainMap([]), mappings: other }), asked).catch(() => undefined);
        await check(i % 2 === 0 ? mappings : mappings.slice(0, -1), asked);
      }
    }
  });

  it('that is corrupt behind its first window says where', async () => {
    const map = JSON.stringify({ ...plainMap([]), mappings: `${manyLines}!` });
    const told = new RegExp(`damaged at character ${manyLines.length}$`);
    await assert.rejects(() => ourAnswers(map, [[1, 0]]), told);
  });
});

interface IndexedMap {
  readonly version: 3;
  readonly sections: readonly { readonly offset: Offset; readonly map: object }[];
}
interface Offset {
  readonly line: number;
  readonly column: number;
}

function sectionsOf(map: fc.Arbitrary<object>): fc.Arbitrary<IndexedMap> {
  const section = fc.record({ offset: fc.record({ line: fc.nat(6), column: fc.nat(30) }), map });
  const byOffset = (a: { offset: Offset }, b: { offset: Offset }) =>
    a.offset.line - b.offset.line || a.offset.column - b.offset.column;
  return fc
    .array(section, { minLength: 1, maxLength: 4 })
    .map((list) => ({ version: 3, sections: [...list].sort(byOffset) }));
}

/** Where sections begin, outer ones before those in them. */
function offsetsIn(map: object, line = 0, column = 0): readonly (Offset & { readonly isOuter: boolean })[] {
  if (!('sections' in map)) return [{ line, column, isOuter: false }];
  const inner = (map as IndexedMap).sections.flatMap(({ offset, map: each }) =>
    offsetsIn(each, line + offset.line, offset.line === 0 ? column + offset.column : offset.column),
  );
  return [{ line, column, isOuter: true }, ...inner];
}

/** No two maps at one position, and none after the beginning of the next section. */
const areInOrder = (map: object): boolean => {
  const all = offsetsIn(map);
  return all.every(({ line, column }, i) => {
    if (i === 0) return true;
    const before = all[i - 1];
    return before.line < line || (before.line === line && before.column < column + (before.isOuter ? 1 : 0));
  });
};

describe('a corrupt source map', () => {
  const base = { version: 3, sources: ['a.ts'], names: ['n'], mappings: 'AAAA' };
  const withSections = (...lines: readonly number[]) => ({
    version: 3,
    sections: lines.map((line) => ({ offset: { line, column: 0 }, map: base })),
  });
  for (const [what, map, told] of [
    ['is not whole', '{"version":3,', /no JSON object, or only a part of one/],
    ['is an array', [], /no JSON object/],
    ['has another version', { ...base, version: 2 }, /its version is 2, not 3/],
    ['has no mappings', { version: 3, sources: [] }, /no mappings/],
    ['has mappings with a broken escape', '{"version":3,"sources":[],"mappings":"\\q"}', /mappings are not valid JSON/],
    ['has sources of a wrong type', { ...base, sources: 'a.ts' }, /no list of sources/],
    ['has sections out of order', withSections(2, 1), /sections are out of order/],
    ['has a section at a line that is no number', withSections(1e300), /offset of a section is not a position/],
    ['has a character that is no base64', 'AA!A', /damaged at character 2$/],
    ['has such a character inside a number', 'AAg!', /damaged at character 3$/],
    ['ends inside a number', 'AAAg', /damaged at character 4$/],
    ['has a segment of two fields', 'AA', /damaged at character 0$/],
    ['has a segment of six fields', 'AAAA,AAAAAA', /damaged at character 5$/],
    ['has a negative line', 'AADA', /damaged at character 0$/],
    ['has a negative column', 'AAAA,DAAA', /damaged at character 5$/],
    ['has segments out of order', 'IAAA,DAAA', /damaged at character 5$/],
    ['has a huge number', 'ggggggggggggggggggggggggggggggggB', /damaged at character 8$/],
    ['has a number beyond 32 bits', 'AAggggggIA', /damaged at character 9$/],
    ['has a source that is not listed', 'ACAA', /damaged at character 0$/],
    ['has a name that is not listed', 'AAAAC', /damaged at character 0$/],
  ] as const) {
    it(`is refused when it ${what}, which is said`, async () => {
      const mappings = typeof map === 'string' && /^[\w!,]*$/.test(map) ? { ...base, mappings: map } : map;
      const text = typeof mappings === 'string' ? mappings : JSON.stringify(mappings);
      await assert.rejects(() => ourAnswers(text, [[1, 0]]), told);
      await assert.rejects(() => ourAnswers(text, [[1, 0]]), CorruptMapError);
    });
  }
});
