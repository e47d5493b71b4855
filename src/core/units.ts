/**
 * Units and bases, in the types. Each is a number with a phantom flavour: plain numbers may be assigned to it, but a
 * value of one flavour is not assignable to another, so that milliseconds never pass for microseconds.
 */
declare const flavour: unique symbol;
type Flavoured<Name extends string> = number & { readonly [flavour]?: Name };

export type Microseconds = Flavoured<'microseconds'>;
export type Milliseconds = Flavoured<'milliseconds'>;
/** A part of a named whole, from 0 to 1. */
export type Share = Flavoured<'share'>;
/** Lines as editors, source maps and `positionTicks` count them: the first is 1. Zero stands for "unknown". */
export type OneBasedLine = Flavoured<'1-based line'>;
/** Columns in UTF-16 units as source maps and V8 count them: the first is 0. Minus one stands for "unknown". */
export type ZeroBasedColumn = Flavoured<'0-based column'>;

/** Index of a row in a table of columns. Minus one stands for "none". */
export type Index = number;
export const NONE: Index = -1;
export const UNKNOWN_LINE: OneBasedLine = 0;
export const UNKNOWN_COLUMN: ZeroBasedColumn = -1;
