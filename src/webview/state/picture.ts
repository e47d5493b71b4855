import { signal } from '@preact/signals';
import { readOnly, setter } from './signals.ts';

/** Owns what the canvas tells the rest of the panel. */
export function createPicture() {
  const isDark = signal(true);
  const isDrawn = signal(false);
  return {
    /** Whether the theme is a dark one. */
    isDark: readOnly(isDark),
    /** Whether the first picture was drawn: everything else waits for it. */
    isDrawn: readOnly(isDrawn),
    setDark: setter(isDark),
    setDrawn: (): void => {
      isDrawn.value = true;
    },
  };
}
