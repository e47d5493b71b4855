import type { FunctionRanges, Script } from '../core/index.ts';
import type { RecordedScript } from '../recording/index.ts';

/** The recorder's note of a script's functions as columns; undefined where it does not hold together. */
function functionRanges(note: NonNullable<RecordedScript['functions']>): FunctionRanges | undefined {
  const { names, ranges } = note;
  if (ranges.length !== names.length * 4) return undefined;
  const column = (offset: number): Int32Array => Int32Array.from(names, (_, row) => ranges[row * 4 + offset]);
  return { name: names, startLine: column(0), startColumn: column(1), endLine: column(2), endColumn: column(3) };
}

/** The recorder's notes about a script, in the model's terms. */
export function scriptFromNote({ functions, ...note }: RecordedScript): Script {
  const ranges = functions && functionRanges(functions);
  // Where there is a file, a text is only noted where it is not the file's.
  const isOther = note.source !== undefined && note.contentHash !== undefined;
  return { ...note, ...(ranges && { functions: ranges }), ...(isOther && { isFileText: false }) };
}
