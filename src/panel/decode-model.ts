import type { HostMessage } from './messages.ts';
import { unpackNumbers } from './packed-numbers.ts';
import { allocateColumns, type PanelColumns, type PanelModel } from './panel-model.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;
type Piece = Extract<HostMessage, { type: 'modelPiece' }>;

/** Puts a model together from its messages (see `modelMessages`). Pieces of any model but the last are dropped. */
export class ModelReceiver {
  #pending: PanelModel | undefined;

  /** The model, with its last message. */
  receive(message: ModelMessage): PanelModel | undefined {
    if (message.type === 'modelStart') {
      const { header } = message;
      this.#pending = { header, columns: allocateColumns(header.lengths) };
      return undefined;
    }
    const pending = this.#pending;
    if (pending?.header.model !== message.model) return undefined;
    if (message.type === 'modelPiece') {
      fill(pending.columns, message);
      return undefined;
    }
    this.#pending = undefined;
    return pending;
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
