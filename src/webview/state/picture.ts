import { signal } from '@preact/signals';
import type { Shade } from '../graph/theme.ts';
import { readOnly, setter } from './signals.ts';

/** Owns what the canvas tells the rest of the panel. */
export function createPicture() {
  const shade = signal<Shade>('dark');
  const isDrawn = signal(false);
  return {
    /** That of the theme. */
    shade: readOnly(shade),
    /** Whether the first picture was drawn: everything else waits for it. */
    isDrawn: readOnly(isDrawn),
    setShade: setter(shade),
    setDrawn: setter(isDrawn),
  };
}
