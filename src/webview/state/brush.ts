import { signal } from '@preact/signals';
import type { TimeRange } from '../../core/index.ts';
import { readOnly, setter } from './signals.ts';
import type { createPart } from './part.ts';

/** Milliseconds without a further key after which a range set by keys is asked for. */
const PATIENCE = 500;

/** Owns the range that is being drawn with the pointer or moved by keys, until it is asked for. */
export function createBrush(part: ReturnType<typeof createPart>) {
  const drawn = signal<TimeRange | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (): void => {
    clearTimeout(timer);
    const range = drawn.value;
    drawn.value = undefined;
    if (range) part.setRange(range);
  };
  return {
    /** Undefined while nothing is drawn. */
    drawn: readOnly(drawn),
    /** Shows a range without asking for it yet. */
    draw: setter<TimeRange | undefined>(drawn),
    /** The same by a key: asked for after a moment without another one. */
    nudge: (range: TimeRange): void => {
      drawn.value = range;
      clearTimeout(timer);
      timer = setTimeout(finish, PATIENCE);
    },
    /** Asks for what is drawn. */
    finish,
    cancel: (): void => {
      clearTimeout(timer);
      drawn.value = undefined;
    },
  };
}
