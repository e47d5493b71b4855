/**
 * Work that may take long, a bit at a time: it pauses where `undefined` comes, so that whoever runs it can let a frame
 * be drawn, go on later, or drop it.
 */
export type Steps<T> = Generator<undefined, T, void>;

/** The same with results that can be shown before the last one. */
export type Stages<T> = Generator<T | undefined, T, void>;

/**
 * Nodes (or as many other small things) between two pauses: a fraction of a millisecond, and a few milliseconds as long as
 * the engine has not compiled the code.
 */
export const STEP = 1 << 12;
