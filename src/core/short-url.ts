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
