import { outlineArray, outlineObject, type Range } from './json-outline.ts';
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
  if (parts.has('sections') || decode(bytes, version) !== 3) return undefined;
  if (bytes[mappings.start] !== 0x22 || bytes.subarray(mappings.start, mappings.end).includes(0x5c)) return undefined;
  const urls = decode(bytes, sources);
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
  }));
  return { sections: [section], sources: sourceRows, names, ...(file !== undefined && { file }) };
}

function decode(bytes: Buffer, { start, end }: Range): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    return undefined;
  }
}

function decodeText(bytes: Buffer, range: Range | undefined): string | undefined {
  const value = range && decode(bytes, range);
  return typeof value === 'string' ? value : undefined;
}

function lazyNames(bytes: Buffer, range: Range | undefined): NameList | undefined {
  if (range === undefined) return { count: 0, at: () => undefined };
  const elements = outlineArray(bytes, range);
  if (elements === undefined) return undefined;
  return {
    count: elements.length,
    at: (row) => {
      const value = row < elements.length ? decode(bytes, elements[row]) : undefined;
      return value === undefined ? undefined : String(value);
    },
  };
}

/** The texts of originals. Where each stands is only looked for when the first one is wanted. */
function lazyContents(bytes: Buffer, range: Range | undefined): (row: number) => string | undefined {
  let elements: readonly Range[] | undefined;
  return (row) => {
    if (range === undefined) return undefined;
    elements ??= outlineArray(bytes, range) ?? [];
    return row < elements.length ? decodeText(bytes, elements[row]) : undefined;
  };
}
