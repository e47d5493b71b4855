import { signal } from '@preact/signals';
import { readOnly, setter } from './signals.ts';

/** Milliseconds that the hint about zooming stays on screen, and how often it is given. */
const HINT_TIME = 3000;
const MOST_HINTS = 2;

/** Owns what the canvas tells the rest of the panel. */
export function createPicture() {
  const isDark = signal(true);
  const isDrawn = signal(false);
  const wheelHint = signal(false);
  let hintsLeft = MOST_HINTS;
  const hideHint = (): void => {
    wheelHint.value = false;
  };
  return {
    /** Whether the theme is a dark one. */
    isDark: readOnly(isDark),
    /** Whether the first picture was drawn: everything else waits for it. */
    isDrawn: readOnly(isDrawn),
    /** Whether the wheel was turned a moment ago where there is nothing to scroll: the user may want to zoom. */
    wheelHint: readOnly(wheelHint),
    setDark: setter(isDark),
    setDrawn: (): void => {
      isDrawn.value = true;
    },
    hintAtZoom: (): void => {
      if (wheelHint.value || hintsLeft === 0) return;
      hintsLeft--;
      wheelHint.value = true;
      setTimeout(hideHint, HINT_TIME);
    },
    /** The user knows how to zoom: no more hints. */
    zoomed: (): void => {
      hintsLeft = 0;
      hideHint();
    },
  };
}
