/** The text in a `data:` url, base64 or percent-encoded, as its bytes: JSON is UTF-8. Undefined for any other url. */
export function decodeDataUrl(url: string): Buffer | undefined {
  const comma = url.indexOf(',');
  if (comma < 0 || !/^data:/i.test(url)) return undefined;
  const isBase64 = /;\s*base64\s*(;|$)/i.test(url.slice(0, comma));
  const body = url.slice(comma + 1);
  const isEscaped = !isBase64 || body.includes('%');
  return Buffer.from(isEscaped ? decodePercent(body) : body, isBase64 ? 'base64' : 'latin1');
}

/**
 * The bytes, a character each. A stray `%` stands for itself, as browsers read it, and a character beyond ASCII, which
 * should have been escaped, for its UTF-8.
 */
function decodePercent(body: string): string {
  const bytes = Buffer.from(body).toString('latin1');
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
