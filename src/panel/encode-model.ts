import type { ColumnName, HostMessage } from './messages.ts';
import { packNumbers } from './packed-numbers.ts';
import { columnNames, type PanelColumns, type PanelModel } from './panel-model.ts';

/** Most bytes of a column in one message: few messages, yet none takes long to handle even on a slow machine. */
export const pieceBytes = 256 * 1024;

/**
 * The messages that carry a model: the header, the columns in pieces, the end. `ModelReceiver` puts them together
 * again. Lazy, so that only one piece is copied at a time; the columns themselves stay with the analysis.
 */
export function* modelMessages({ header, columns }: PanelModel, limit = pieceBytes): Generator<HostMessage> {
  const { model } = header;
  yield { type: 'modelStart', header };
  const room = new Uint8Array(limit);
  for (const column of columnNames) {
    const values = columns[column];
    const rows = Math.max(1, Math.floor(limit / values.BYTES_PER_ELEMENT));
    for (let row = 0; row < values.length; row += rows) {
      const offset = row * values.BYTES_PER_ELEMENT;
      yield { type: 'modelPiece', model, column, offset, ...bytesOf(values.subarray(row, row + rows), room) };
    }
  }
  yield { type: 'modelComplete', model };
}

/** Packed where that is shorter. A copy in any case, as VS Code transfers plain array buffers. */
function bytesOf(values: PanelColumns[ColumnName], room: Uint8Array<ArrayBuffer>) {
  const size = values instanceof Uint8Array ? -1 : packNumbers(values, room.subarray(0, values.byteLength));
  if (size >= 0) return { bytes: room.slice(0, size).buffer, unpackedBytes: values.byteLength };
  return { bytes: values.slice().buffer };
}
