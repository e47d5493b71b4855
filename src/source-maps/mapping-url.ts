const COMMENT =
  /\/\/[#@][ \t]+sourceMappingURL=([^\s'"`]*)[ \t]*$|\/\*[#@]\s+sourceMappingURL=([^\s'"`*]*)\s*\*\/[ \t]*$/;

/**
 * The `sourceMappingURL` at the end of a script, undefined for none. Only comments and white space may follow it (the
 * rule of ECMA-426, "extracting without parsing"): the same words inside a string in the middle of a program are no url.
 */
export function findMappingUrl(text: string): string | undefined {
  let end = text.length;
  while (end > 0) {
    const start = lineStart(text, end);
    const line = text.slice(start, end).trimEnd();
    const url = urlInLine(line);
    if (url !== undefined) return url;
    if (!isCommentOrBlank(line)) return undefined;
    end = start - 1;
  }
  return undefined;
}

function lineStart(text: string, end: number): number {
  for (let i = end - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029) return i + 1;
  }
  return 0;
}

function urlInLine(line: string): string | undefined {
  // A data url may have many megabytes: the expression only ever sees a line from its last mention on.
  const mention = line.lastIndexOf('sourceMappingURL=');
  if (mention < 0) return undefined;
  const opening = Math.max(line.lastIndexOf('//', mention), line.lastIndexOf('/*', mention));
  if (opening < 0 || mention - opening > 16) return undefined;
  const match = COMMENT.exec(line.slice(opening));
  const url = match?.index === 0 ? (match[1] ?? match[2]) : undefined;
  return url === '' ? undefined : url;
}

const isCommentOrBlank = (line: string) => /^\s*(\/\/|$|\/\*(?:[^*]|\*(?!\/))*\*\/$|\*\/$)/.test(line.slice(0, 4096));

/** The url at the end of a big file's text of which only `tail` was read, or `more` when the tail may have cut it. */
export function findMappingUrlInTail(tail: string): string | undefined {
  const url = findMappingUrl(tail);
  if (url !== undefined) return url;
  const hasWholeLine = /[\n\r]\s*\S/.test(tail);
  return hasWholeLine || !/^[\w+/=%\-,.\s]*$/.test(tail) ? undefined : 'more';
}
