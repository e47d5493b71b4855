import type { IndexColumn, PositionIndex, PositionTable } from '../../core/index.ts';
import type { MapAnswers } from '../decode/ask-map.ts';
import { findMisfit } from '../decode/kernel-rows.ts';
import { scanLineStarts } from '../decode/kernel-text.ts';
import type { Queries } from '../decode/queries.ts';
import type { Files } from './files.ts';
import type { LoadedMap } from './loaded-map.ts';

/** The map does not fit the file that ran. */
export class MismatchedMapError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MismatchedMapError';
  }
}

/** Throws `MismatchedMapError` where a map has segments at which its file has no text: it was made for another version. */
export function checkFit(loaded: LoadedMap, { answers, lastLine }: MapAnswers, queries: Queries): void {
  const text = loaded.text();
  if (text === undefined) return;
  if (lastLine > text.lines + 1)
    throw new MismatchedMapError(`it maps line ${lastLine} of a file of ${text.lines} lines`);
  const row = findMisfit(queries.line, answers.segment, text.starts);
  if (row < 0) return;
  throw new MismatchedMapError(
    `it maps column ${answers.segment[row] + 1} of line ${queries.line[row]}, which is shorter`,
  );
}

/**
 * Did a script without a map run as its file on disk has it, as far as its positions (`rows`) can tell? None may be
 * behind the end of the file, or of its line. Loaders that compile in memory often put everything on one line.
 */
export function fitsFile(
  path: string,
  rows: IndexColumn<PositionIndex> | readonly PositionIndex[],
  { line, column }: PositionTable,
  files: Files,
): boolean {
  const starts = lineStartsOf(path, files);
  if (starts === undefined) return true;
  for (const row of rows) {
    if (line[row] < 1) continue;
    // A line has at least as many bytes as characters.
    if (line[row] >= starts.length || column[row] > starts[line[row]] - starts[line[row] - 1]) return false;
  }
  return true;
}

/** Where the lines of a file begin, in bytes, and its end; undefined where it cannot be read. */
export function lineStartsOf(path: string, files: Files): Uint32Array | undefined {
  const read = () => {
    const bytes = files.read(path);
    return bytes && scanLineStarts(bytes);
  };
  return files.remember('lines', path, read, (starts) => starts?.byteLength ?? 0);
}
