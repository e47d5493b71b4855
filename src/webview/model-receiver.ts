import {
  allocateColumns,
  columnTypes,
  type HostMessage,
  type PanelColumns,
  type PanelHeader,
  type PanelModel,
  unpackNumbers,
} from '../panel/index.ts';
import type { Steps } from './model/steps.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;
type Piece = Extract<HostMessage, { type: 'modelPiece' }>;

/** A million samples are most of a model, and the flame graph is drawn without them: they wait until they are wanted. */
const lateColumns: readonly string[] = ['samples.node', 'samples.start'];

/** Puts the columns together that were left for later. Throws `DamagedModelError`. */
export type Completion = Steps<undefined>;

/** What was received is no model; the message is for the user. */
export class DamagedModelError extends Error {}

/** Where a model that comes in pieces stands. */
export type Received =
  | { readonly kind: 'partial'; readonly share: number }
  | { readonly kind: 'complete'; readonly model: PanelModel; readonly completion: Completion }
  | { readonly kind: 'broken'; readonly message: string };

/** Puts a model together from its messages. Pieces of any model but the last one started are dropped. */
export class ModelReceiver {
  private pending:
    { header: PanelHeader; columns: PanelColumns; late: Piece[]; received: number; size: number } | undefined;

  /** What there is after this message; undefined when it belongs to an older model. */
  receive(message: ModelMessage): Received | undefined {
    if (message.type === 'modelStart') return this.start(message.header);
    const pending = this.pending;
    if (pending?.header.model !== message.model) return undefined;
    if (message.type === 'modelComplete') return this.complete(pending);
    const isLate = lateColumns.includes(message.column);
    const error = misplaced(pending.columns, message) ?? (isLate ? undefined : fill(pending.columns, message));
    if (error !== undefined) return this.fail(error);
    if (isLate) pending.late.push(message);
    pending.received += message.unpackedBytes ?? message.bytes.byteLength;
    return { kind: 'partial', share: pending.size > 0 ? pending.received / pending.size : 1 };
  }

  private start(header: PanelHeader): Received {
    const columns = allocateColumns(header.lengths);
    const size = Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0);
    this.pending = { header, columns, late: [], received: 0, size };
    return { kind: 'partial', share: 0 };
  }

  private complete(pending: NonNullable<typeof this.pending>): Received {
    this.pending = undefined;
    if (pending.received < pending.size) {
      return this.fail(`The flame graph arrived incomplete: ${pending.received} of ${pending.size} bytes.`);
    }
    const { header, columns, late } = pending;
    return { kind: 'complete', model: { header, columns }, completion: completed(columns, late) };
  }

  private fail(message: string): Received {
    this.pending = undefined;
    return { kind: 'broken', message };
  }
}

/** Takes the pieces out of their list, so that none is held any longer than it is wanted. */
function* completed(columns: PanelColumns, pieces: Piece[]): Completion {
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    const error = fill(columns, piece);
    if (error !== undefined) throw new DamagedModelError(error);
    yield;
  }
}

/** Why a piece has no place in a model. */
function misplaced(columns: PanelColumns, { column, offset, bytes, unpackedBytes }: Piece): string | undefined {
  if (!Object.hasOwn(columnTypes, column)) return `The flame graph holds an unknown column: ${column}.`;
  const end = offset + (unpackedBytes ?? bytes.byteLength);
  if (offset >= 0 && end <= columns[column].byteLength) return undefined;
  return `The flame graph's column ${column} is longer than announced.`;
}

/** Puts a piece where it belongs; why not, if it is damaged. */
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
