import { readSource } from '../analysis/read-source.ts';
import type { Source } from '../core/index.ts';

/** The text of source lines. */
export interface SourceText {
  /** A line (1-based) as it was profiled; undefined where the text is not at hand or has changed since. */
  lineOf(source: Source, line: number): string | undefined;
}

/** Reads sources from disk, each once; a file that is not what was profiled counts as unknown. */
export function readSources(): SourceText {
  const texts = new Map<Source, readonly string[] | undefined>();
  return {
    lineOf(source, line) {
      if (!texts.has(source)) texts.set(source, readLines(source));
      return texts.get(source)?.[line - 1];
    },
  };
}

function readLines(source: Source): readonly string[] | undefined {
  return readSource(source)?.split(/\r\n|[\n\r\u2028\u2029]/);
}
