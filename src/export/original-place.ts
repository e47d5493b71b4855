import {
  type FunctionIndex,
  type MappedAnalysis,
  type OneBasedLine,
  type PositionIndex,
  Precision,
  type SourceIndex,
  type ZeroBasedColumn,
} from '../core/index.ts';

/** A place in a function; line 0 where only the function is known, as in everything that Heatline shows. */
export interface OriginalPlace {
  readonly source: SourceIndex;
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
}

/** Where in a function a position is, in original lines. It may be in another file, if code of that was inlined. */
export function originalPlace(
  { analysis, mapping }: MappedAnalysis,
  row: FunctionIndex,
  position: PositionIndex,
): OriginalPlace {
  const { source, line, column, precision } = mapping.positions;
  if (position >= 0 && source[position] >= 0 && precision[position] !== Precision.function)
    return { source: source[position], line: line[position], column: column[position] };
  return { source: analysis.functions.source[row], line: 0, column: -1 };
}
