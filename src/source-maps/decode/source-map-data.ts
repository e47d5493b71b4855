import { decodeAt, QUOTE } from './json-outline.ts';

/** A source map with its sections laid flat, its mappings still undecoded. */
export interface SourceMapData {
  /** In order of their offsets; a plain map has one. */
  readonly sections: readonly MapSection[];
  /** Of all sections, one after the other. */
  readonly sources: readonly MapSource[];
  readonly names: NameList;
  /** Bytes of memory that this holds, about. */
  readonly heldBytes: number;
  /** The generated file's name as the map tells it. */
  readonly file?: string;
}

/** The names of a map. Most are never asked for, so they are only decoded when one is. */
export interface NameList {
  readonly count: number;
  /** Those of many rows, in their order. */
  take(rows: ArrayLike<number>): readonly (string | undefined)[];
}

/** The part of a generated file from `line` and `column` (both 0-based) to the next section. */
export interface MapSection {
  readonly line: number;
  readonly column: number;
  readonly bytes: Uint8Array;
  /** Where the mappings stand in `bytes`. */
  readonly start: number;
  readonly end: number;
  /** First row of this section's sources and names in the map's tables, and how many there are. */
  readonly firstSource: number;
  readonly sources: number;
  readonly firstName: number;
  readonly names: number;
}

/** A class: a thousand sources share what V8 compiled of it. */
export class MapSource {
  /** As written in the map; undefined where the map says `null`. */
  readonly url: string | undefined;
  readonly hasContent: boolean;

  /**
   * `start`: where the text begins as a JSON string, -1 where there is none. `isIgnored`: the map names it as not the user's
   * (`ignoreList` of ECMA-426).
   */
  constructor(
    private readonly bytes: Buffer,
    url: unknown,
    readonly root: string,
    private readonly start: number,
    readonly isIgnored: boolean,
  ) {
    this.url = typeof url === 'string' ? url : undefined;
    this.hasContent = bytes[start] === QUOTE;
  }

  /** The original's text, where the map carries it. */
  content(): string | undefined {
    const value = this.hasContent ? decodeAt(this.bytes, this.start) : undefined;
    return typeof value === 'string' ? value : undefined;
  }
}

/** The map cannot be used; the message completes the sentence "The source map … cannot be used: …". */
export class CorruptMapError extends Error {
  override readonly name = 'CorruptMapError';
}
