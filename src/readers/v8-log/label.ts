import type { OneBasedLine, ZeroBasedColumn } from '../../core/index.ts';

/** A function as V8 names it in a log. */
export interface Label {
  readonly name: string;
  readonly url: string;
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
}

/**
 * Takes `name url:line:column` apart. Name and url may have blanks: the url is the given one, if it is known; else it begins
 * where the text looks like a url, or after the last blank.
 */
export function parseLabel(label: string, knownUrl?: string): Label {
  const place = /^(.*):(-?\d+):(-?\d+)$/su.exec(label);
  if (place === null) return { name: label.trim(), url: '', line: 0, column: -1 };
  const [, named, line, column] = place;
  // Of a script that `vm` runs at an offset a function may begin before the text's first character.
  const isInText = Number(line) > 0 && Number(column) > 0;
  const numbers = isInText ? { line: Number(line), column: Number(column) - 1 } : { line: 0, column: -1 };
  if (knownUrl !== undefined && named.endsWith(` ${knownUrl}`))
    return { name: named.slice(0, -1 - knownUrl.length), url: knownUrl, ...numbers };
  const [, name, url] = /^(.*?) ((?:[a-z][a-z+.-]*:|\/|[A-Za-z]:\\).*|\S*)$/su.exec(named) ?? ['', named, ''];
  return { name, url, ...numbers };
}
