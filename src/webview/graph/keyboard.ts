import type { Actions } from '../actions.ts';
import type { Panel } from '../panel.ts';
import { RULER_HEIGHT } from './metrics.ts';

/** Keys on the picture, as the help lists them. */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓', 'caller, heaviest callee'],
  ['← →', 'frame beside'],
  ['Enter', 'show the line in the editor'],
  ['Z or double click', 'zoom to the frame'],
  ['+ − 0', 'zoom in, out, all'],
  ['F', 'focus: this stack as root'],
  ['Shift+F', 'focus on the function, whoever calls it'],
  ['/', 'search; then N and Shift+N for next and previous'],
  ['Ctrl+C', 'copy the stack'],
  ['Esc', 'one step back: search, zoom, focus'],
  ['Wheel, drag', 'move; Shift+wheel sideways'],
  ['Ctrl+wheel, pinch', 'zoom at the pointer'],
];

/** Keys while the picture has the focus. */
export function handleKeys(canvas: HTMLCanvasElement, panel: Panel, actions: Actions): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const act = event.ctrlKey || event.metaKey ? withControl(event, actions) : keyAction(event, panel, actions);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    panel.hover.value = undefined;
    act();
  };
  canvas.addEventListener('keydown', onKey);
  return () => canvas.removeEventListener('keydown', onKey);
}

function withControl(event: KeyboardEvent, actions: Actions): (() => void) | undefined {
  return event.key.toLowerCase() === 'c' ? actions.copyStack : undefined;
}

function keyAction(event: KeyboardEvent, panel: Panel, actions: Actions): (() => void) | undefined {
  const box = panel.box.peek();
  const page = Math.max(40, panel.size.peek().height - RULER_HEIGHT - 40);
  const keys: Record<string, () => void> = {
    ArrowUp: () => actions.move('up'),
    ArrowDown: () => actions.move('down'),
    ArrowLeft: () => actions.move('left'),
    ArrowRight: () => actions.move('right'),
    Enter: () => actions.reveal(panel.selected.peek()),
    z: () => box && actions.zoomTo(box),
    '+': () => actions.zoomBy(1.5),
    '=': () => actions.zoomBy(1.5),
    '-': () => actions.zoomBy(1 / 1.5),
    _: () => actions.zoomBy(1 / 1.5),
    '0': () => actions.resetZoom(),
    f: () => box && actions.focusOn(box),
    F: () => actions.focusEverywhere(panel.selected.peek()),
    n: () => actions.nextMatch(1),
    N: () => actions.nextMatch(-1),
    F3: () => actions.nextMatch(event.shiftKey ? -1 : 1),
    Escape: () => actions.stepBack(),
    PageDown: () => actions.pan(0, page),
    PageUp: () => actions.pan(0, -page),
    Home: () => actions.pan(0, -1e9),
    End: () => actions.pan(0, 1e9),
  };
  return keys[event.key];
}
