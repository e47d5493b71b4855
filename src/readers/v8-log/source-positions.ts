/**
 * The source positions of one piece of code, from `code-source-info`: the code from this offset on stands for that character
 * of that function. Format: `C<code offset>O<character>[I<inlining>]`… and `F[<function>]O<character>[I<inlining>]`…
 * (`V8FileLogger::LogSourceCodeInformation`, v8/src/logging/log.cc).
 */
export interface SourcePositions {
  /** Ascending. */
  readonly codeOffset: Int32Array;
  /** Characters from the start of the script; -1 where V8 has none. */
  readonly character: Int32Array;
  /** Row of the inlinings below, -1 for the code's own function. */
  readonly inlining: Int32Array;
  readonly inlined: InlinedCalls;
}

/** Calls that were inlined. `callInlining` is the inlining in which the call stands, -1 for the code's own function. */
export interface InlinedCalls {
  /** Index into the code's list of functions, -1 unknown. */
  readonly callee: Int32Array;
  readonly callCharacter: Int32Array;
  readonly callInlining: Int32Array;
}

/** The two fields of a `code-source-info` line that hold tables, still as text. */
export interface LoggedPositions {
  readonly positions: string;
  readonly inlinings: string;
  parsed?: SourcePositions | undefined;
  /** They could not be read. */
  isBroken?: boolean;
}

/** Parses the tables of a `code-source-info` line. Undefined if they are not in the format above. */
export function parseSourcePositions(positions: string, inlinings: string): SourcePositions | undefined {
  const code = parseTriples(positions, 'C');
  const inlined = parseTriples(inlinings, 'F');
  if (code === undefined || inlined === undefined) return undefined;
  for (let i = 1; i < code.first.length; i++) if (code.first[i] < code.first[i - 1]) return undefined;
  return {
    codeOffset: code.first,
    character: code.character,
    inlining: code.inlining,
    inlined: { callee: inlined.first, callCharacter: inlined.character, callInlining: inlined.inlining },
  };
}

/** The tables of code about which nothing is known. */
export function noPositions(): SourcePositions {
  const inlined = { callee: new Int32Array(), callCharacter: new Int32Array(), callInlining: new Int32Array() };
  return { codeOffset: new Int32Array(), character: new Int32Array(), inlining: new Int32Array(), inlined };
}

function parseTriples(text: string, letter: string) {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count++;
  const rows = {
    first: new Int32Array(count).fill(-1),
    character: new Int32Array(count).fill(-1),
    inlining: new Int32Array(count).fill(-1),
  };
  const start = letter.charCodeAt(0);
  let row = -1;
  for (let at = 0; at < text.length;) {
    const key = text.charCodeAt(at++);
    if (key === start) row++;
    else if (row < 0) return undefined;
    const from = at;
    const negative = text.charCodeAt(at) === 0x2d;
    if (negative) at++;
    let value = 0;
    for (let digit; at < text.length && (digit = text.charCodeAt(at) - 0x30) >= 0 && digit <= 9; at++)
      value = value * 10 + digit;
    if (value > 0x7fffffff) return undefined;
    if (at === from) continue; // F without a number: V8 does not know the function
    const known = negative ? -1 : value;
    if (key === start) rows.first[row] = known;
    else if (key === 0x4f) rows.character[row] = known;
    else if (key === 0x49) rows.inlining[row] = known;
    else return undefined;
  }
  return rows;
}
