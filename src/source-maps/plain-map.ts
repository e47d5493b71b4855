import { decodeAt, isJsonOf, outlineObject, type Range } from './json-outline.ts';
import type { MapSource, NameList, SourceMapData } from './source-map-data.ts';

/**
 * Takes a plain source map apart by its bytes: the mappings stay where they are, names and texts are decoded when they
 * are asked for. Undefined for everything unusual (sections, escapes in the mappings, anything not as it should be):
 * the slow way then says what it is.
 */
export function parsePlainMap(bytes: Buffer): SourceMapData | undefined {
  const parts = outlineObject(bytes, 0);
  const mappings = parts?.get('mappings');
  const sources = parts?.get('sources');
  const version = parts?.get('version');
  if (parts === undefined || mappings === undefined || sources === undefined || version === undefined) return undefined;
  if (parts.has('sections') || decodeAt(bytes, version.start) !== 3) return undefined;
  if (bytes[mappings.start] !== 0x22 || bytes.subarray(mappings.start, mappings.end).includes(0x5c)) return undefined;
  const urls = decodeAt(bytes, sources.start);
  const names = lazyNames(bytes, parts.get('names'));
  if (!Array.isArray(urls) || names === undefined) return undefined;
  const root = decodeText(bytes, parts.get('sourceRoot')) ?? '';
  const file = decodeText(bytes, parts.get('file'));
  const section = {
    line: 0,
    column: 0,
    bytes,
    start: mappings.start + 1,
    end: mappings.end - 1,
    firstSource: 0,
    sources: urls.length,
    firstName: 0,
    names: names.count,
  };
  const contents = lazyContents(bytes, parts.get('sourcesContent'));
  const sourceRows = (urls as unknown[]).map((url, row): MapSource => ({
    url: typeof url === 'string' ? url : undefined,
    root,
    content: () => contents(row),
    isContent: (file) => isSameText(bytes, parts.get('sourcesContent')?.elements?.[row], file),
  }));
  return {
    sections: [section],
    sources: sourceRows,
    names,
    heldBytes: heldBytes(bytes, parts),
    ...(file !== undefined && { file }),
  };
}

function heldBytes(bytes: Buffer, parts: ReadonlyMap<string, Range>): number {
  let elements = 0;
  for (const range of parts.values()) elements += range.elements?.length ?? 0;
  return bytes.length + elements * 8;
}

function decodeText(bytes: Buffer, range: Range | undefined): string | undefined {
  const value = range && decodeAt(bytes, range.start);
  return typeof value === 'string' ? value : undefined;
}

const isSameText = (bytes: Buffer, start: number | undefined, file: Buffer) =>
  start !== undefined && isJsonOf(bytes, start, file);

function lazyNames(bytes: Buffer, range: Range | undefined): NameList | undefined {
  if (range === undefined) return { count: 0, at: () => undefined };
  const { elements } = range;
  if (elements === undefined) return undefined;
  return {
    count: elements.length,
    at: (row) => {
      const value = row < elements.length ? decodeAt(bytes, elements[row]) : undefined;
      if (typeof value === 'number') return String(value);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/** The texts of originals, each decoded when it is wanted. */
function lazyContents(bytes: Buffer, range: Range | undefined): (row: number) => string | undefined {
  return (row) => {
    const start = range?.elements?.[row];
    const value = start === undefined ? undefined : decodeAt(bytes, start);
    return typeof value === 'string' ? value : undefined;
  };
}
