import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { PanelTables } from '../panel-tables.ts';
import type { Flame } from '../model/flame.ts';
import { matchFunctions, searchTree } from '../model/search.ts';
import { computedInSlices, readOnly, setter } from './signals.ts';

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
