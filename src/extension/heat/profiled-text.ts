import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Source } from '../../profile/index.ts';

/** Whether a file is still the one that was profiled, and its text then. */
export type ProfiledText =
  | { readonly state: 'same'; readonly text: string }
  /** The file is another one now; what it was is not known. */
  | { readonly state: 'differs' }
  /** The recording does not say what the file was. */
  | { readonly state: 'unknown' };

/**
 * The text of a source as it was profiled. `openText` is that of its document, which may not be saved: it is tried
 * too, so that a file that was edited and then brought back counts as the same.
 */
export async function loadProfiledText(source: Source, openText: string): Promise<ProfiledText> {
  if (source.content !== undefined) return { state: 'same', text: source.content };
  if (source.contentHash === undefined) return { state: 'unknown' };
  if (sha256(openText) === source.contentHash) return { state: 'same', text: openText };
  const bytes = await readBytes(source.path);
  if (bytes === undefined || sha256(bytes) !== source.contentHash) return { state: 'differs' };
  return { state: 'same', text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}

async function readBytes(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    // Deleted or not readable: then it is not the file that was profiled, which is all that is asked.
    return undefined;
  }
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
