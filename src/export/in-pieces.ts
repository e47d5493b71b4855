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
