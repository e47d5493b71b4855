import { attempt } from './attempt.ts';

/** Names of frames in which V8 compiled: functions at their first call, and modules that are not known. */
export const COMPILING = '(compiling)';
export const COMPILING_MODULES = '(compiling modules)';

/** The name of a frame in which V8 compiled a module. */
export const compilingName = (url: string): string => `compiling ${moduleName(url)}`;

/**
 * What is a module called in a sentence? By its file; with its package for a dependency, and with its folder for an `index`,
 * since there are many: `app.js`, `routes/index.js`, `chalk/source/index.js`, `node:fs`.
 */
export function moduleName(url: string): string {
  if (/^(?:node|data):/i.test(url)) return shortUrl(url);
  // Only a url has a query, and characters that are encoded.
  const isUrl = /^[a-z][\w+.-]+:/i.test(url);
  const bare = isUrl ? url.replace(/[?#].*$/, '') : url.replaceAll('\\', '/');
  const path = (isUrl ? attempt(() => decodeURIComponent(bare)) : undefined) ?? bare;
  const dependency = path.lastIndexOf('/node_modules/');
  if (dependency >= 0) return path.slice(dependency + '/node_modules/'.length);
  return /(?:[^/]+\/)?index\.\w+$|[^/]+$/.exec(path)?.[0] ?? url;
}

/** Characters of a url that are shown. */
const LONGEST = 100;

/**
 * A path or url as people are shown it: of a module that is itself in its url (`data:`), and of a long url, the middle is left
 * out. Paths stay whole.
 */
export function shortUrl(url: string): string {
  if (/^data:/i.test(url)) {
    const comma = url.indexOf(',');
    const head = url.slice(0, comma < 0 ? 0 : comma).replace(/;base64$/i, '');
    const body = comma < 0 ? url : url.slice(comma + 1);
    return `${cut(head, 40)}${head && ','}${cut(body, 13)}`;
  }
  return /^[a-z][\w+.-]+:/i.test(url) ? cut(url, LONGEST) : url;
}

function cut(text: string, length: number): string {
  const half = (length - 1) / 2;
  return text.length <= length ? text : `${text.slice(0, Math.floor(half))}…${text.slice(-Math.ceil(half))}`;
}
