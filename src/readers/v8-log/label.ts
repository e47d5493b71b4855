import { NOWHERE, type StackFunction } from '../stacks/thread-builder.ts';

/** Without a name, before something that looks like a url, or behind the first word. */
const NAME_AND_URL = [
  /^() (.*)$/su,
  /^(.*?) ((?:[a-z][a-z+.-]*:|\/|[A-Za-z]:\\).*)$/su,
  /^((?:(?:get|set|static|async) )?\S+) (.*)$/su,
];

/**
 * Takes `name url:line:column` apart. Both may have blanks and parentheses: the url is the given one, if it is known. A script's
 * first function is its top level, which has no name, and so makes the url known.
 */
export function parseLabel(label: string, knownUrl?: string): StackFunction {
  const place = /^(.*):(-?\d+):(-?\d+)$/su.exec(label);
  if (place === null) return { name: label.trim(), url: '', ...NOWHERE };
  const [, named, line, column] = place;
  // Of a script that `vm` runs at an offset a function may begin before the text's first character.
  const isInText = Number(line) > 0 && Number(column) > 0;
  const numbers = isInText ? { line: Number(line), column: Number(column) - 1 } : NOWHERE;
  if (knownUrl !== undefined && named.endsWith(` ${knownUrl}`))
    return { name: named.slice(0, -1 - knownUrl.length), url: knownUrl, ...numbers };
  for (const pattern of NAME_AND_URL) {
    const found = pattern.exec(named);
    if (found) return { name: found[1], url: found[2], ...numbers };
  }
  return { name: named, url: '', ...numbers };
}
