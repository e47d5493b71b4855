import type { MapAnswers } from '../decode/ask-map.ts';
import { findMisfit } from '../decode/kernel-rows.ts';
import type { LoadedMap } from './loaded-map.ts';
import type { Queries } from '../decode/queries.ts';

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
