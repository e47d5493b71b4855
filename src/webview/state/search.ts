import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { PanelTables } from '../panel-tables.ts';
import type { Flame } from '../model/flame.ts';
import { matchFunctions, nextMatch, type SearchResult, searchTree } from '../model/search.ts';
import { computedInSlices, readOnly, setter } from './signals.ts';
import type { Viewport, ViewportState } from './viewport.ts';

/** Owns the search: what is searched for, which functions match, and what they amount to. */
export function createSearch(
  tables: ReadonlySignal<PanelTables | undefined>,
  flame: ReadonlySignal<Flame | undefined>,
) {
  const query = signal('');
  const listed = signal<Uint8Array | undefined>(undefined);
  const matches = computed(() =>
    query.value.trim() !== '' && tables.value ? matchFunctions(tables.value, query.value) : undefined,
  );
  const wanted = computed(() =>
    matches.value && listed.value && flame.value ? { tree: flame.value.tree, matches: listed.value } : undefined,
  );
  return {
    query: readOnly(query),
    /** Per function, 1 where it matches; undefined without a search. */
    matches,
    /** The same as the table lists and counts it: later than `matches`, so as not to delay the picture. */
    listed: readOnly(listed),
    found: computedInSlices(wanted, (input) => searchTree(input.tree, input.matches)),
    setQuery: setter(query),
    /** Has the table list these matches. */
    list: setter(listed),
  };
}

/**
 * Brings what a search found into sight while it is typed, the heaviest match first, and goes back where the user was
 * once the search is cleared, unless they have moved on since.
 */
export function showMatches(
  search: ReturnType<typeof createSearch>,
  flame: ReadonlySignal<Flame | undefined>,
  viewport: ViewportState,
): void {
  let before: Viewport | undefined;
  let shown: Viewport | undefined;
  const goBack = (): void => {
    if (before && viewport.current.value === shown) viewport.moveTo(before);
    before = shown = undefined;
  };
  const show = (result: SearchResult | undefined): void => {
    const matches = search.listed.value;
    if (!result || result.frames === 0 || !matches || !flame.value) return;
    const node = nextMatch(flame.value.tree, matches, -1, 1);
    const box = node === undefined ? undefined : flame.value.boxOf(node);
    if (!box) return;
    before ??= viewport.current.value;
    viewport.show(box);
    shown = viewport.current.value;
  };
  effect(() => {
    const isOver = search.query.value === '';
    const result = search.found.value;
    untracked(() => (isOver ? goBack() : show(result)));
  });
}
