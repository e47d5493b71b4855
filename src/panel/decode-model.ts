import { columnTypes, type HostMessage, type PanelHeader } from './messages.ts';
import { unpackNumbers } from './packed-numbers.ts';
import { allocateColumns, type PanelColumns, type PanelModel } from './panel-model.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;
type Piece = Extract<HostMessage, { type: 'modelPiece' }>;

/** Samples are most of a big model, and the flame graph is drawn without them: they are only unpacked when needed. */
const deferredColumns: readonly string[] = ['samples.node', 'samples.start'];

/** Fills the deferred columns, one piece between two pauses. Throws `DamagedModelError`. */
export type Completion = Generator<undefined, undefined, void>;

/** What was received is not a model; the message is for the user. */
export class DamagedModelError extends Error {}

/** How much of a model has arrived. */
export type Received =
  | { readonly kind: 'partial'; readonly share: number }
  | { readonly kind: 'complete'; readonly model: PanelModel; readonly completion: Completion }
  | { readonly kind: 'broken'; readonly message: string };

/** Puts a model together from its messages (see `modelMessages`). Pieces of any model but the last are dropped. */
export class ModelReceiver {
  private pending:
    { header: PanelHeader; columns: PanelColumns; deferred: Piece[]; received: number; size: number } | undefined;

  /** The state after this message; undefined when it belongs to an older model. */
  receive(message: ModelMessage): Received | undefined {
    if (message.type === 'modelStart') return this.start(message.header);
    const pending = this.pending;
    if (pending?.header.model !== message.model) return undefined;
    if (message.type === 'modelComplete') return this.complete(pending);
    const isDeferred = deferredColumns.includes(message.column);
    const error = checkPiece(pending.columns, message) ?? (isDeferred ? undefined : fill(pending.columns, message));
    if (error !== undefined) return this.fail(error);
    if (isDeferred) pending.deferred.push(message);
    pending.received += message.unpackedBytes ?? message.bytes.byteLength;
    return { kind: 'partial', share: pending.size > 0 ? pending.received / pending.size : 1 };
  }

  private start(header: PanelHeader): Received {
    const columns = allocateColumns(header.lengths);
    const size = Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0);
    this.pending = { header, columns, deferred: [], received: 0, size };
    return { kind: 'partial', share: 0 };
  }

  private complete(pending: NonNullable<typeof this.pending>): Received {
    const { header, columns, deferred, received, size } = pending;
    if (received < size) return this.fail(`The flame graph arrived incomplete: ${received} of ${size} bytes.`);
    this.pending = undefined;
    return { kind: 'complete', model: { header, columns }, completion: fillAll(columns, deferred) };
  }

  private fail(message: string): Received {
    this.pending = undefined;
    return { kind: 'broken', message };
  }
}

/** Takes each piece out of the list, so that its memory is free as soon as it is unpacked. */
function* fillAll(columns: PanelColumns, pieces: Piece[]): Completion {
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    const error = fill(columns, piece);
    if (error !== undefined) throw new DamagedModelError(error);
    yield;
  }
}

/** Why a piece does not fit into the model; undefined when it does. */
function checkPiece(columns: PanelColumns, { column, offset, bytes, unpackedBytes }: Piece): string | undefined {
  if (!Object.hasOwn(columnTypes, column)) return `The flame graph has an unknown column: ${column}.`;
  const end = offset + (unpackedBytes ?? bytes.byteLength);
  if (offset >= 0 && end <= columns[column].byteLength) return undefined;
  return `The flame graph's column ${column} is longer than announced.`;
}

/** Copies or unpacks a piece into its column; an error message when it is damaged. */
function fill(columns: PanelColumns, { column, offset, bytes, unpackedBytes }: Piece): string | undefined {
  const target = columns[column];
  if (unpackedBytes === undefined) {
    new Uint8Array(target.buffer, target.byteOffset).set(new Uint8Array(bytes), offset);
    return undefined;
  }
  const end = offset + unpackedBytes;
  const rows = target.subarray(offset / target.BYTES_PER_ELEMENT, end / target.BYTES_PER_ELEMENT);
  if (rows instanceof Uint8Array || !unpackNumbers(new Uint8Array(bytes), rows))
    return `The flame graph's column ${column} is damaged.`;
  return undefined;
}
