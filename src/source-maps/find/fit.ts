import { attempt, compareText, type FunctionPlace, isJestWrapper } from '../../core/index.ts';
import type { MapAnswers, Queries } from '../decode/ask-map.ts';
import { type Files, hashOf } from './files.ts';
import { GeneratedText } from './generated-text.ts';
import type { LoadedMap } from './loaded-map.ts';

/** The map does not fit the file that ran. */
export class MismatchedMapError extends Error {
  override readonly name = 'MismatchedMapError';
}

/** Throws `MismatchedMapError` where a map has segments at which its file has no text: it was made for another version. */
export function checkFit(loaded: LoadedMap, { segment, lastLine }: MapAnswers, queries: Queries): void {
  const text = loaded.text();
  if (text === undefined) return;
  if (lastLine > text.lines + 1)
    throw new MismatchedMapError(`it maps line ${lastLine} of a file of ${text.lines} lines`);
  // Some tools count columns in bytes. A line may be megabytes long, and asked for at thousands of places.
  const counted = { line: 0, bytes: 0 };
  const bytesOf = (line: number): number => {
    if (line !== counted.line) Object.assign(counted, { line, bytes: Buffer.byteLength(text.line(line) ?? '') });
    return counted.bytes;
  };
  const isBehind = (line: number, column: number): boolean =>
    column > text.lengthOf(line) + 1 && column > bytesOf(line) + 2;
  const row = queries.line.findIndex((line, at) => isBehind(line, segment[at]));
  if (row < 0) return;
  throw new MismatchedMapError(`it maps column ${segment[row] + 1} of line ${queries.line[row]}, which is shorter`);
}

/**
 * Did a script run as its file on disk has it, as far as its functions tell (`begun`: where they began)? Loaders that compile
 * in memory move them, and so does a new build. What wraps a whole module stands on its first line and moves no other.
 */
export function fitsFile(path: string, begun: readonly FunctionPlace[], files: Files): boolean {
  const text = textOfFile(path, files);
  if (text === undefined) return true;
  const isBelow = begun.some(({ line }) => line > 1);
  const isWrapper = (place: FunctionPlace): boolean =>
    isJestWrapper(place) || (isBelow && place.line === 1 && place.name === undefined);
  const functions = begun.filter((place) => !isWrapper(place));
  // Node leaves a byte order mark to V8 in CommonJS modules, not in ES modules.
  return ['', '\uFEFF'].some((mark) => {
    const lineOf = (number: number): string | undefined =>
      number === 1 ? mark + (text.line(1) ?? '') : text.line(number);
    return compareText({ line: lineOf }, { functions }) !== 'differs';
  });
}

/** What came without a file, as a map's `sourcesContent`. `hash`: of the text, where it is known. */
export const textOfContent = (text: string, hash: string | undefined, files: Files): GeneratedText =>
  files.rememberText('text', hash ?? hashOf(text), () => new GeneratedText(text), heldBytesOf);

const heldBytesOf = (text: GeneratedText | undefined): number => text?.heldBytes ?? 0;

/** Undefined where it cannot be read. */
export function textOfFile(path: string, files: Files): GeneratedText | undefined {
  const read = () => {
    const bytes = files.read(path);
    // Longer than a string can be.
    const text = bytes && attempt(() => bytes.toString('utf8'));
    return text === undefined ? undefined : new GeneratedText(text);
  };
  return files.remember('text', path, read, heldBytesOf);
}
