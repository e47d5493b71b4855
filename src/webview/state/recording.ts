import { batch, computed, signal } from '@preact/signals';
import type { PanelHeader, PanelModel } from '../../panel/index.ts';
import { runInSlices } from '../in-slices.ts';
import { loadRecording, type Recording } from '../model/load-recording.ts';
import type { PanelTables } from '../panel-tables.ts';
import { readOnly } from './signals.ts';

/** Whether there is a flame graph, and what is shown in its place when there is none. */
export type Status =
  { readonly kind: 'loading' | 'empty' | 'failed'; readonly message: string } | { readonly kind: 'ready' };

const emptyStatus: Status = {
  kind: 'empty',
  message: 'Nothing ran on the CPU while this was recorded: there are no samples to draw.',
};

/** Of a part of a recording in which nothing ran all else is still shown: the way to the other parts. */
const isEmpty = ({ quality, range, thread, marked }: PanelHeader): boolean =>
  quality.activeSamples === 0 && range === undefined && thread === undefined && marked === undefined;

/** Owns the recording: how far it is loaded, its tables, and its merged tree. */
export function createRecording() {
  const status = signal<Status>({ kind: 'loading', message: 'Loading the recording…' });
  const tables = signal<PanelTables | undefined>(undefined);
  const merged = signal<Recording | undefined>(undefined);
  let stop = (): void => undefined;

  /**
   * Loads a model, which replaces what is shown as soon as it can be drawn. Takes the model over: see
   * `RecordingColumns`. `needsSamples`: see `loadRecording`. `replaced` resets what belonged to the recording before, in the same
   * batch in which this one takes its place. Resolves when it is shown; never, where another one is loaded before.
   */
  const load = (model: PanelModel, needsSamples: boolean, replaced: (tables: PanelTables) => void): Promise<void> => {
    const work = loadRecording(model.columns, model.columns['functions.category'], needsSamples);
    stop();
    return new Promise((shown) => {
      const show = (recording: Recording): void => {
        batch(() => {
          if (tables.value !== model) {
            tables.value = model;
            status.value = isEmpty(model.header) ? emptyStatus : { kind: 'ready' };
            replaced(model);
          }
          merged.value = recording;
        });
        shown();
      };
      stop = runInSlices(work, show, () => tables.value === undefined);
    });
  };

  return {
    status: readOnly(status),
    tables: readOnly(tables),
    merged: readOnly(merged),
    isReady: computed(() => status.value.kind === 'ready' && tables.value !== undefined),
    load,
    /** Shows a message in place of the flame graph. */
    report: (kind: 'loading' | 'empty' | 'failed', message: string): void => {
      status.value = { kind, message };
    },
  };
}
export type RecordingState = ReturnType<typeof createRecording>;
