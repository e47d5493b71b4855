import type { Change, StackComparison } from '../compare/index.ts';
import type { FunctionIndex, LineIndex } from '../core/index.ts';

/** What changed since another recording, as the panel draws it: small, since only what is wide enough to be seen is in it. */
export interface PanelChanges {
  /** What the recording before is called. */
  readonly since: string;
  readonly runs: { readonly before: number; readonly after: number };
  /** Whether the program can be run again: Heatline started it. */
  readonly canRunAgain: boolean;
  readonly functions: readonly PanelFunction[];
  readonly nodes: StackComparison['nodes'];
  /** The clear changes of lines and functions, the biggest first. */
  readonly rows: readonly PanelChange[];
}

/** A function of the two recordings. */
export interface PanelFunction {
  readonly name: string;
  /** `src/app.ts:12`; empty where unknown. */
  readonly place: string;
  /** Row in the recording that is shown; undefined where it is only in the one before. */
  readonly row: FunctionIndex | undefined;
}

/** A line or function that changed clearly. */
export interface PanelChange extends Change {
  readonly kind: 'line' | 'function';
  readonly name: string;
  readonly place: string;
  /** Row of the function, and of the line, in the recording that is shown. */
  readonly function: FunctionIndex | undefined;
  readonly line: LineIndex | undefined;
}
