import { pathOfUrl } from './path-of-url.ts';

/** Whether a url leads to a server, as those of a page's scripts do. */
export const isServed = (url: string): boolean => /^https?:\/\//i.test(url);

/** The absolute path in a url by which Vite serves what is outside of its folder: `http://localhost:5173/@fs/app/a.ts`. */
export function servedPath(url: string): string | undefined {
  const [, path] = /^https?:\/\/[^/]*\/@fs(\/[^?#]*)/i.exec(url) ?? [];
  return path && pathOfUrl(`file://${path}`);
}
