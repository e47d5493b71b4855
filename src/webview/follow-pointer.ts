/** Pixels that the pointer may move between press and release of a click. */
export const CLICK_SLACK = 4;

/**
 * Captures a pointer whose main button was pressed on an element: `moved` gets its moves until it is released, then `ended` whether
 * it was, and not cancelled.
 */
export function followPointer(
  element: HTMLElement,
  { button, pointerId }: PointerEvent,
  moved: (event: PointerEvent) => void,
  ended: (isReleased: boolean) => void = () => undefined,
): void {
  if (button !== 0) return;
  const life = new AbortController();
  const { signal } = life;
  element.setPointerCapture(pointerId);
  element.addEventListener('pointermove', moved, { signal });
  const end = ({ type }: PointerEvent): void => {
    life.abort();
    ended(type === 'pointerup');
  };
  element.addEventListener('pointerup', end, { signal });
  element.addEventListener('pointercancel', end, { signal });
}
