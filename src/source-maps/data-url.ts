/**
 * The text in a `data:` url, base64 or percent-encoded, in the charset that it names (UTF-8 unless said otherwise);
 * undefined where it is no data url or cannot be decoded.
 */
export function parseDataUrl(url: string): string | undefined {
  const comma = url.indexOf(',');
  if (comma < 0 || !/^data:/i.test(url)) return undefined;
  const attributes = url.slice('data:'.length, comma).toLowerCase().split(';');
  const charset = attributes.find((attribute) => attribute.trim().startsWith('charset='))?.split('=')[1];
  const body = url.slice(comma + 1);
  const isBase64 = attributes.some((attribute) => attribute.trim() === 'base64');
  const bytes = isBase64 ? decodeBase64(body) : decodePercent(body);
  return bytes.toString(encodingOf(charset));
}

function encodingOf(charset: string | undefined): BufferEncoding {
  const name = charset?.replace(/["'\s]/g, '') ?? 'utf-8';
  if (name === 'utf-16le' || name === 'utf-16') return 'utf16le';
  return /^(iso-8859-1|latin1|windows-1252)$/.test(name) ? 'latin1' : 'utf8';
}

function decodeBase64(body: string): Buffer {
  return Buffer.from(body.includes('%') ? decodePercent(body).toString('latin1') : body, 'base64');
}

/** A stray `%` stands for itself, as browsers read it. */
function decodePercent(body: string): Buffer {
  const bytes = Buffer.from(body, 'utf8');
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const hex = bytes[i] === 0x25 ? bytes.toString('latin1', i + 1, i + 3) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(hex);
    decoded[length++] = isEscape ? Number.parseInt(hex, 16) : bytes[i];
    if (isEscape) i += 2;
  }
  return decoded.subarray(0, length);
}
