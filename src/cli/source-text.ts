import { readSource } from '../analysis/read-source.ts';
import { splitLines } from '../compare/index.ts';
import type { Source } from '../core/index.ts';

/** The text of source lines. */
export interface SourceText {
  /** A line (1-based) as it was profiled; undefined where the text is not at hand or has changed since. */
  readonly lineOf: (source: Source, line: number) => string | undefined;
}

/** Reads sources from disk, each once; a file that is not what was profiled counts as unknown. */
export const readSources = (): SourceText => ({ lineOf: sourceLines(readSource) });

/** Lines of sources (1-based), each source asked for once. */
export function sourceLines(textOf: (source: Source) => string | undefined): SourceText['lineOf'] {
  const texts = new Map<Source, readonly string[] | undefined>();
  return (source, line) => {
    if (!texts.has(source)) texts.set(source, linesOf(textOf(source)));
    return texts.get(source)?.[line - 1];
  };
}

const linesOf = (text: string | undefined): string[] | undefined => (text === undefined ? undefined : splitLines(text));
