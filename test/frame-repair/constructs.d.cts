/** One line of a function `(state, i)`; `setup` is an expression for `state`. */
export interface Construct {
  readonly name: string;
  readonly line: string;
  readonly setup: string;
}
export const prelude: string;
export const constructs: readonly Construct[];
