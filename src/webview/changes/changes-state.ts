import { batch, computed, signal } from '@preact/signals';
import type { PanelChanges } from '../../panel/index.ts';
import { readOnly, setter } from '../state/signals.ts';
import type { WidthBy } from './layout-changes.ts';

/** Owns what changed since another recording, and how it is looked at. */
export function createChanges() {
  const data = signal<PanelChanges | undefined>(undefined);
  const wanted = signal(false);
  const widthBy = signal<WidthBy>('after');
  /** Indices of nodes: what fills the width, and what is pointed at or focused. */
  const zoomed = signal(0);
  const selected = signal(0);
  return {
    data: readOnly(data),
    /** Whether changes are shown in place of the flame graph. */
    isOpen: computed(() => wanted.value && data.value !== undefined),
    widthBy: readOnly(widthBy),
    zoomed: readOnly(zoomed),
    selected: readOnly(selected),
    set: (changes: PanelChanges | undefined, open = false): void =>
      batch(() => {
        data.value = changes;
        zoomed.value = 0;
        selected.value = 0;
        if (open) wanted.value = true;
      }),
    show: setter(wanted),
    setWidthBy: setter(widthBy),
    zoomTo: (node: number): void =>
      batch(() => {
        zoomed.value = node;
        selected.value = node;
      }),
    select: setter(selected),
  };
}
