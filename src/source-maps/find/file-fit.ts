import type { Files } from './files.ts';
import { scanLineStarts } from '../decode/kernel-text.ts';

/** Generated positions, of which `rows` are of the script in question. Lines 1-based, columns 0-based or -1. */
interface Positions {
  readonly line: Int32Array;
  readonly column: Int32Array;
}

/**
 * Whether a script that has no map ran as its file on disk has it, as far as positions can tell: none may be behind the
 * end of the file, or of its line. Loaders that compile in memory often put everything on one line.
 */
export function fitsFile(path: string, rows: ArrayLike<number>, { line, column }: Positions, files: Files): boolean {
  const starts = lineStartsOf(path, files);
  if (starts === undefined) return true;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (line[row] < 1) continue;
    // A line has at least as many bytes as characters.
    if (line[row] >= starts.length || column[row] > starts[line[row]] - starts[line[row] - 1]) return false;
  }
  return true;
}

/** Where the lines of a file begin, in bytes, and its end. */
export function lineStartsOf(path: string, files: Files): Uint32Array | undefined {
  return files.remember(
    'lines',
    path,
    () => {
      const bytes = files.read(path);
      return bytes && scanLineStarts(bytes);
    },
    (made) => made?.byteLength ?? 0,
  );
}
