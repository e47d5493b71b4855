import type { Diagnostic } from '../recording/index.ts';
import type { ProfileTables } from './profile.ts';
import type { IndexColumn, OneBasedLine, SourceIndex, ZeroBasedColumn } from './units.ts';

/** How sure a position is. Ordered: the smaller the surer. */
export const Precision = { exact: 0, function: 1, estimated: 2 } as const;
export type Precision = (typeof Precision)[keyof typeof Precision];
export const precisionNames = ['exact', 'function', 'estimated'] as const;

/** A package, npm's or another language's. Two copies of one package are two: each has its own folder. */
export interface NpmPackage {
  readonly name: string;
  /** Undefined where neither its package.json nor its path is there to tell. */
  readonly version?: string;
  /** Its absolute path or, where a source map alone names it, the url as far as the package's name. */
  readonly folder: string;
}

/** An original source file (or a generated one that has no source map: then it is its own original). */
export interface Source {
  /** Absolute path where it is (or would be) on disk; otherwise the url as found (`webpack:///…`, `node:fs`). */
  readonly path: string;
  /** True where `path` is an absolute file path. */
  readonly isFile: boolean;
  /** True when the heat belongs on generated code because no usable map was found. */
  readonly isGenerated: boolean;
  /**
   * True where the source is a dependency's, whatever it is called: a package's map names it and it is on no disk, or its map
   * has it on the `ignoreList`.
   */
  readonly isOfPackage?: boolean;
  /** The package that it belongs to, own code's too; undefined where nothing tells. */
  readonly package?: NpmPackage;
  /** True where it should be on disk, but is not on this machine. */
  readonly isElsewhere?: boolean;
  /** SHA-256 (hex) of the text that was profiled, where known: from `sourcesContent`, else of the file when read. */
  readonly contentHash?: string;
  /** The text that was profiled, only for sources that are not on disk. */
  readonly content?: string;
}

/**
 * Original positions, one row for each row of the profile's `positions`. `source` -1: no original position is known.
 * A generated position with several candidates has `precision` `function` and source -1: the caller falls back to the
 * function. Lines 1-based (0 unknown), columns 0-based (-1 unknown).
 */
export interface OriginalPositions {
  readonly source: IndexColumn<SourceIndex>;
  readonly line: IndexColumn<OneBasedLine>;
  readonly column: IndexColumn<ZeroBasedColumn>;
  readonly precision: Uint8Array;
}

/** Original definitions, one row for each row of the profile's `frames`. */
export interface OriginalFrames extends Omit<OriginalPositions, 'precision'> {
  /** The original name where the map tells it, else the generated one. */
  readonly name: readonly string[];
}

export interface Mapping {
  readonly sources: readonly Source[];
  readonly positions: OriginalPositions;
  readonly frames: OriginalFrames;
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything in a profile that has a generated position. It is asked for at once, so that each map is read in one pass. */
export type MappingRequest = Pick<ProfileTables, 'scripts' | 'positions' | 'frames'>;
