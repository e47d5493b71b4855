import type { HostMessage, PanelHeader } from './messages.ts';
import { unpackNumbers } from './packed-numbers.ts';
import { allocateColumns, type PanelColumns, type PanelModel } from './panel-model.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;
type Piece = Extract<HostMessage, { type: 'modelPiece' }>;

/** Samples are most of a big model, and the flame graph is drawn without them: they are only unpacked when needed. */
const deferredColumns: readonly string[] = ['samples.node', 'samples.start'];

/** Fills the deferred columns, one piece between two pauses. */
export type Completion = Generator<undefined, undefined, void>;

/** How much of a model has arrived. */
export type Received =
  | { readonly kind: 'partial'; readonly share: number }
  | { readonly kind: 'complete'; readonly model: PanelModel; readonly completion: Completion };

/** Puts a model together from its messages (see `modelMessages`). Pieces of any model but the last are dropped. */
export class ModelReceiver {
  private pending:
    { header: PanelHeader; columns: PanelColumns; deferred: Piece[]; received: number; size: number } | undefined;

  /** The state after this message; undefined when it belongs to an older model. */
  receive(message: ModelMessage): Received | undefined {
    if (message.type === 'modelStart') return this.start(message.header);
    const pending = this.pending;
    if (pending?.header.model !== message.model) return undefined;
    const { header, columns, deferred } = pending;
    if (message.type === 'modelComplete') {
      this.pending = undefined;
      return { kind: 'complete', model: { header, columns }, completion: fillAll(columns, deferred) };
    }
    if (deferredColumns.includes(message.column)) deferred.push(message);
    else fill(columns, message);
    pending.received += message.unpackedBytes ?? message.bytes.byteLength;
    return { kind: 'partial', share: pending.size > 0 ? pending.received / pending.size : 1 };
  }

  private start(header: PanelHeader): Received {
    const columns = allocateColumns(header.lengths);
    const size = Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0);
    this.pending = { header, columns, deferred: [], received: 0, size };
    return { kind: 'partial', share: 0 };
  }
}

/** Takes each piece out of the list, so that its memory is free as soon as it is unpacked. */
function* fillAll(columns: PanelColumns, pieces: Piece[]): Completion {
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    fill(columns, piece);
    yield;
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
