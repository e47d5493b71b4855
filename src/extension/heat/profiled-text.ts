import type { Source } from '../../core/index.ts';
import type { KeptText } from '../analysis/source-documents.ts';
import { readNamedFile, sha256 } from '../files-of-recording.ts';

/** The text that was profiled. */
export interface ProfiledText {
  /** `differs`: the file is another one now, and what it was is not known. `unknown`: the recording does not say what it was. */
  readonly state: 'known' | 'differs' | 'unknown';
  /** Where it is not known, the text of the document, so that heat moves with its edits. */
  readonly text: string;
}

/**
 * The text of a source as it was profiled. `openText` is that of its document, which may not be saved: it is tried
 * too, so that a file that was edited and then brought back counts as the same. `kept` gives texts that were put aside
 * when the recording was made, by their hash.
 */
export async function loadProfiledText(source: Source, openText: string, kept: KeptText): Promise<ProfiledText> {
  if (source.content !== undefined) return { state: 'known', text: source.content };
  if (source.contentHash === undefined) return { state: 'unknown', text: openText };
  if (openText !== '' && (await sha256(Buffer.from(openText))) === source.contentHash)
    return { state: 'known', text: openText };
  // Deleted or not readable: then it is not the file that was profiled, which is all that is asked.
  const bytes = await readNamedFile(source.path);
  const isSame = bytes !== undefined && (await sha256(bytes)) === source.contentHash;
  const text = isSame ? bytes.toString('utf8') : await kept(source.contentHash);
  return text === undefined
    ? { state: 'differs', text: openText }
    : { state: 'known', text: text.replace(/^\uFEFF/, '') };
}
