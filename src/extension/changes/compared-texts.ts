import type { ComparableRun } from '../../compare/index.ts';
import type { Source } from '../../core/index.ts';
import type { KeptText } from '../analysis/source-documents.ts';
import { loadProfiledText } from '../heat/profiled-text.ts';

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
