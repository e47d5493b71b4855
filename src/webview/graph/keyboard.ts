import type { Panel } from '../panel.ts';
import { RULER_HEIGHT } from './metrics.ts';

/** Keys on the picture, as the help lists them. */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓', 'caller, heaviest callee'],
  ['← →', 'frame beside'],
  ['Click', 'select; shows the code where an editor is in sight'],
  ['Enter', 'show the code in the editor'],
  ['Z or double click', 'zoom to the frame'],
  ['Space', 'open or close the thread, with Shift all; so does a click on its name'],
  ['+ − 0', 'zoom in, out, all'],
  ['F', 'focus: this stack as root'],
  ['Shift+F', 'focus on the function, whoever calls it'],
  ['R', 'in the chart: show only the time that is in sight; a drag on the overview shows any other'],
  ['/', 'search; then N and Shift+N for next and previous'],
  ['Ctrl+C', 'copy the stack'],
  ['Esc', 'one step back: search, zoom, focus, range of time'],
  ['Wheel, drag', 'move; Shift+wheel sideways'],
  ['Ctrl+wheel, pinch', 'zoom at the pointer'],
  ['?', 'these keys'],
];

/** Keys while the picture has the focus. */
export function handleKeys(canvas: HTMLCanvasElement, panel: Panel, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent): void => {
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    const act = isCopy ? panel.copyStack : keyAction(event, panel);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    panel.selection.point(undefined);
    act();
  };
  canvas.addEventListener('keydown', onKey, { signal });
}

function keyAction(event: KeyboardEvent, panel: Panel): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return undefined;
  const box = panel.selection.box.peek();
  const page = Math.max(40, panel.viewport.size.peek().height - RULER_HEIGHT - 40);
  const keys: Record<string, () => void> = {
    ArrowUp: () => panel.selection.move('up'),
    ArrowDown: () => panel.selection.move('down'),
    ArrowLeft: () => panel.selection.move('left'),
    ArrowRight: () => panel.selection.move('right'),
    Enter: () => panel.requests.reveal(panel.selection.fn.peek()),
    z: () => box && panel.viewport.zoomTo(box),
    ' ': () => panel.toggleLane(box?.thread, event.shiftKey),
    '+': () => panel.viewport.zoomAround(1.5, box),
    '=': () => panel.viewport.zoomAround(1.5, box),
    '-': () => panel.viewport.zoomAround(1 / 1.5, box),
    _: () => panel.viewport.zoomAround(1 / 1.5, box),
    '0': () => panel.viewport.zoomOut(),
    r: () => panel.showSeenOnly(),
    f: () => box && panel.focusOnBox(box),
    F: () => panel.focusOnFunction(panel.selection.fn.peek()),
    n: () => panel.goToMatch(1),
    N: () => panel.goToMatch(-1),
    F3: () => panel.goToMatch(event.shiftKey ? -1 : 1),
    Escape: () => panel.stepBack(),
    PageDown: () => panel.viewport.pan(0, page),
    PageUp: () => panel.viewport.pan(0, -page),
    Home: () => panel.viewport.pan(0, -1e9),
    End: () => panel.viewport.pan(0, 1e9),
  };
  return keys[event.key];
}
