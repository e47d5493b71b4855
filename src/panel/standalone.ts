import { type ColumnName, columnTypes, type PanelHeader } from './messages.ts';
import { allocateColumns, columnNames, type PanelModel } from './panel-model.ts';

/**
 * The panel as one file on disk, without VS Code (`heatline run --flamegraph`). The page is
 *
 *     <body class="heatline-standalone">
 *       <div id="heatline-root"></div>
 *       <script type="application/octet-stream" id="heatline-header">…</script>
 *       <script type="application/octet-stream" class="heatline-piece" data-column="tree.parent" data-offset="0">…</script>
 *       … more pieces, then the bundle as the last inline script
 *     </body>
 *
 * and every `…` is base64 of deflate-raw bytes, so that nothing of a profile can be read as markup. The bundle starts
 * standalone when `acquireVsCodeApi` does not exist: `await decodeStandalone(document, ports)` gives the model that
 * otherwise comes by messages. There is no host then: *reveal*, *profile again* and *show log* have nothing to act on
 * and are best hidden. No `--vscode-*` theme variables exist then: the bundle's styles bring their own colours.
 */
export const standaloneIds = {
  root: 'heatline-root',
  header: 'heatline-header',
  pieceClass: 'heatline-piece',
  bodyClass: 'heatline-standalone',
} as const;

/** One data element of the page. `text` is base64. */
export interface StandaloneElement {
  readonly id?: string;
  readonly className?: string;
  readonly data: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The part of a DOM document that decoding needs; a browser's `document` is one. */
export interface StandaloneDocument {
  getElementById(id: string): { readonly textContent: string | null } | null;
  querySelectorAll(selector: string): Iterable<StandalonePieceElement>;
}

interface StandalonePieceElement {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
}

/**
 * What decoding takes from its platform. In a browser:
 * `inflate: async (bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer())`
 * and `decodeText: (bytes) => new TextDecoder().decode(bytes)`.
 */
export interface StandaloneDecoder {
  inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  decodeText(bytes: Uint8Array): string;
}

/** What encoding takes from its platform: deflate-raw, then base64. */
export interface StandaloneEncoder {
  pack(bytes: Uint8Array): string;
  encodeText(text: string): Uint8Array;
}

/** Bytes of a column in one element, before compression: small enough to inflate without holding two big copies. */
const pieceBytes = 1 << 20;

/** The data elements of a page that shows `model`, in order. Lazy: one piece is in memory at a time. */
export function* encodeStandalone(model: PanelModel, encoder: StandaloneEncoder): Generator<StandaloneElement> {
  yield {
    id: standaloneIds.header,
    data: {},
    text: encoder.pack(encoder.encodeText(JSON.stringify(model.header))),
  };
  for (const name of columnNames) {
    const column = model.columns[name];
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
      yield {
        className: standaloneIds.pieceClass,
        data: { column: name, offset: String(offset) },
        text: encoder.pack(bytes.subarray(offset, offset + pieceBytes)),
      };
    }
  }
}

/** The model of a standalone page; undefined when the page carries none. Rejects when a piece is damaged. */
export async function decodeStandalone(
  document: StandaloneDocument,
  decoder: StandaloneDecoder,
): Promise<PanelModel | undefined> {
  const headerText = document.getElementById(standaloneIds.header)?.textContent;
  if (!headerText) return undefined;
  const header = JSON.parse(decoder.decodeText(await decoder.inflate(decodeBase64(headerText)))) as PanelHeader;
  const columns = allocateColumns(header.lengths);
  for (const element of document.querySelectorAll(`.${standaloneIds.pieceClass}`)) {
    const name = element.getAttribute('data-column') ?? '';
    if (!(name in columnTypes)) throw new Error(`The page holds a column that this version does not know: ${name}.`);
    const column = columns[name as ColumnName];
    const bytes = await decoder.inflate(decodeBase64(element.textContent ?? ''));
    new Uint8Array(column.buffer).set(bytes, Number(element.getAttribute('data-offset')));
  }
  return { header, columns };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Standard base64 with padding, ignoring white space around it. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
  const trimmed = text.trim();
  const padding = trimmed.endsWith('==') ? 2 : trimmed.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((trimmed.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < trimmed.length; from += 4, to += 3) {
    const group =
      (values[trimmed.charCodeAt(from)] << 18) |
      (values[trimmed.charCodeAt(from + 1)] << 12) |
      (values[trimmed.charCodeAt(from + 2)] << 6) |
      values[trimmed.charCodeAt(from + 3)];
    bytes[to] = group >> 16;
    if (to + 1 < bytes.length) bytes[to + 1] = (group >> 8) & 255;
    if (to + 2 < bytes.length) bytes[to + 2] = group & 255;
  }
  return bytes;
}
