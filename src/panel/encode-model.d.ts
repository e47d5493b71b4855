import type { HostMessage } from './messages.ts';
import { type PanelModel } from './panel-model.ts';
/** Most bytes of a column in one message: few messages, yet none takes long to handle even on a slow machine. */
export declare const pieceBytes: number;
/**
 * The messages that carry a model: the header, the columns in pieces, the end. `ModelReceiver` puts them together
 * again. Lazy, so that only one piece is copied at a time; the columns themselves stay with the analysis.
 */
export declare function modelMessages({ header, columns }: PanelModel, limit?: number): Generator<HostMessage>;
