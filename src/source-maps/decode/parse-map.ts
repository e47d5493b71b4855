import { ignoredSources, nameOf, parsePlainMap } from './plain-map.ts';
import { CorruptMapError, type MapSection, type MapSource, type SourceMapData } from './source-map-data.ts';

const MAX_SECTIONS = 100_000;
const MAX_DEPTH = 16;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a source map, plain or with sections. Throws `CorruptMapError`. */
export function parseMap(bytes: Buffer): SourceMapData {
  // Plain maps, the big ones among them, are taken apart without building what JSON.parse would build of them.
  return parsePlainMap(bytes) ?? parseJsonMap(bytes);
}

/** Parses a source map through JSON.parse: every kind of map, at the cost of building all of it. */
export function parseJsonMap(bytes: Buffer): SourceMapData {
  let root: unknown;
  try {
    root = JSON.parse(stripPrefix(bytes.toString('utf8')));
  } catch {
    throw new CorruptMapError('it is not valid JSON');
  }
  if (!isObject(root)) throw new CorruptMapError('it is not a JSON object');
  const builder: Builder = { sections: [], sources: [], names: [] };
  addMap(builder, root, 0, 0, 0);
  const { sections, sources, names } = builder;
  const list = {
    count: names.length,
    at: (row: number) => names[row],
    take: (rows: ArrayLike<number>) => Array.from(rows, (row) => names[row]),
  };
  // The texts as strings may take twice their bytes.
  return {
    sections,
    sources,
    names: list,
    heldBytes: bytes.length * 2,
    ...(typeof root.file === 'string' ? { file: root.file } : {}),
  };
}

/** Some servers put `)]}'` before JSON so that it cannot run as a script; the format allows it. */
function stripPrefix(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.startsWith(")]}'", start) ? text.slice(text.indexOf('\n') + 1) : text.slice(start);
}

interface Builder {
  readonly sections: MapSection[];
  readonly sources: MapSource[];
  readonly names: (string | undefined)[];
}

function addMap(builder: Builder, map: Json, line: number, column: number, depth: number): void {
  // Some tools write the version as a string.
  if (map.version !== 3 && map.version !== '3') throw new CorruptMapError(`its version is ${tell(map.version)}, not 3`);
  if (depth > MAX_DEPTH) throw new CorruptMapError('its sections are nested too deeply');
  if (map.sections !== undefined && map.sections !== null) addSections(builder, map.sections, line, column, depth);
  else addPlainMap(builder, map, line, column);
}

/** Only for what is short: a value from a file may have any size and depth. */
function tell(version: unknown): string {
  if (version === undefined || version === null || typeof version === 'number') return String(version);
  return typeof version === 'string' && version.length < 20 ? JSON.stringify(version) : 'no number';
}

function addSections(builder: Builder, sections: unknown, line: number, column: number, depth: number): void {
  if (!Array.isArray(sections)) throw new CorruptMapError('its sections are not a list');
  // What stands before the first section in it is this one's too, so that none before answers for it.
  if (depth > 0) addSection(builder, line, column, '', 0, 0);
  for (const section of sections as unknown[]) {
    if (!isObject(section) || !isObject(section.offset)) throw new CorruptMapError('a section has no offset');
    if (!isObject(section.map)) throw new CorruptMapError('a section has no map in it');
    const below = offsetOf(section.offset.line);
    const right = offsetOf(section.offset.column);
    const ownLine = line + below;
    // Columns of a nested map are shifted only on the line where the outer section begins.
    const ownColumn = below === 0 ? column + right : right;
    const last = builder.sections.at(-1);
    if (last !== undefined && (last.line > ownLine || (last.line === ownLine && last.column > ownColumn)))
      throw new CorruptMapError('its sections are out of order');
    if (builder.sections.length >= MAX_SECTIONS) throw new CorruptMapError(`it has more than ${MAX_SECTIONS} sections`);
    addMap(builder, section.map, ownLine, ownColumn, depth + 1);
  }
}

function offsetOf(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 0x7fffffff) return value;
  throw new CorruptMapError('the offset of a section is not a position');
}

/** For sources and names (so many) that are added next. */
function addSection(
  { sections, sources, names }: Builder,
  line: number,
  column: number,
  mappings: string,
  ownSources: number,
  ownNames: number,
): void {
  const bytes = Buffer.from(mappings, 'latin1');
  sections.push({
    ...{ line, column, bytes, start: 0, end: bytes.length },
    ...{ firstSource: sources.length, sources: ownSources, firstName: names.length, names: ownNames },
  });
}

function addPlainMap(builder: Builder, map: Json, line: number, column: number): void {
  const { mappings, sources, names = [], sourcesContent, sourceRoot } = map;
  if (typeof mappings !== 'string') throw new CorruptMapError('it has no mappings');
  if (!Array.isArray(sources)) throw new CorruptMapError('it has no list of sources');
  if (!Array.isArray(names)) throw new CorruptMapError('its names are not a list');
  addSection(builder, line, column, mappings, sources.length, names.length);
  const root = typeof sourceRoot === 'string' ? sourceRoot : '';
  const ignored = ignoredSources('ignoreList' in map ? map.ignoreList : map.x_google_ignoreList);
  const contents: unknown[] = Array.isArray(sourcesContent) ? sourcesContent : [];
  for (const [i, source] of (sources as unknown[]).entries()) {
    const content = contents[i];
    const text = typeof content === 'string' ? content : undefined;
    builder.sources.push({
      url: typeof source === 'string' ? source : undefined,
      root,
      hasContent: text !== undefined,
      isIgnored: ignored.has(i),
      content: () => text,
    });
  }
  for (const name of names as unknown[]) builder.names.push(nameOf(name));
}
