import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { isSamePart, type MarkChoice, pickPart, type RecordingPart, type TimeRange } from '../../core/index.ts';
import type { Host } from '../host.ts';
import type { PanelTables } from '../panel-tables.ts';
import { readOnly, setter } from './signals.ts';

/** Owns which part of the recording the user wants to see. The host works it out, and sends it as another model. */
export function createPart(host: Host, tables: ReadonlySignal<PanelTables | undefined>) {
  const wanted = signal<RecordingPart | undefined>(undefined);
  const drawn = signal<TimeRange | undefined>(undefined);
  const shown = computed(() => pickPart(tables.value?.header));
  const current = computed(() => wanted.value ?? shown.value);
  const set = (next: RecordingPart): void => {
    if (!tables.value || isSamePart(next, current.value)) return;
    wanted.value = next;
    const part: RecordingPart = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
    host.postMessage({ type: 'showPart', model: tables.value.header.model, part });
  };
  return {
    /** What is shown. */
    shown,
    /** What the user asked for last, shown or not yet. */
    current,
    /** The range that is drawn with the pointer, until it is asked for. */
    drawn: readOnly(drawn),
    draw: setter<TimeRange | undefined>(drawn),
    /** Whether the host still works on it. */
    isBusy: computed(() => wanted.value !== undefined && !isSamePart(wanted.value, shown.value)),
    /** Only an editor can work out another part. */
    canChange: host.hasEditor,
    set,
    /** Asks for a part of the time, or for what was shown before it was, of the thread that is shown. */
    setRange: (range: TimeRange | undefined): void => {
      if (host.hasEditor) set({ ...current.value, range });
    },
    /** Asks for what the program marks, or for all of the recording, of the thread that is shown. */
    setMarks: (marks: MarkChoice): void => set({ ...current.value, range: undefined, marks }),
    /** What was asked for is there, or could not be made. */
    settle: (): void => {
      wanted.value = undefined;
    },
  };
}
