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
 *     <script type="application/octet-stream" id="heatline-header">…</script>
 *     <script type="application/octet-stream" class="heatline-piece" data-column="tree.parent" data-offset="0">…</script>
 *     … more pieces
 *
 * Each `…` is the base64 of deflate-raw bytes, so that nothing of a profile can be read as markup. Both halves are pure:
 * what packs and unpacks is the caller's.
 */
const headerId = 'heatline-header';
const pieceClass = 'heatline-piece';

/** Bytes of a column in one element, before compression: small enough that no two big copies are held at once. */
const pieceBytes = 1 << 20;

/** The part of a DOM document that decoding needs; a browser's `document` is one. */
export interface DataDocument {
  getElementById(id: string): { readonly textContent: string | null } | null;
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
  yield { id: headerId, data: {}, text: pack(JSON.stringify(header)) };
  for (const column of columnNames) {
    const { buffer, byteOffset, byteLength } = columns[column];
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
      const text = pack(bytes.subarray(offset, offset + pieceBytes));
      yield { className: pieceClass, data: { column, offset: String(offset) }, text };
    }
  }
}

/** The model that a page carries; undefined when it carries none. Rejects when a piece is damaged. */
export async function decodeModel(document: DataDocument, unpack: Unpack): Promise<PanelModel | undefined> {
  const packedHeader = document.getElementById(headerId)?.textContent;
  if (!packedHeader) return undefined;
  const header = JSON.parse(await unpack(packedHeader).text()) as PanelHeader;
  const columns = allocateColumns(header.lengths);
  for (const element of document.querySelectorAll(`.${pieceClass}`)) {
    const name = element.getAttribute('data-column') ?? '';
    if (!Object.hasOwn(columnTypes, name)) throw new Error(`The page has an unknown column: ${name}.`);
    const bytes = new Uint8Array(await unpack(element.textContent ?? '').arrayBuffer());
    new Uint8Array(columns[name as ColumnName].buffer).set(bytes, Number(element.getAttribute('data-offset')));
  }
  return { header, columns };
}
