import { batch, computed, signal } from '@preact/signals';
import type { PanelHeader, PanelModel } from '../../panel/index.ts';
import { runInSlices } from '../in-slices.ts';
import { loadRecording, type Recording } from '../model/load-recording.ts';
import { type PanelTables, splitModel } from '../panel-tables.ts';
import { readOnly } from './signals.ts';

/** Whether there is a flame graph, and what is shown in its place when there is none. */
export type Status =
  | { readonly kind: 'loading'; readonly message: string; readonly share?: number }
  | { readonly kind: 'empty' | 'failed'; readonly message: string }
  | { readonly kind: 'ready' };

const LOADING = 'Loading the recording…';
const emptyStatus: Status = {
  kind: 'empty',
  message: 'Nothing ran on the CPU while this was recorded: there are no samples to draw.',
};

/** Of a part of a recording in which nothing ran all else is still shown: the way to the other parts. */
const isEmpty = ({ quality, range, thread, marked }: PanelHeader): boolean =>
  quality.activeSamples === 0 && range === undefined && thread === undefined && marked === undefined;

export interface LoadOptions {
  /** See `loadRecording`. */
  readonly needsSamples: boolean;
  /** Resets what belonged to the recording before, in the same batch in which this one takes its place. */
  readonly replaced: (tables: PanelTables) => void;
}

/** Owns the recording: how far it is loaded, its tables, and its merged tree. */
export function createRecording() {
  const status = signal<Status>({ kind: 'loading', message: LOADING });
  const tables = signal<PanelTables | undefined>(undefined);
  const merged = signal<Recording | undefined>(undefined);
  let loading: { readonly tables: PanelTables; readonly stop: () => void; readonly tasks: (() => void)[] } | undefined;

  /**
   * Loads a model, which replaces what is shown as soon as it can be drawn. Takes the model over: its columns must not
   * be used afterwards.
   */
  const load = (model: PanelModel, { needsSamples, replaced }: LoadOptions): void => {
    const parts = splitModel(model);
    const next = parts.tables;
    const work = loadRecording(parts.recording, next.columns['functions.category'], needsSamples);
    loading?.stop();
    const tasks: (() => void)[] = [];
    const runTasks = (): void => tasks.splice(0).forEach((task) => task());
    const show = (recording: Recording): void => {
      batch(() => {
        if (tables.value !== next) {
          tables.value = next;
          status.value = isEmpty(next.header) ? emptyStatus : { kind: 'ready' };
          replaced(next);
        }
        merged.value = recording;
      });
      runTasks();
    };
    let stop = (): void => undefined;
    loading = { tables: next, stop: () => stop(), tasks };
    stop = runInSlices(work, show, { isBlank: () => tables.value === undefined });
  };

  /** Does something with the recording received last: now, or as soon as it is shown. */
  const whenShown = (task: () => void): void => {
    if (loading && loading.tables !== tables.value) loading.tasks.push(task);
    else task();
  };

  /** Shows how much of a model has arrived, unless another one is shown meanwhile: that one stays until it is replaced. */
  const reportProgress = (share: number): void => {
    const shown = status.peek();
    if (shown.kind === 'ready' && tables.peek()) return;
    status.value = { kind: 'loading', message: shown.kind === 'loading' ? shown.message : LOADING, share };
  };

  return {
    status: readOnly(status),
    tables: readOnly(tables),
    merged: readOnly(merged),
    isReady: computed(() => status.value.kind === 'ready' && tables.value !== undefined),
    load,
    whenShown,
    reportProgress,
    /** Shows a message in place of the flame graph. */
    report: (kind: 'loading' | 'empty' | 'failed', message: string): void => {
      status.value = { kind, message };
    },
  };
}
export type RecordingState = ReturnType<typeof createRecording>;
