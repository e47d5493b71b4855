import type { Source } from '../../core/index.ts';
import type { KeptText } from '../analysis/source-documents.ts';
import { loadProfiledText } from '../heat/profiled-text.ts';
import { readNamedFile } from '../files-of-recording.ts';
import { splitLines } from '../../compare/index.ts';

/**
 * The lines of a source as they were profiled, for showing them beside their figures; none of a file that cannot be read, or that
 * changed since, whose lines are other ones. `kept`: texts that were put aside when recordings were made, by their hash.
 */
export async function loadLines(source: Source, kept: KeptText): Promise<readonly string[]> {
  const { state, text } = await loadProfiledText(source, '', kept);
  if (state === 'known') return splitLines(text);
  const bytes = state === 'unknown' && source.isFile ? await readNamedFile(source.path) : undefined;
  return splitLines(bytes?.toString('utf8') ?? '');
}
