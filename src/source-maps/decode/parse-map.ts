import { BACKSLASH, decodeAt, decodeRange, type Outline, outlineObject, QUOTE, type Range } from './json-outline.ts';
import { CorruptMapError, type MapSection, MapSource, type NameList, type SourceMapData } from './source-map-data.ts';

const MAX_SECTIONS = 100_000;
const MAX_DEPTH = 16;
const LETTER_N = 0x6e;

/**
 * Takes a source map apart by its bytes, plain or with sections: mappings stay where they are, names and texts are decoded when they
 * are asked for. Throws `CorruptMapError`.
 */
export function parseMap(bytes: Buffer): SourceMapData {
  const outline = outlineObject(bytes, behindPrefix(bytes));
  if (outline?.end !== bytes.length) throw new CorruptMapError('it is no JSON object, or only a part of one');
  const builder: Builder = { bytes, sections: [], sources: [], nameStarts: [], nameList: undefined };
  addMap(builder, outline, 0, 0, 0);
  const { sections, sources, nameStarts } = builder;
  const file = decodeText(bytes, outline.values.get('file'));
  return {
    sections,
    sources,
    names: namesOf(bytes, nameStarts, sections.length === 1 ? builder.nameList : undefined),
    heldBytes: bytes.length + (nameStarts.length + sources.length) * 8,
    ...(file !== undefined && { file }),
  };
}

/** Some servers put `)]}'` before JSON so that it cannot run as a script; the format allows it. */
function behindPrefix(bytes: Buffer): number {
  const start = bytes.toString('latin1', 0, 3) === '\u00ef\u00bb\u00bf' ? 3 : 0;
  return bytes.toString('latin1', start, start + 4) === ")]}'" ? bytes.indexOf('\n') + 1 : start;
}

interface Builder {
  readonly bytes: Buffer;
  readonly sections: MapSection[];
  readonly sources: MapSource[];
  /** Where each name begins. */
  readonly nameStarts: number[];
  /** The list of names that was added last. */
  nameList: Range | undefined;
}

function addMap(builder: Builder, { values }: Outline, line: number, column: number, depth: number): void {
  const { bytes } = builder;
  const version = valueOf(bytes, values.get('version'));
  // Some tools write the version as a string.
  if (version !== 3 && version !== '3') throw new CorruptMapError(`its version is ${tell(version)}, not 3`);
  if (depth > MAX_DEPTH) throw new CorruptMapError('its sections are nested too deeply');
  const sections = values.get('sections');
  if (sections && bytes[sections.start] !== LETTER_N) addSections(builder, sections, line, column, depth);
  else addPlainMap(builder, values, line, column);
}

/** Only for what is short: a value from a file may have any size and depth. */
function tell(version: unknown): string {
  if (version === undefined || version === null || typeof version === 'number') return String(version);
  return typeof version === 'string' && version.length < 20 ? JSON.stringify(version) : 'no number';
}

function addSections(builder: Builder, { elements }: Range, line: number, column: number, depth: number): void {
  const { bytes, sections } = builder;
  if (elements === undefined) throw new CorruptMapError('its sections are not a list');
  // What stands before the first section in it is this one's too, so that none before answers for it.
  if (depth > 0) sections.push({ ...emptySection(builder, line, column), bytes, start: 0, end: 0 });
  for (const start of elements) {
    const section = outlineObject(bytes, start)?.values;
    const offset = valueOf(bytes, section?.get('offset')) as { line?: unknown; column?: unknown } | null | undefined;
    if (typeof offset !== 'object' || offset === null) throw new CorruptMapError('a section has no offset');
    const map = outlineObject(bytes, section?.get('map')?.start ?? bytes.length);
    if (map === undefined) throw new CorruptMapError('a section has no map in it');
    const ownLine = placeOf(offset.line, line);
    // Columns of a nested map are shifted only on the line where the outer section begins.
    const ownColumn = placeOf(offset.column, ownLine === line ? column : 0);
    const last = sections.at(-1);
    if (last !== undefined && (last.line > ownLine || (last.line === ownLine && last.column > ownColumn)))
      throw new CorruptMapError('its sections are out of order');
    if (sections.length >= MAX_SECTIONS) throw new CorruptMapError(`it has more than ${MAX_SECTIONS} sections`);
    addMap(builder, map, ownLine, ownColumn, depth + 1);
  }
}

