import { useLayoutEffect, useRef } from 'preact/hooks';
import { attachCanvas } from '../graph/flame-canvas.ts';
import { ChangesPage } from '../changes/changes-page.tsx';
import { focusedFunction } from '../model/merged-tree.ts';
import { nameOf } from '../names.ts';
import type { Panel, PanelProps } from '../panel.ts';
import { TableArea } from '../table/table-area.tsx';
import { Details } from './details.tsx';
import { BrushedRange, Overview, RangeBar } from './overview.tsx';
import { Splitter } from './splitter.tsx';
import { StatusPage } from './status-page.tsx';
import { FocusBar, HELP_ID, Toolbar } from './toolbar.tsx';
import { ThreadsBelow } from './threads-below.tsx';
import { Tooltip } from './tooltip.tsx';

/** The whole panel. */
export function App({ panel }: PanelProps) {
  if (!panel.recording.isReady.value) return <StatusPage panel={panel} />;
  if (panel.changes.isOpen.value) return <ChangesPage panel={panel} />;
  return (
    <div class="panel" onKeyDown={onPanelKey}>
      <Toolbar panel={panel} />
      <RangeBar panel={panel} />
      <FocusBar panel={panel} />
      <Overview panel={panel} />
      <FlameArea panel={panel} />
      <Details panel={panel} />
      <Splitter panel={panel} />
      <TableArea panel={panel} />
      <Tooltip panel={panel} />
    </div>
  );
}

const cutNotes = {
  thin: 'Callers of less than 0.005 % of the time are left out',
  outermost: 'There are too many stacks: their outermost callers are left out',
} as const;

function FlameArea({ panel }: PanelProps) {
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
        aria-label={`Flame graph of ${panel.recording.tables.value?.header.title ?? ''}. Arrow keys move between frames.`}
        aria-describedby="heatline-details"
        aria-busy={panel.shownTree.isBusy.value || panel.part.isBusy.value}
      />
      <BrushedRange panel={panel} />
      {isEmpty && <p class="flame-note">{emptyNote(panel)}</p>}
      <ThreadsBelow panel={panel} />
      {cut && isCutSeen && <p class="flame-note cut-note">{cutNotes[cut]}</p>}
      {panel.picture.wheelHint.value && <p class="flame-note">Hold Ctrl to zoom with the wheel</p>}
    </div>
  );
}

function emptyNote({ recording, shownTree }: Panel): string {
  const focus = shownTree.shownFocus.value;
  const tables = recording.tables.value;
  if (focus && tables) return `No time was spent in ${nameOf(tables, focusedFunction(focus))}.`;
  return 'Nothing ran on a CPU in this part of the recording.';
}

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
