import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Flame } from '../model/flame.ts';
import { nextMatch, type SearchResult } from '../model/search.ts';
import type { Viewport, ViewportState } from './viewport.ts';

interface Searched {
  readonly query: ReadonlySignal<string>;
  readonly listed: ReadonlySignal<Uint8Array | undefined>;
  readonly found: ReadonlySignal<SearchResult | undefined>;
}

/**
 * Brings what a search found into sight while it is typed, the heaviest match first, and goes back where the user was
 * once the search is cleared, unless they have moved on since.
 */
export function showMatches(search: Searched, flame: ReadonlySignal<Flame | undefined>, viewport: ViewportState): void {
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
