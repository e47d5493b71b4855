import { computed, signal } from '@preact/signals';
import type { PanelChanges } from '../../panel/index.ts';
import { readOnly, setter } from './signals.ts';

/** Owns what changed since another recording. */
export function createChanges() {
  const data = signal<PanelChanges | undefined>(undefined);
  return {
    /** Undefined where the recording is compared with none. */
    data: readOnly(data),
    /** By function, those that clearly changed. */
    ofFunction: computed(() => new Map(data.value?.functions.map((change) => [change.function, change]))),
    set: setter(data),
  };
}
