/**
 * The url in the `sourceMappingURL` comment in force in a script; undefined for none. `text` may begin anywhere before
 * that comment. It must stand at the end: only comments, white space and closing brackets may follow, so that the same
 * words inside a string of the program are no url. (This is ECMA-426's "extraction without parsing", but for the brackets,
 * which Jest and others put around a module.) Takes time linear in the text's length, whatever it holds.
 */
export function findSourceMapUrl(text: string): string | undefined {
  for (const line of linesFromEnd(text)) {
    const url = urlInLine(line.trimEnd());
    if (url !== undefined) return url;
    if (!isBehindTheCode(line.trim())) return undefined;
  }
  return undefined;
}

/** The other line ends are looked for in one line at a time: most texts have none, and a search would go to their start. */
function* linesFromEnd(text: string): Generator<string> {
  for (let end = text.length; end >= 0;) {
    const start = end === 0 ? -1 : text.lastIndexOf('\n', end - 1);
    yield* text
      .slice(start + 1, end)
      .split(/[\r\u2028\u2029]/)
      .reverse();
    end = start;
  }
}

const COMMENT =
  /^(?:\/\/[#@][ \t]*sourceMappingURL=(data:[^\s"`]*|[^\s'"`]*)|\/\*[#@]\s*sourceMappingURL=([^\s'"`*]*)\s*\*\/)$/;

function urlInLine(line: string): string | undefined {
  // The expression never sees what stands before the comment, which may be megabytes of minified code.
  const mention = line.lastIndexOf('sourceMappingURL=');
  if (mention < 0) return undefined;
  const opening = Math.max(line.lastIndexOf('//', mention), line.lastIndexOf('/*', mention));
  // Nobody writes more space than that.
  if (opening < 0 || mention - opening > 16) return undefined;
  const match = COMMENT.exec(line.slice(opening));
  return match?.[1] || match?.[2] || undefined;
}

/** Whether a trimmed line is nothing, a comment, or closing brackets. */
function isBehindTheCode(line: string): boolean {
  if (line.startsWith('/*')) return line.indexOf('*/', 2) === line.length - 2;
  return line.startsWith('//') || line === '*/' || /^[)}\];,\s]*$/.test(line);
}
