// Frame times of a page during a gesture: one event for each frame, and the time to the next frame.
import type { Page } from 'playwright-core';

export type Gesture = 'zoom' | 'pan' | 'hover';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The time between two frames, in milliseconds, that 95 of 100 keep in two seconds of a gesture over the picture in an area. */
export async function measureFrames(page: Page, gesture: Gesture, area: Area): Promise<number> {
  const gaps = await page.evaluate(gestureFrames, { gesture, area });
  // The first two frames belong to the preparation.
  const settled = gaps.slice(2).sort((a, b) => a - b);
  return settled[Math.floor(settled.length * 0.95)];
}

/** Runs in the page. */
async function gestureFrames({ gesture, area }: { gesture: Gesture; area: Area }): Promise<number[]> {
  const target = document.elementFromPoint(area.x + area.width / 2, area.y + area.height / 2);
  if (!target) throw new Error('there is no picture');
  const gaps: number[] = [];
  let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let i = 0; i < 120; i++) {
    const clientX = area.x + area.width * (0.5 + 0.3 * Math.sin(i / 17));
    const clientY = area.y + area.height * (gesture === 'hover' ? 0.15 + (i % 60) / 75 : 0.5);
    const at = { clientX, clientY, bubbles: true, cancelable: true };
    const sign = i % 60 < 30 ? 1 : -1;
    if (gesture === 'zoom') target.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -40 * sign, ctrlKey: true }));
    else if (gesture === 'pan')
      target.dispatchEvent(new WheelEvent('wheel', { ...at, deltaX: 25 * sign, deltaY: i % 40 < 20 ? 9 : -9 }));
    else target.dispatchEvent(new PointerEvent('pointermove', at));
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    gaps.push(now - last);
    last = now;
  }
  return gaps;
}
