import type { OneBasedLine, ZeroBasedColumn } from './units.ts';

/** An original place, as far as source maps tell. */
export interface CausePlace {
  /** Absolute path, or the url of what is no file. */
  readonly file: string;
  readonly line: OneBasedLine;
}

/** Objects that began in the same way: one constructor's, or those of one place. */
export interface ObjectFamily {
  /** The constructor's; absent for literals and the like. */
  readonly name?: string;
  /** Where such an object gets its first property. */
  readonly at?: CausePlace;
  /** How many shapes of them were seen where many shapes are read. */
  readonly shapes: number;
  /** The last property that all of these shapes have in the same order; absent where even the first differs. */
  readonly after?: string;
  /** Properties that follow it in some shapes, the most frequent first; empty for a single shape. */
  readonly differ: readonly string[];
  /** Where these are added. */
  readonly differAt: readonly CausePlace[];
}

/** What made objects dictionaries. `deleted`: a property that was not the last one; `many`: more properties than V8 keeps fast. */
export type DictionaryReason = 'deleted' | 'many' | 'accessor';

/** Where a script reads or writes properties: generated positions, as in a profile. */
export interface AccessSite {
  /** Index into the scripts. */
  readonly script: number;
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
  /** `o[key]`. */
  readonly isKeyed: boolean;
  readonly isMegamorphic: boolean;
  /** The properties, the most frequent first, and how many there are in all. */
  readonly keys: readonly string[];
  readonly keyCount: number;
  readonly shapeCount: number;
  /** Pairs of a family (an index) and its shapes here, the most first. */
  readonly families: readonly (readonly [family: number, shapes: number])[];
  readonly dictionary?: { readonly reason: DictionaryReason; readonly at?: CausePlace };
}

/** A function whose optimised code V8 threw out; its definition, in generated positions. */
export interface ThrownOut {
  readonly script: number;
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
  /** How many pieces of code. */
  readonly pieces: number;
  /** Why, in V8's words, the most frequent first. */
  readonly reasons: readonly ThrowOutReason[];
}
export interface ThrowOutReason {
  readonly reason: string;
  readonly pieces: number;
  readonly at?: CausePlace;
}

/** What a run for causes tells: what code reads and why V8 throws it out, and no times. */
export interface Causes {
  readonly scripts: readonly { readonly url: string; readonly contentHash?: string }[];
  readonly families: readonly ObjectFamily[];
  /** Those that read many shapes, or dictionaries. */
  readonly sites: readonly AccessSite[];
  readonly thrownOut: readonly ThrownOut[];
  readonly v8Version?: string;
  /** Lines of the log that this Heatline does not understand. */
  readonly passedOver: number;
}
