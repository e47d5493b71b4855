/**
 * Units, bases and tables, in the types. Each is a number with a phantom flavour: plain numbers, such as the results of
 * arithmetic, may be assigned to it, but a value of one flavour is not assignable to another. So milliseconds never pass
 * for microseconds, nor a row of one table for a row of another.
 */
declare const flavour: unique symbol;
export type Flavoured<Name extends string> = number & { readonly [flavour]?: Name };

export type Microseconds = Flavoured<'microseconds'>;
export type Milliseconds = Flavoured<'milliseconds'>;
/** A part of a named whole, from 0 to 1. */
export type Share = Flavoured<'share'>;
/** Lines as editors, source maps and `positionTicks` count them: the first is 1. Zero stands for "unknown". */
export type OneBasedLine = Flavoured<'1-based line'>;
/** Columns in UTF-16 units as source maps and V8 count them: the first is 0. Minus one stands for "unknown". */
export type ZeroBasedColumn = Flavoured<'0-based column'>;

export const UNKNOWN_LINE: OneBasedLine = 0;
export const UNKNOWN_COLUMN: ZeroBasedColumn = -1;

/** Rows of a profile's tables, and of an analysis's. -1 stands for "none" in all of them. */
export type ScriptIndex = Flavoured<'script'>;
export type PositionIndex = Flavoured<'position'>;
export type FrameIndex = Flavoured<'frame'>;
export type NodeIndex = Flavoured<'node'>;
export type SourceIndex = Flavoured<'source'>;
export type FunctionIndex = Flavoured<'function'>;
/** A row of the line table; the line's number in its file is a `OneBasedLine`. */
export type LineIndex = Flavoured<'line'>;
export type SampleIndex = Flavoured<'sample'>;
export type TickIndex = Flavoured<'tick'>;
export const NONE = -1;

/** An `Int32Array` whose type tells what its numbers are. Any plain `Int32Array` may be assigned to it. */
export interface IndexColumn<T extends number, B extends ArrayBufferLike = ArrayBufferLike> extends Int32Array<B> {
  [row: number]: T;
  at(row: number): T | undefined;
  slice(start?: number, end?: number): IndexColumn<T, ArrayBuffer>;
  subarray(start?: number, end?: number): IndexColumn<T, B>;
  [Symbol.iterator](): ArrayIterator<T>;
}
