import {
  allocateColumns,
  columnTypes,
  type HostMessage,
  type PanelColumns,
  type PanelHeader,
  type PanelModel,
  unpackNumbers,
} from '../protocol/index.ts';
import { t } from './translate.ts';

type ModelMessage = Extract<HostMessage, { type: 'modelStart' | 'modelPiece' | 'modelComplete' }>;

/** Where a model that comes in pieces stands. */
export type Received =
  | { readonly kind: 'partial'; readonly share: number }
  | { readonly kind: 'complete'; readonly model: PanelModel }
  | { readonly kind: 'broken'; readonly message: string };

/** Puts a model together from its messages. Pieces of any model but the last one started are dropped. */
export class ModelReceiver {
  private pending: { header: PanelHeader; columns: PanelColumns; received: number; size: number } | undefined;

  /** What there is after this message; undefined when it belongs to an older model. */
  receive(message: ModelMessage): Received | undefined {
    if (message.type === 'modelStart') return this.start(message.header);
    const pending = this.pending;
    if (pending?.header.model !== message.model) return undefined;
    if (message.type === 'modelComplete') return this.complete(pending);
    const error = place(pending.columns, message);
    if (error !== undefined) return this.fail(error);
    pending.received += message.unpackedBytes ?? message.bytes.byteLength;
    return { kind: 'partial', share: pending.size > 0 ? pending.received / pending.size : 1 };
  }

  private start(header: PanelHeader): Received {
    const columns = allocateColumns(header.lengths);
    const size = Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0);
    this.pending = { header, columns, received: 0, size };
    return { kind: 'partial', share: 0 };
  }

  private complete(pending: NonNullable<typeof this.pending>): Received {
    this.pending = undefined;
    if (pending.received < pending.size) {
      return this.fail(t('The flame graph arrived incomplete: {0} of {1} bytes.', pending.received, pending.size));
    }
    return { kind: 'complete', model: { header: pending.header, columns: pending.columns } };
  }

  private fail(message: string): Received {
    this.pending = undefined;
    return { kind: 'broken', message };
  }
}

function place(columns: PanelColumns, piece: Extract<HostMessage, { type: 'modelPiece' }>): string | undefined {
  const { column, offset, bytes, unpackedBytes } = piece;
  if (!Object.hasOwn(columnTypes, column)) return t('The flame graph holds an unknown column: {0}.', column);
  const target = columns[column];
  const end = offset + (unpackedBytes ?? bytes.byteLength);
  if (!(offset >= 0 && end <= target.byteLength))
    return t("The flame graph's column {0} is longer than announced.", column);
  if (unpackedBytes === undefined) {
    new Uint8Array(target.buffer, target.byteOffset).set(new Uint8Array(bytes), offset);
    return undefined;
  }
  const rows = target.subarray(offset / target.BYTES_PER_ELEMENT, end / target.BYTES_PER_ELEMENT);
  if (rows instanceof Uint8Array || !unpackNumbers(new Uint8Array(bytes), rows))
    return t("The flame graph's column {0} is damaged.", column);
  return undefined;
}