function placeOf(offset: unknown, from: number): number {
  const place = typeof offset === 'number' && offset >= 0 ? offset + from : NaN;
  if (Number.isInteger(place) && place < 0x7fffffff) return place;
  throw new CorruptMapError('the offset of a section is not a position');
}

/** A section that begins behind all that was added so far, without mappings, sources or names. */
const emptySection = ({ sources, nameStarts }: Builder, line: number, column: number) => ({
  ...{ line, column, firstSource: sources.length, sources: 0, firstName: nameStarts.length, names: 0 },
});

function addPlainMap(builder: Builder, values: Outline['values'], line: number, column: number): void {
  const { bytes } = builder;
  const mappings = values.get('mappings');
  const urls = valueOf(bytes, values.get('sources'));
  const names = listOf(values.get('names'));
  if (mappings === undefined || bytes[mappings.start] !== QUOTE) throw new CorruptMapError('it has no mappings');
  if (!Array.isArray(urls)) throw new CorruptMapError('it has no list of sources');
  if (names === undefined) throw new CorruptMapError('its names are not a list');
  builder.sections.push({
    ...emptySection(builder, line, column),
    ...placeMappings(bytes, mappings),
    ...{ sources: urls.length, names: names.elements.length },
  });
  const root = decodeText(bytes, values.get('sourceRoot')) ?? '';
  const texts = listOf(values.get('sourcesContent'))?.elements ?? [];
  const ignored = valueOf(bytes, values.get('ignoreList') ?? values.get('x_google_ignoreList'));
  const ignoredRows = new Set<unknown>(Array.isArray(ignored) ? ignored : []);
  for (const [row, url] of (urls as unknown[]).entries())
    builder.sources.push(new MapSource(bytes, url, root, texts[row] ?? -1, ignoredRows.has(row)));
  for (const start of names.elements) builder.nameStarts.push(start);
  builder.nameList = names;
}

/** Where the mappings stand: in the map itself unless there are escapes in them. */
function placeMappings(bytes: Buffer, { start, end }: Range): Pick<MapSection, 'bytes' | 'start' | 'end'> {
  if (!bytes.subarray(start, end).includes(BACKSLASH)) return { bytes, start: start + 1, end: end - 1 };
  const text = decodeText(bytes, { start, end });
  if (text === undefined) throw new CorruptMapError('its mappings are not valid JSON');
  return { bytes: Buffer.from(text, 'latin1'), start: 0, end: text.length };
}

const valueOf = (bytes: Buffer, range: Range | undefined): unknown => range && decodeRange(bytes, range);

/** A list, an empty one where there is nothing; undefined for what is no list. */
const listOf = (range: Range = { start: 0, end: 0, elements: [] }): Required<Range> | undefined =>
  range.elements && { ...range, elements: range.elements };

function decodeText(bytes: Buffer, range: Range | undefined): string | undefined {
  const value = valueOf(bytes, range);
  return typeof value === 'string' ? value : undefined;
}

/** `starts`: where names begin; `list`: the list that all of them are in, undefined where they are in several. */
function namesOf(bytes: Buffer, starts: readonly number[], list: Range = { start: 0, end: 0 }): NameList {
  const at = (row: number): string | undefined => {
    const name = row < starts.length ? decodeAt(bytes, starts[row]) : undefined;
    // Some tools write numbers.
    return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
  };
  return {
    count: starts.length,
    take: (rows) => {
      // All of them as one text are many times faster for each than one by one, and faster than JSON.parse of all.
      const text = rows.length * 8 > starts.length ? bytes.toString('latin1', list.start, list.end) : '';
      return Array.from(rows, (row) => plainName(text, starts[row] - list.start) ?? at(row));
    },
  };
}

const PLAIN = /^[ !#-[\]-~]*$/;

/** The string at a place of a JSON text, where it is plain ASCII without escapes; undefined otherwise. */
function plainName(json: string, at: number): string | undefined {
  if (json[at] !== '"') return undefined;
  const name = json.slice(at + 1, json.indexOf('"', at + 1));
  return PLAIN.test(name) ? name : undefined;
}
