import type { BrowserTarget } from './inspector-http.ts';
import { RecordingError } from '../../recording/index.ts';

/** The pages first. A browser's own tools are left out. */
export function listPages(targets: readonly BrowserTarget[]): BrowserTarget[] {
  const all = targets.filter(({ url }) => !/^(?:devtools|chrome-extension|chrome-untrusted):/.test(url));
  return [...all.filter(isPage), ...all.filter((target) => !isPage(target))];
}

const isPage = ({ type }: BrowserTarget): boolean => type === 'page' || type === 'webview';

/**
 * The target that a person means: the one whose title or url has `wanted` in it, a page before its frames and workers. Without
 * that the only page. Throws a {@link RecordingError} that lists them where it is not clear. `browser`: for that sentence.
 */
export function choosePage(
  targets: readonly BrowserTarget[],
  wanted: string | undefined,
  browser: string,
): BrowserTarget {
  const all = listPages(targets);
  const text = wanted?.toLowerCase();
  const named = all.filter(({ id, title, url }) =>
    text === undefined ? true : id === wanted || `${title}\n${url}`.toLowerCase().includes(text),
  );
  const pages = named.filter(isPage);
  const fitting = pages.length === 0 && text !== undefined ? named : pages;
  if (fitting.length === 1) return fitting[0];
  const listed = fitting.length === 0 ? all.filter(isPage) : fitting;
  if (listed.length === 0)
    throw new RecordingError('attach-no-page', `${browser} has no page open; open the one to profile.`);
  const has = fitting.length === 0 ? `has no page "${wanted ?? ''}"; it has` : `has ${fitting.length} pages`;
  const names = listed.slice(0, MOST_LISTED).map(describePage).join(', ');
  throw new RecordingError(
    'attach-which-page',
    `${browser} ${has}: ${names}${listed.length > MOST_LISTED ? ', …' : ''}. Name one by a part of its title or url (--page).`,
  );
}

const MOST_LISTED = 12;

/** As it is told to a person. */
export const describePage = ({ title = '', url = '' }: Partial<BrowserTarget>): string =>
  title === '' || title === url ? shorten(url) : `"${shorten(title)}" (${shorten(url)})`;

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
