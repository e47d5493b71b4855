import { signal } from '@preact/signals';
import { readOnly, setter } from './signals.ts';

/** Owns what the canvas tells the rest of the panel. */
export function createPicture() {
  const isDark = signal(true);
  const isDrawn = signal(false);
  const wheelHint = signal(false);
  return {
    /** Whether the theme is a dark one. */
    isDark: readOnly(isDark),
    /** Whether the first picture was drawn: everything else waits for it. */
    isDrawn: readOnly(isDrawn),
    /** Whether the wheel was turned where there is nothing to scroll: the user may want to zoom. */
    wheelHint: readOnly(wheelHint),
    setDark: setter(isDark),
    setDrawn: (): void => {
      isDrawn.value = true;
    },
    hintAtZoom: setter(wheelHint),
  };
}
