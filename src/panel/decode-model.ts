import type { HostMessage } from './messages.ts';
import { allocateColumns, type PanelModel } from './panel-model.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;

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
      const { buffer, byteOffset } = pending.columns[message.column];
      new Uint8Array(buffer, byteOffset).set(new Uint8Array(message.bytes), message.offset);
      return undefined;
    }
    this.#pending = undefined;
    return pending;
  }
}
