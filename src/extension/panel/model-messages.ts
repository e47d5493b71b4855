import { columnNames, type HostMessage, type PanelModel } from '../../protocol/index.ts';

/** Bytes of one piece: big enough to be few, small enough that no copy of one is felt. */
export const pieceBytes = 1024 * 1024;

/**
 * The messages that hand a model over: the header, the columns in pieces, the end. Lazy, so that only one piece is
 * copied at a time; the columns themselves stay with the analysis.
 */
export function* modelMessages({ header, columns }: PanelModel, limit = pieceBytes): Generator<HostMessage> {
  const { model } = header;
  yield { type: 'modelStart', header };
  for (const column of columnNames) {
    const { buffer, byteOffset, byteLength } = columns[column];
    for (let offset = 0; offset < byteLength; offset += limit) {
      const from = byteOffset + offset;
      const bytes = copyBytes(buffer, from, Math.min(limit, byteLength - offset));
      yield { type: 'modelPiece', model, column, offset, bytes };
    }
  }
  yield { type: 'modelComplete', model };
}

/** VS Code transfers plain array buffers; a column may lie in a part of one, or in shared memory. */
function copyBytes(buffer: ArrayBufferLike, offset: number, length: number): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(new Uint8Array(buffer, offset, length));
  return copy;
}
