// Frame times of any page during a gesture: one event for each frame, and the time to the next frame.
import type { Page } from 'playwright-core';

export type Gesture = 'zoom' | 'pan' | 'hover';

/** Milliseconds. */
export interface FrameTimes {
  /** Between two frames, median and 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** CPU time of the page's main thread for each frame, which does not grow on a busy machine. */
  readonly cpu: number;
}

const FRAMES = 120;

/** Two seconds of a gesture over the element at a point of the page; `width` and `height` are how far it reaches. */
export async function measureFrames(
  page: Page,
  gesture: Gesture,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<FrameTimes> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  const before = await taskSeconds();
  const gaps = await page.evaluate(gestureFrames, { gesture, area, frames: FRAMES });
  const cpu = ((await taskSeconds()) - before) * (1000 / FRAMES);
  await client.detach();
  // The first two frames belong to the preparation.
  const settled = gaps.slice(2);
  return { p50: quantile(settled, 0.5), p95: quantile(settled, 0.95), cpu };
}

/** Runs in the page. */
async function gestureFrames({
  gesture,
  area,
  frames,
}: {
  gesture: Gesture;
  area: { x: number; y: number; width: number; height: number };
  frames: number;
}): Promise<number[]> {
  const target = document.elementFromPoint(area.x + area.width / 2, area.y + area.height / 2);
  if (!target) throw new Error('there is no picture');
  const gaps: number[] = [];
  let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let i = 0; i < frames; i++) {
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

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
