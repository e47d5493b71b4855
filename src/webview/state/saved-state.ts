import type { TimeRange } from '../../core/index.ts';
import type { PanelHeader, PanelModel } from '../../panel/index.ts';
import type { Focus } from '../model/merged-tree.ts';
import type { Lanes } from './lanes.ts';
import { defaultPreferences, type Preferences, type View } from './preferences.ts';
import { type Viewport, wholeViewports } from './viewport.ts';

/** Where the user was in one recording. */
export interface Place {
  readonly focus?: Focus;
  readonly query: string;
  readonly selected: number;
  readonly viewports: Readonly<Record<View, Viewport>>;
  readonly lanes: Lanes;
  /** Of what range of time the viewports are, see `axisOf`. */
  readonly axis: string;
}

/** What is kept while the panel is hidden, and when the window reloads. */
export interface SavedState {
  readonly version: 1;
  readonly preferences: Preferences;
  /** Fingerprint of the recording that `place` belongs to. */
  readonly recording: string;
  readonly place: Place;
}

export const defaultPlace: Place = { query: '', selected: -1, viewports: wholeViewports, lanes: {}, axis: '' };

/** Tells recordings apart, also after a reload, when models are numbered anew. */
export function fingerprint({ header }: Pick<PanelModel, 'header'>): string {
  const { lengths, quality, title, timeline, thread, functionNames } = header;
  // Of a recording with a time order, any range of it is the same recording.
  if (timeline) return [title, thread, functionNames.length, timeline.zero, timeline.duration].join('|');
  return [title, lengths['tree.function'], lengths['samples.node'], quality.duration, quality.activeTime].join('|');
}

/** Tells the axes of the views of a recording apart: those of another range of its time are others. */
export function axisOf(header: PanelModel['header']): string {
  const range = axisRange(header);
  return range ? `${range.from}|${range.to}` : '';
}

/** The part of the time that the chart is of: the range, or from the first to the last marked span; undefined for all. */
export function axisRange({ range, marked }: Pick<PanelHeader, 'range' | 'marked'>): TimeRange | undefined {
  const [first, last] = [marked?.shown?.at(0), marked?.shown?.at(-1)];
  return range ?? (first && last && { from: first.from, to: last.to });
}

/** State as this version saved it, with defaults for what an older one did not have; undefined for anything else. */
export function parseSavedState(value: unknown): SavedState | undefined {
  const { version, preferences, recording = '', place } = Object(value) as Partial<SavedState>;
  if (version !== 1) return undefined;
  return {
    ...{ version, recording },
    preferences: { ...defaultPreferences, ...preferences },
    place: { ...defaultPlace, ...place },
  };
}
