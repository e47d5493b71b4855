import {
  allocateColumns,
  type ColumnName,
  columnNames,
  columnTypes,
  type PanelHeader,
  type PanelModel,
} from '../../panel/index.ts';
import type { DataElement } from './page.ts';

/**
 * How a page that stands on its own carries the panel's model:
 *
 *     <script type="application/octet-stream" data-name="header" data-offset="0">…</script>
 *     <script type="application/octet-stream" data-name="tree.parent" data-offset="0">…</script>
 *     … more pieces
 *
 * Each `…` is the base64 of deflate-raw bytes, so that nothing of a profile can be read as markup. Both halves are pure:
 * what packs and unpacks is the caller's.
 */
const pieces = 'script[data-name]';

/** Bytes of a column in one element, before compression: small enough that no two big copies are held at once. */
const pieceBytes = 1 << 20;

/** The part of a DOM document that decoding needs; a browser's `document` is one. */
export interface DataDocument {
  querySelectorAll(
    selector: string,
  ): Iterable<{ readonly textContent: string | null; getAttribute(name: string): string | null }>;
}

/** Unpacks what `pack` packed. A browser's `Response` is a result. */
export type Unpack = (packed: string) => { text(): Promise<string>; arrayBuffer(): Promise<ArrayBuffer> };

/** The elements that carry `model`, in order. Lazy: one piece is in memory at a time. `pack`: deflate-raw, then base64. */
export function* encodeModel(
  { header, columns }: PanelModel,
  pack: (data: string | Uint8Array) => string,
): Generator<DataElement> {
  yield { name: 'header', offset: 0, text: pack(JSON.stringify(header)) };
  for (const name of columnNames) {
    const { buffer, byteOffset, byteLength } = columns[name];
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let offset = 0; offset < bytes.length; offset += pieceBytes)
      yield { name, offset, text: pack(bytes.subarray(offset, offset + pieceBytes)) };
  }
}

/** The model that a page carries; undefined when it carries none. Rejects when a piece is damaged. */
export async function decodeModel(document: DataDocument, unpack: Unpack): Promise<PanelModel | undefined> {
  const [first, ...others] = document.querySelectorAll(pieces);
  if (first === undefined) return undefined;
  const header = JSON.parse(await unpack(first.textContent ?? '').text()) as PanelHeader;
  const columns = allocateColumns(header.lengths);
  for (const element of others) {
    const name = element.getAttribute('data-name') ?? '';
    if (!Object.hasOwn(columnTypes, name)) throw new Error(`The page has an unknown column: ${name}.`);
    const bytes = new Uint8Array(await unpack(element.textContent ?? '').arrayBuffer());
    new Uint8Array(columns[name as ColumnName].buffer).set(bytes, Number(element.getAttribute('data-offset')));
  }
  return { header, columns };
}
