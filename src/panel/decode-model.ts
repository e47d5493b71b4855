import type { HostMessage, PanelHeader } from './messages.ts';
import { unpackNumbers } from './packed-numbers.ts';
import { allocateColumns, type PanelColumns, type PanelModel } from './panel-model.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;
type Piece = Extract<HostMessage, { type: 'modelPiece' }>;

/** How much of a model has arrived, from 0 to 1, or the model. */
export type Received = { readonly share: number } | { readonly model: PanelModel };

/** Puts a model together from its messages (see `modelMessages`). Pieces of any model but the last are dropped. */
export class ModelReceiver {
  #pending: { readonly header: PanelHeader; readonly columns: PanelColumns; received: number } | undefined;

  /** The state after this message; undefined when it belongs to an older model. */
  receive(message: ModelMessage): Received | undefined {
    if (message.type === 'modelStart') {
      const { header } = message;
      this.#pending = { header, columns: allocateColumns(header.lengths), received: 0 };
      return { share: 0 };
    }
    const pending = this.#pending;
    if (pending?.header.model !== message.model) return undefined;
    const { header, columns } = pending;
    if (message.type === 'modelComplete') {
      this.#pending = undefined;
      return { model: { header, columns } };
    }
    fill(columns, message);
    pending.received += message.unpackedBytes ?? message.bytes.byteLength;
    const size = Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0);
    return { share: pending.received / size };
  }
}

/** Copies or unpacks a piece into its column. */
function fill(columns: PanelColumns, { column, offset, bytes, unpackedBytes }: Piece): void {
  const target = columns[column];
  const rows = target.subarray(offset / target.BYTES_PER_ELEMENT);
  if (unpackedBytes === undefined) new Uint8Array(target.buffer, target.byteOffset).set(new Uint8Array(bytes), offset);
  else if (!(rows instanceof Uint8Array))
    unpackNumbers(new Uint8Array(bytes), rows.subarray(0, unpackedBytes / rows.BYTES_PER_ELEMENT));
}
