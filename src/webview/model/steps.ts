/**
 * Work that may take long. It yields `undefined` where it can pause, so that whoever runs it can let a frame be drawn,
 * go on later, or drop it.
 */
export type Steps<T> = Generator<undefined, T, void>;

/** The same, with preliminary results: it may also yield what can be shown already. */
export type Stages<T> = Generator<T | undefined, T, void>;

/**
 * Nodes, or other small items, between two pauses: a fraction of a millisecond, or a few milliseconds before the engine
 * has compiled the code.
 */
export const STEP = 1 << 12;
