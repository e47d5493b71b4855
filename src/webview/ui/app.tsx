import { useLayoutEffect, useRef } from 'preact/hooks';
import { attachCanvas } from '../graph/flame-canvas.ts';
import { type Focus, focusedFunction } from '../model/merged-tree.ts';
import { nameOf } from '../names.ts';
import { amountLabel } from '../../present/quantities.ts';
import type { PanelProps, ShownProps } from '../panel.ts';
import type { PanelTables } from '../panel-tables.ts';
import { TableArea } from '../table/table-area.tsx';
import { Details } from './details.tsx';
import { Overview, RangeBar } from './overview.tsx';
import { Splitter } from './splitter.tsx';
import { StatusPage } from './status-page.tsx';
import { FocusBar, HELP_ID, Toolbar } from './toolbar.tsx';
import { Tooltip } from './tooltip.tsx';

/** The whole panel. */
export function App({ panel }: PanelProps) {
  const tables = panel.recording.tables.value;
  if (!panel.recording.isReady.value || !tables) return <StatusPage panel={panel} />;
  const shown = { panel, tables };
  return (
    <div class="panel" onKeyDown={onPanelKey}>
      <Toolbar {...shown} />
      <RangeBar {...shown} />
      <FocusBar {...shown} />
      <Overview {...shown} />
      <FlameArea {...shown} />
      <Details {...shown} />
      <Splitter panel={panel} />
      <TableArea {...shown} />
      <Tooltip {...shown} />
    </div>
  );
}

const cutNotes = {
  thin: (amount: string) => `Callers of less than 0.005 % of the ${amount} are left out`,
  outermost: () => 'There are too many stacks: their outermost callers are left out',
} as const;

function FlameArea({ panel, tables }: ShownProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Not useEffect, which comes a frame later: the first one would have no picture.
  useLayoutEffect(() => (canvas.current ? attachCanvas(canvas.current, panel) : undefined), [panel]);
  const flame = panel.flame.value;
  const isEmpty = flame !== undefined && flame.extent <= 0;
  const cut = panel.cut.value;
  // Thin stacks are only missed once they could be seen.
  const isCutSeen = cut === 'outermost' || panel.viewport.current.value.right > 0;
  return (
    <div class="flame">
      <canvas
        ref={canvas}
        class="flame-canvas"
        tabIndex={0}
        role="application"
        aria-roledescription="flame graph"
        aria-label={`Flame graph of ${tables.header.title}. Arrow keys move between frames.`}
        aria-describedby="heatline-details"
        aria-busy={panel.shownTree.isBusy.value || panel.part.isBusy.value}
      />
      {isEmpty && <p class="flame-note">{emptyNote(panel.shownTree.shownFocus.value, tables)}</p>}
      {cut && isCutSeen && <p class="flame-note cut-note">{cutNotes[cut](amountLabel(tables.header.quality))}</p>}
    </div>
  );
}

const emptyNote = (focus: Focus | undefined, tables: PanelTables): string =>
  focus
    ? `No ${amountLabel(tables.header.quality)} was spent in ${nameOf(tables, focusedFunction(focus))}.`
    : 'Nothing ran on a CPU in this part of the recording.';

/** Keys that work wherever the focus is. */
function onPanelKey(event: KeyboardEvent): void {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (!isTyping && event.key === '?') {
    event.preventDefault();
    document.getElementById(HELP_ID)?.togglePopover();
    return;
  }
  const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
  if (!isFind && (isTyping || event.key !== '/')) return;
  event.preventDefault();
  const input = document.querySelector<HTMLInputElement>('.search-input');
  input?.focus();
  input?.select();
}
