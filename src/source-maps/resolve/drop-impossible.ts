import { Precision, type Source, UNKNOWN_COLUMN, UNKNOWN_LINE } from '../../core/index.ts';
import type { Files } from '../find/files.ts';
import { textOfContent, textOfFile } from '../find/fit.ts';
import type { GeneratedText } from '../find/generated-text.ts';
import type { Work } from './mapping-work.ts';

/**
 * Takes out lines that cannot have run: behind the end of their text, empty, or a comment. The one place where that is decided,
 * whoever sampled and mapped them. Samplers that blame inlined code on its caller tell such lines, and so do wrong source maps.
 */
export function dropImpossible({ positions, sources, files }: Work): void {
  const { source, line, column, precision } = positions;
  const texts = sources.list.map((each) => textThatRan(each, files));
  for (let row = 0; row < source.length; row++) {
    if (source[row] < 0 || texts[source[row]]?.mayHoldCode(line[row]) !== false) continue;
    source[row] = -1;
    line[row] = UNKNOWN_LINE;
    column[row] = UNKNOWN_COLUMN;
    precision[row] = Precision.function;
  }
}

/** Undefined where it is not at hand. */
function textThatRan({ content, path, isFile, contentHash }: Source, files: Files): GeneratedText | undefined {
  if (content !== undefined) return textOfContent(content, contentHash, files);
  if (!isFile || (contentHash !== undefined && files.hash(path) !== contentHash)) return undefined;
  return textOfFile(path, files);
}
