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
 *     <script type="application/octet-stream" data-name="header">…</script>
 *     <script type="application/octet-stream" data-name="tree.parent">…</script>
 *     … one for each column
 *
 * Each `…` is the base64 of deflate-raw bytes, so that nothing of a profile can be read as markup. Both halves are pure:
 * what packs and unpacks is the caller's.
 */
const pieces = 'script[data-name]';

/** The part of a DOM document that decoding needs; a browser's `document` is one. */
export interface DataDocument {
  querySelectorAll(
    selector: string,
  ): Iterable<{ readonly textContent: string | null; getAttribute(name: string): string | null }>;
}

/** Unpacks what `pack` packed. A browser's `Response` is a result. */
export type Unpack = (packed: string) => { text(): Promise<string>; arrayBuffer(): Promise<ArrayBuffer> };

/** The elements that carry `model`, in order. Lazy: one is in memory at a time. `pack`: deflate-raw, then base64. */
export function* encodeModel(
  { header, columns }: PanelModel,
  pack: (data: string | Uint8Array) => string,
): Generator<DataElement> {
  yield { name: 'header', text: pack(JSON.stringify(header)) };
  for (const name of columnNames) {
    const { buffer, byteOffset, byteLength } = columns[name];
    yield { name, text: pack(new Uint8Array(buffer, byteOffset, byteLength)) };
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
    new Uint8Array(columns[name as ColumnName].buffer).set(bytes);
  }
  return { header, columns };
}
