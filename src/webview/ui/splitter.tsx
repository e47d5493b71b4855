import { followPointer } from '../follow-pointer.ts';
import type { PanelProps } from '../panel.ts';

const STEP = 0.05;
const MOST = 0.8;
/** Below this share the table closes. */
const LEAST = 0.08;

/** Between picture and table: drag, arrow keys, Enter or a double click closes and opens the table. */
export function Splitter({ panel }: PanelProps) {
  const share = panel.preferences.current.value.tableShare;
  const set = (next: number): void => panel.preferences.set({ tableShare: next < LEAST ? 0 : Math.min(MOST, next) });
  const toggle = (): void => set(share > 0 ? 0 : 0.34);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp') set(Math.max(share, LEAST - STEP) + STEP);
    else if (event.key === 'ArrowDown') set(share - STEP);
    else if (event.key === 'Enter') toggle();
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent): void => {
    const handle = event.currentTarget as HTMLElement;
    const area = handle.parentElement?.getBoundingClientRect();
    if (area) followPointer(handle, event, (move) => set((area.bottom - move.clientY) / area.height));
  };
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the table"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={MOST * 100}
      tabIndex={0}
      title="Drag to resize, double click to close or open the table"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDblClick={toggle}
    />
  );
}
