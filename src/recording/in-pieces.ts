/** Characters that one write is worth. */
const PIECE = 64 * 1024;

/** Many short texts as few long ones, so that a large file is neither one string nor many small writes. */
export function* inPieces(texts: Iterable<string>): Generator<string, void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** The items of a list of JSON, with commas between them. */
export function* listed(count: number, format: (row: number) => string): Generator<string, void> {
  for (let row = 0; row < count; row++) yield row > 0 ? `,${format(row)}` : format(row);
}
