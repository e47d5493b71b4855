import { decodeAt, decodeRange, outlineObject, type Range } from './json-outline.ts';
import type { MapSource, NameList, SourceMapData } from './source-map-data.ts';

const QUOTE = 0x22;

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
  if (parts.has('sections') || decodeRange(bytes, version) !== 3) return undefined;
  if (bytes[mappings.start] !== QUOTE || bytes.subarray(mappings.start, mappings.end).includes(0x5c)) return undefined;
  const urls = decodeRange(bytes, sources);
  const nameList = parts.get('names') ?? EMPTY;
  const texts = (parts.get('sourcesContent') ?? EMPTY).elements;
  if (!Array.isArray(urls) || nameList.elements === undefined || texts === undefined) return undefined;
  const names = new PlainNames(bytes, nameList, nameList.elements);
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
  const ignoreList = parts.get('ignoreList') ?? parts.get('x_google_ignoreList');
  const ignored = ignoredSources(ignoreList && decodeRange(bytes, ignoreList));
  const sourceRows = (urls as unknown[]).map(
    (url, row) => new PlainSource(bytes, url, root, texts[row], ignored.has(row)),
  );
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
  const value = range && decodeRange(bytes, range);
  return typeof value === 'string' ? value : undefined;
}

/** Names and texts are decoded when they are wanted. Classes: a thousand sources share what V8 compiled of them. */
class PlainSource implements MapSource {
  readonly url: string | undefined;
  readonly hasContent: boolean;
  readonly #start: number;

  /** `start`: where the text begins as a JSON string, undefined where there is none. */
  constructor(
    private readonly bytes: Buffer,
    url: unknown,
    readonly root: string,
    start: number | undefined,
    readonly isIgnored: boolean,
  ) {
    this.url = typeof url === 'string' ? url : undefined;
    this.hasContent = start !== undefined && bytes[start] === QUOTE;
    this.#start = start ?? -1;
  }

  content(): string | undefined {
    const value = this.hasContent ? decodeAt(this.bytes, this.#start) : undefined;
    return typeof value === 'string' ? value : undefined;
  }
}

const EMPTY: Range = { start: 0, end: 0, elements: [] };

class PlainNames implements NameList {
  /** `list`: where the list is, `starts`: where its elements begin. */
  constructor(
    private readonly bytes: Buffer,
    private readonly list: Range,
    private readonly starts: ArrayLike<number>,
  ) {}

  get count(): number {
    return this.starts.length;
  }

  at(row: number): string | undefined {
    return row < this.count ? nameOf(decodeAt(this.bytes, this.starts[row])) : undefined;
  }

  take(rows: ArrayLike<number>): readonly (string | undefined)[] {
    const { start, end } = this.list;
    // All of them as one text are many times faster for each than one by one, and faster than JSON.parse of all.
    const text = rows.length * 8 > this.count ? this.bytes.toString('latin1', start, end) : '';
    return Array.from(rows, (row) => plainName(text, this.starts[row] - start) ?? this.at(row));
  }
}

const PLAIN = /^[ !#-[\]-~]*$/;

/** The string at a place of a JSON text, where it is plain ASCII without escapes; undefined otherwise. */
function plainName(json: string, at: number): string | undefined {
  if (json[at] !== '"') return undefined;
  const name = json.slice(at + 1, json.indexOf('"', at + 1));
  return PLAIN.test(name) ? name : undefined;
}

/** The rows that a map's `ignoreList` names; none where that is no list. */
export const ignoredSources = (list: unknown): ReadonlySet<unknown> =>
  new Set<unknown>(Array.isArray(list) ? list : []);

/** A name as the map has it; some tools write numbers. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}
