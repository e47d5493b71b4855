import {
  type FunctionIndex,
  type MappedAnalysis,
  Numbering,
  type OneBasedLine,
  type PositionIndex,
  Precision,
  type SourceIndex,
  type ZeroBasedColumn,
} from '../core/index.ts';

/** The places that stacks are made of, each once, by their numbers from 0 on. */
export class PlaceTable {
  /** `function`: its number in `functions`. Line 0 where only the function is known, as in everything that Heatline shows. */
  readonly places: { readonly line: OneBasedLine; readonly column: ZeroBasedColumn; readonly function: number }[] = [];
  /** A line of another file, which was inlined, is in a function of that file. */
  readonly functions: { readonly row: FunctionIndex; readonly source: SourceIndex }[] = [];
  readonly #places = new Numbering<string>();
  readonly #functions = new Numbering<string>();

  constructor(private readonly mapped: MappedAnalysis) {}

  /** The number of the place of a position in a function. */
  numberOf(row: FunctionIndex, position: PositionIndex): number {
    const { source, line, column, precision } = this.mapped.mapping.positions;
    const isKnown = position >= 0 && source[position] >= 0 && precision[position] !== Precision.function;
    // It may be in another file, if code of that was inlined.
    const place = isKnown
      ? { source: source[position], line: line[position], column: column[position] }
      : { source: this.mapped.analysis.functions.source[row], line: 0, column: -1 };
    const number = this.#places.numberOf(`${row} ${place.source} ${place.line} ${place.column}`);
    if (number === this.places.length) {
      const of = this.#functions.numberOf(`${row} ${place.source}`);
      if (of === this.functions.length) this.functions.push({ row, source: place.source });
      this.places.push({ line: place.line, column: place.column, function: of });
    }
    return number;
  }
}
