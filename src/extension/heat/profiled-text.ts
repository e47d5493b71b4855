import { type ComparableRun, splitLines } from '../../compare/index.ts';
import type { Source } from '../../core/index.ts';
import { readNamedFile, sha256 } from '../files-of-recording.ts';

/** The text that was profiled, by the hash of its bytes, where it was put aside. */
export type KeptText = (hash: string) => Promise<string | undefined>;

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

/**
 * The lines of a source as they were profiled, for showing them beside their figures; none of a file that cannot be read, or that
 * changed since, whose lines are other ones.
 */
export async function loadLines(source: Source, kept: KeptText): Promise<readonly string[]> {
  const { state, text } = await loadProfiledText(source, '', kept);
  if (state === 'known') return splitLines(text);
  const bytes = state === 'unknown' && source.isFile ? await readNamedFile(source.path) : undefined;
  return splitLines(bytes?.toString('utf8') ?? '');
}

/** The texts of sources that are not the same on both sides, read ahead: matching lines asks for them at once. */
export async function loadComparedTexts(before: ComparableRun, after: ComparableRun, kept: KeptText) {
  const hashesOf = ({ sources }: ComparableRun): Set<string | undefined> =>
    new Set(sources.map(({ contentHash }) => contentHash));
  const [then, now] = [hashesOf(before), hashesOf(after)];
  const changed = [
    ...before.sources.filter(({ contentHash }) => !now.has(contentHash)),
    ...after.sources.filter(({ contentHash }) => !then.has(contentHash)),
  ];
  const texts = new Map<string, string>();
  for (const source of changed) {
    const { contentHash } = source;
    const profiled = contentHash === undefined ? undefined : await loadProfiledText(source, '', kept);
    if (contentHash !== undefined && profiled?.state === 'known') texts.set(contentHash, profiled.text);
  }
  const textOf = ({ content, contentHash = '' }: Source): string | undefined => content ?? texts.get(contentHash);
  return { before: textOf, after: textOf };
}
