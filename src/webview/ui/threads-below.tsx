import { clampViewport, ROW_HEIGHT, RULER_HEIGHT } from '../graph/metrics.ts';
import type { PanelProps } from '../panel.ts';

/** Says how many threads of the chart are further down, out of sight, and goes there. */
export function ThreadsBelow({ panel: { flame, viewport } }: PanelProps) {
  const shown = flame.value;
  const size = viewport.size.value;
  if (!shown?.lanes || size.height === 0) return null;
  const { scroll } = clampViewport(viewport.current.value, shown, size);
  const bottom = scroll + size.height - RULER_HEIGHT;
  const below = shown.lanes.filter(({ row }) => (row + 0.5) * ROW_HEIGHT > bottom);
  if (below.length === 0) return null;
  const goThere = (): void => viewport.pan(0, below[0].row * ROW_HEIGHT - scroll);
  return (
    <button type="button" class="flame-note threads-below" onClick={goThere}>
      {below.length === 1 ? '1 more thread below' : `${below.length} more threads below`}
    </button>
  );
}
