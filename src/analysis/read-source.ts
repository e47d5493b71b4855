import type { Source } from '../core/index.ts';
import { Files } from '../source-maps/index.ts';

export { isInside } from '../source-maps/index.ts';

/** What tells where the text of a source is. */
type SourceFile = Pick<Source, 'content' | 'path' | 'isFile' | 'contentHash'>;

/** The text of a source as it was profiled; undefined where it is not at hand or has changed since. */
export function readSource({ content, path, isFile, contentHash }: SourceFile): string | undefined {
  if (content !== undefined || !isFile) return content;
  const files = new Files();
  if (contentHash !== undefined && files.hash(path) !== contentHash) return undefined;
  return files.read(path)?.toString('utf8');
}
