const COMMENT =
  /\/\/[#@][ \t]*sourceMappingURL=([^\s'"`]*)[ \t]*$|\/\*[#@]\s*sourceMappingURL=([^\s'"`*]*)\s*\*\/[ \t]*$/;

/**
 * The url in the `sourceMappingURL` comment in force in a script, undefined for none. `text` may begin anywhere before
 * that comment. It must stand at the end: only comments, white space and closing brackets may follow (as ECMA-426,
 * "extracting without parsing", but for the brackets that Jest and others put around a module), so that the same words
 * inside a string of the program are no url.
 */
export function findSourceMapUrl(text: string): string | undefined {
  let end = text.length;
  while (end > 0) {
    const start = lineStart(text, end);
    const line = text.slice(start, end).trimEnd();
    const url = urlInLine(line);
    if (url !== undefined) return url;
    if (!isBehindTheCode(line)) return undefined;
    end = start - 1;
  }
  return undefined;
}

function lineStart(text: string, end: number): number {
  const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
  const line = text.slice(start, end);
  return start + Math.max(...['\r', '\u2028', '\u2029'].map((separator) => line.lastIndexOf(separator) + 1));
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

/** Of a line without white space at its end: nothing, a comment, or closing brackets. */
const isBehindTheCode = (line: string): boolean =>
  /^\s*(?:[)}\];,\s]*$|\/\/|\/\*(?:[^*]|\*(?!\/))*\*\/$|\*\/$)/.test(line.slice(0, 4096));

/** A `data:` url taken apart. With Node: `Buffer.from(body, encoding).toString(charset)`. */
export interface DataUrl {
  readonly body: string;
  /** `latin1`: each character is a byte. */
  readonly encoding: 'base64' | 'latin1';
  /** How the bytes are to be read as text. */
  readonly charset: 'utf8' | 'utf16le' | 'latin1';
}

/** Base64 or percent-encoded, in the charset that it names (UTF-8 unless said otherwise); undefined where it is none. */
export function parseDataUrl(url: string): DataUrl | undefined {
  const comma = url.indexOf(',');
  if (comma < 0 || !/^data:/i.test(url)) return undefined;
  const attributes = url.slice('data:'.length, comma).toLowerCase().split(';');
  const named = attributes.find((attribute) => attribute.trim().startsWith('charset='))?.split('=')[1];
  const charset = charsetOf(named?.replace(/["'\s]/g, ''));
  const body = url.slice(comma + 1);
  if (!attributes.some((attribute) => attribute.trim() === 'base64'))
    return { body: decodePercent(body), encoding: 'latin1', charset };
  return { body: body.includes('%') ? decodePercent(body) : body, encoding: 'base64', charset };
}

function charsetOf(name: string | undefined): DataUrl['charset'] {
  if (name === 'utf-16le' || name === 'utf-16') return 'utf16le';
  return name !== undefined && /^(iso-8859-1|latin1|windows-1252)$/.test(name) ? 'latin1' : 'utf8';
}

/** The bytes, a character each. A stray `%` stands for itself, as browsers read it. */
function decodePercent(body: string): string {
  // Characters beyond ASCII should not be there; they stand for their UTF-8.
  const ascii = body.replace(/[^\0-\x7f]+/g, (text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')));
  return ascii.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
