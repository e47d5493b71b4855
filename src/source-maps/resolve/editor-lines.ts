import type { Source } from '../../core/index.ts';
import type { Files } from '../find/files.ts';
import type { Work } from './mapping-work.ts';

/** Lines as JavaScript counts them, in a text in which editors count others: by line (from 0), and columns to be added. */
interface OtherLines {
  readonly line: Int32Array;
  readonly shift: Int32Array;
}

/**
 * Makes editors' lines of all positions: V8, and the tools that make source maps (TypeScript, esbuild, Babel), end lines at
 * U+2028 and U+2029 too, which may stand in strings and comments; editors and terminals do not. The one place where that is
 * done. A file that was changed since keeps its lines as they are.
 */
export function toEditorLines({ positions, frames, sources, files }: Work): void {
  const others = sources.list.map((source) => otherLinesOf(source, files));
  if (others.every((lines) => lines === undefined)) return;
  for (const { source, line, column } of [positions, frames])
    for (let row = 0; row < source.length; row++) {
      const lines = source[row] < 0 ? undefined : others[source[row]];
      const at = line[row] - 1;
      if (!lines || at < 0 || at >= lines.line.length) continue;
      line[row] = lines.line[at] + 1;
      if (column[row] >= 0) column[row] += lines.shift[at];
    }
}

/** Undefined where both count the same lines, or the text is not at hand. */
function otherLinesOf({ content, path, isFile, contentHash }: Source, files: Files): OtherLines | undefined {
  if (content !== undefined) return compareLines(content);
  if (!isFile || files.facts(path) === undefined) return undefined;
  const find = (): OtherLines | undefined => {
    const bytes = files.read(path);
    return bytes && (bytes.includes('\u2028') || bytes.includes('\u2029'))
      ? compareLines(bytes.toString('utf8'))
      : undefined;
  };
  const lines = files.remember('editor lines', path, find, (made) => (made?.line.byteLength ?? 0) * 2);
  return lines && contentHash !== undefined && files.hash(path) !== contentHash ? undefined : lines;
}

function compareLines(marked: string): OtherLines | undefined {
  const text = marked.replace(/^\uFEFF/, '');
  const line = [0];
  const shift = [0];
  let before = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    const isEnd = end !== '\u2028' && end !== '\u2029';
    const start = index + end.length;
    line.push(line[line.length - 1] + (isEnd ? 1 : 0));
    shift.push(isEnd ? 0 : shift[shift.length - 1] + start - before);
    before = start;
  }
  if (line[line.length - 1] === line.length - 1) return undefined;
  return { line: Int32Array.from(line), shift: Int32Array.from(shift) };
}
