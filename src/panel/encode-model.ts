import type { HostMessage } from './messages.ts';
import { columnNames, type PanelModel } from './panel-model.ts';

/** Most bytes of a column in one message: few messages, yet none takes long to handle even on a slow machine. */
export const pieceBytes = 256 * 1024;

/**
 * The messages that carry a model: the header, the columns in pieces, the end. `ModelReceiver` puts them together
 * again. Lazy, so that only one piece is copied at a time; the columns themselves stay with the analysis.
 */
export function* modelMessages({ header, columns }: PanelModel, limit = pieceBytes): Generator<HostMessage> {
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
