import type { HostMessage } from './messages.ts';
import { allocateColumns, columnNames, type PanelModel } from './panel-model.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;

/** Most bytes of a column in one message: few messages, yet none takes long to handle even on a slow machine. */
export const pieceBytes = 256 * 1024;

/**
 * The messages that carry a model: the header, the columns in pieces, the end. `ModelReceiver` puts them together
 * again. Lazy, so that only one piece is copied at a time; the columns themselves stay with the analysis.
 */
export function* modelMessages({ header, columns }: PanelModel, limit = pieceBytes): Generator<ModelMessage> {
  const { model } = header;
  yield { type: 'modelStart', header };
  for (const column of columnNames) {
    const values = columns[column];
    const rows = Math.max(1, Math.floor(limit / values.BYTES_PER_ELEMENT));
    for (let row = 0; row < values.length; row += rows) {
      // A copy, as VS Code transfers plain array buffers.
      const bytes = values.slice(row, row + rows).buffer;
      yield { type: 'modelPiece', model, column, offset: row * values.BYTES_PER_ELEMENT, bytes };
    }
  }
  yield { type: 'modelComplete', model };
}

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
