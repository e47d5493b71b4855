import { columnNames, type HostMessage, packNumbers, type PanelColumns, type PanelModel } from '../../panel/index.ts';

/** Bytes of a column in one piece: enough that pieces are few, so few that no work on one is felt on a slow machine. */
export const pieceBytes = 256 * 1024;

/**
 * The messages that hand a model over: the header, the columns in pieces, the end. Lazy, so that only one piece is
 * copied at a time; the columns themselves stay with the analysis.
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

type Column = PanelColumns[keyof PanelColumns];

/** Packed where that makes them fewer. A copy: VS Code transfers plain array buffers. */
function bytesOf(values: Column, room: Uint8Array): { readonly bytes: ArrayBuffer; readonly unpackedBytes?: number } {
  const size = values instanceof Uint8Array ? -1 : packNumbers(values, room.subarray(0, values.byteLength));
  if (size >= 0) return { bytes: room.slice(0, size).buffer, unpackedBytes: values.byteLength };
  return { bytes: values.slice().buffer };
}
