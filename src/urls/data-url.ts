/**
 * The text in a `data:` url, as UTF-8: base64 or percent-encoded, in the charset that the url names (UTF-8 unless it says
 * otherwise). Undefined for any other url.
 */
export function decodeDataUrl(url: string): Buffer | undefined {
  const comma = url.indexOf(',');
  if (comma < 0 || !/^data:/i.test(url)) return undefined;
  const attributes = url
    .slice('data:'.length, comma)
    .toLowerCase()
    .split(';')
    .map((attribute) => attribute.trim());
  const isBase64 = attributes.includes('base64');
  const body = url.slice(comma + 1);
  const isEscaped = !isBase64 || body.includes('%');
  const bytes = Buffer.from(isEscaped ? decodePercent(body) : body, isBase64 ? 'base64' : 'latin1');
  const charset = charsetOf(attributes.find((attribute) => attribute.startsWith('charset=')));
  return charset === 'utf8' ? bytes : Buffer.from(bytes.toString(charset));
}

function charsetOf(attribute: string | undefined): BufferEncoding {
  const name = attribute?.slice('charset='.length).replace(/["'\s]/g, '');
  if (name === 'utf-16le' || name === 'utf-16') return 'utf16le';
  return name !== undefined && /^(iso-8859-1|latin1|windows-1252)$/.test(name) ? 'latin1' : 'utf8';
}

/**
 * The bytes, a character each. A stray `%` stands for itself, as browsers read it, and a character beyond ASCII, which
 * should have been escaped, for its UTF-8.
 */
function decodePercent(body: string): string {
  const bytes = Buffer.from(body).toString('latin1');
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
