import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import { attachCanvas } from '../graph/flame-canvas.ts';
import { nameOf, type Panel } from '../panel.ts';
import { TableArea } from '../table/table-area.tsx';
import { Details } from './details.tsx';
import { Splitter } from './splitter.tsx';
import { StatusPage } from './status-page.tsx';
import { FocusBar, Toolbar } from './toolbar.tsx';
import { Tooltip } from './tooltip.tsx';

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

/** The whole panel. */
export function App({ panel, actions }: Props) {
  if (!panel.isReady.value) return <StatusPage status={panel.status.value} actions={actions} />;
  return (
    <div class="panel" onKeyDown={(event) => onPanelKey(event)}>
      <Toolbar panel={panel} actions={actions} />
      <FocusBar panel={panel} actions={actions} />
      <FlameArea panel={panel} actions={actions} />
      <Details panel={panel} actions={actions} />
      <Splitter panel={panel} />
      <TableArea panel={panel} actions={actions} />
      <Tooltip panel={panel} />
    </div>
  );
}

const cutNotes = {
  thin: 'Callers of less than 0.005 % of the time are left out',
  outermost: 'There are too many stacks: their outermost callers are left out',
} as const;

function FlameArea({ panel, actions }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Not useEffect, which comes a frame later: the first one would have no picture.
  useLayoutEffect(() => (canvas.current ? attachCanvas(canvas.current, panel, actions) : undefined), [panel, actions]);
  const model = panel.model.value;
  const flame = panel.flame.value;
  const isEmpty = flame !== undefined && flame.extent <= 0;
  return (
    <div class="flame">
      <canvas
        ref={canvas}
        class="flame-canvas"
        tabIndex={0}
        role="application"
        aria-roledescription="flame graph"
        aria-label={`Flame graph of ${model?.header.title ?? ''}. Arrow keys move between frames.`}
        aria-describedby="heatline-details"
        aria-busy={panel.isBusy.value}
      />
      {isEmpty && <p class="flame-note">{`No time was spent in ${focusName(panel)}.`}</p>}
      {panel.cut.value && <p class="flame-note cut-note">{cutNotes[panel.cut.value]}</p>}
      {panel.wheelHint.value && <p class="flame-note wheel-hint">Hold Ctrl to zoom with the wheel</p>}
    </div>
  );
}

function focusName(panel: Panel): string {
  const focus = panel.shownFocus.value;
  const model = panel.model.value;
  if (!focus || !model) return 'what is shown';
  return nameOf(model, focus.kind === 'everywhere' ? focus.function : (focus.path.at(-1) ?? -1));
}

/** Keys that work wherever the focus is. */
function onPanelKey(event: KeyboardEvent): void {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
  if (!isFind && (isTyping || event.key !== '/')) return;
  event.preventDefault();
  const input = document.querySelector<HTMLInputElement>('.search-input');
  input?.focus();
  input?.select();
}
