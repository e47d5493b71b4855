import { computed } from '@preact/signals';
import type { PanelModel } from '../panel/index.ts';
import { createActions } from './actions.ts';
import type { Host } from './host.ts';
import { knowsTiers } from './model/tiers.ts';
import type { PanelTables } from './panel-tables.ts';
import { createChanges } from './state/changes.ts';
import { createFlame } from './state/flame.ts';
import { createLanes } from './state/lanes.ts';
import { createPart } from './state/part.ts';
import { createPicture } from './state/picture.ts';
import { type Colouring, colourings as allColourings, createPreferences } from './state/preferences.ts';
import { createRecording } from './state/recording.ts';
import { createRequests } from './state/requests.ts';
import { axisOf, defaultPlace, fingerprint, parseSavedState, type SavedState } from './state/saved-state.ts';
import { createSearch } from './state/search.ts';
import { createSelection } from './state/selection.ts';
import { createShownTree } from './state/shown-tree.ts';
import { createViewport, wholeViewports } from './state/viewport.ts';

/** Each piece of the panel's state with its owner, the only one that changes it. */
function createParts(host: Host) {
  const preferences = createPreferences(parseSavedState(host.getState())?.preferences);
  const { view } = preferences;
  const recording = createRecording();
  const changes = createChanges();
  const colourings = computed(() => {
    const unknown: Colouring[] = knowsTiers(recording.tables.value) ? [] : ['tier'];
    if (changes.data.value === undefined) unknown.push('change');
    return allColourings.filter((one) => !unknown.includes(one));
  });
  const shownTree = createShownTree(recording, preferences.hideDependencies, () => viewport.refocus());
  const lanes = createLanes();
  const { flame, cut } = createFlame(view, recording.tables, lanes, shownTree);
  const viewport = createViewport(view, flame);
  const selection = createSelection({ view, flame, shownFocus: shownTree.shownFocus }, viewport);
  const search = createSearch(recording.tables, flame);
  const requests = createRequests(host, recording.tables);
  const picture = createPicture();
  const part = createPart(host, recording.tables);
  return {
    preferences,
    /** The choices of colours that the recording has, and the one that is preferred among them. */
    colourings,
    colouring: computed(() => {
      const preferred = preferences.current.value.colouring;
      return colourings.value.includes(preferred) ? preferred : 'heat';
    }),
    recording,
    part,
    shownTree,
    lanes,
    flame,
    cut,
    viewport,
    selection,
    search,
    requests,
    picture,
    changes,
  };
}
export type PanelParts = ReturnType<typeof createParts>;

/** Everything the panel knows and can do. */
export function createPanel(host: Host) {
  const parts = createParts(host);
  const { changes, preferences, recording, part, shownTree, lanes, viewport, selection, search } = parts;

  /** What is to be saved; undefined as long as there is no recording. */
  const save = (): SavedState | undefined =>
    recording.tables.value && {
      version: 1,
      preferences: preferences.current.value,
      recording: fingerprint(recording.tables.value),
      place: {
        focus: shownTree.focus.value,
        query: search.query.value,
        selected: selection.fn.value,
        viewports: viewport.viewports.value,
        lanes: lanes.toggled.value,
        axis: axisOf(recording.tables.value.header),
      },
    };
  /** Loads a model in place of the recording that is shown (see `RecordingState.load`), and goes where the user was in it. */
  const load = (model: PanelModel): Promise<void> => {
    // What is shown knows better than what was saved a moment ago.
    const saved = save() ?? parseSavedState(host.getState());
    // What was timed call by call is about the order of calls, and is no heat.
    if (saved === undefined && model.header.quality.value?.isExact)
      preferences.set({ view: 'chart', colouring: 'file' });
    const place = saved?.recording === fingerprint(model) ? saved.place : defaultPlace;
    return recording.load(model, preferences.view.value === 'chart', ({ header }) => {
      const functions = header.functionNames.length;
      part.settle();
      changes.set(undefined);
      lanes.reset(place.lanes);
      shownTree.reset(place.focus, functions);
      search.setQuery(place.query);
      // Of another range the axes are others; where the user was besides is the same.
      viewport.reset(place.axis === axisOf(header) ? place.viewports : wholeViewports);
      selection.reset(place.selected < functions ? place.selected : -1);
    });
  };
  return { ...parts, ...createActions(parts), load, save };
}
export type Panel = ReturnType<typeof createPanel>;

/** What every component of the panel gets. */
export interface PanelProps {
  readonly panel: Panel;
}

/** What those get that show a recording: its tables, too. */
export interface ShownProps extends PanelProps {
  readonly tables: PanelTables;
}
