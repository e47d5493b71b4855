import { signal } from '@preact/signals';
import type { TimeRange } from '../../core/index.ts';
import { readOnly, setter } from './signals.ts';
import type { createPart } from './part.ts';

/** Owns the range that is being drawn with the pointer, until it is asked for. */
export function createBrush(part: ReturnType<typeof createPart>) {
  const drawn = signal<TimeRange | undefined>(undefined);
  return {
    /** Undefined while nothing is drawn. */
    drawn: readOnly(drawn),
    /** Shows a range without asking for it yet. */
    draw: setter<TimeRange | undefined>(drawn),
    /** Asks for what is drawn. */
    finish: (): void => {
      const range = drawn.value;
      drawn.value = undefined;
      if (range) part.setRange(range);
    },
    cancel: (): void => {
      drawn.value = undefined;
    },
  };
}
