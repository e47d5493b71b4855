import { type HostMessage } from './messages.ts';
import { type PanelModel } from './panel-model.ts';
type ModelMessage = Extract<HostMessage, {
    type: 'modelStart' | 'modelPiece' | 'modelComplete';
}>;
/** Fills the deferred columns, one piece between two pauses. Throws `DamagedModelError`. */
export type Completion = Generator<undefined, undefined, void>;
/** What was received is not a model; the message is for the user. */
export declare class DamagedModelError extends Error {
}
/** How much of a model has arrived. */
export type Received = {
    readonly kind: 'partial';
    readonly share: number;
} | {
    readonly kind: 'complete';
    readonly model: PanelModel;
    readonly completion: Completion;
} | {
    readonly kind: 'broken';
    readonly message: string;
};
/** Puts a model together from its messages (see `modelMessages`). Pieces of any model but the last are dropped. */
export declare class ModelReceiver {
    private pending;
    /** The state after this message; undefined when it belongs to an older model. */
    receive(message: ModelMessage): Received | undefined;
    private start;
    private complete;
    private fail;
}
export {};
