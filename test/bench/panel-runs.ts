// What the flame graph bench measures of Heatline's panel.
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import type { PanelModel } from '../../src/panel/index.ts';
import { launchBrowser } from '../support/browser.ts';
import { modelOf } from '../webview/models.ts';
import { PanelPage } from '../webview/panel-page.ts';

export type PanelView = 'graph' | 'chart';
const size = { width: 1440, height: 900 };

/** Milliseconds from a model's first message to the frame with its picture. */
export async function paintModel(model: PanelModel, view: PanelView): Promise<number> {
  return withPanel(async (panel) => {
    if (view === 'chart') await startInChart(panel);
    await panel.stage(model);
    await watchPaint(panel);
    await panel.deliver();
    return panel.page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
  });
}

export interface PanelUse {
  /** Milliseconds between two frames that 95 of 100 keep while zooming, panning, hovering, and zooming with a search. */
  readonly frames: readonly number[];
  /** Milliseconds of the longest task meanwhile, focus and *Own code only* included; 0 when none took 50. */
  readonly longestTask: number;
  /** Bytes of the page's process afterwards. */
  readonly memory: number;
}

/** Zooms, pans, hovers, searches and narrows down; then measures the memory of the page's process. */
export async function usePanel(model: PanelModel): Promise<PanelUse> {
  return withPanel(async (panel, processes) => {
    await show(panel, model);
    await watchLongTasks(panel);
    const { page } = panel;
    const area = await page.locator('.flame-canvas').boundingBox();
    if (!area) throw new Error('there is no picture');
    const frames: number[] = [];
    for (const gesture of ['zoom', 'pan', 'hover'] as const) frames.push(await measureFrames(page, gesture, area));
    await page.fill('.search-input', 'Cache');
    await panel.settle();
    frames.push(await measureFrames(page, 'zoom', area));
    await page.fill('.search-input', '');
    await panel.clickBox(8, 0.3);
    await page.keyboard.press('f');
    await page.locator('button.toggle').first().click();
    await panel.settle();
    const longestTask = await page.evaluate(() => Math.max(0, ...(window as unknown as { long: number[] }).long));
    const client = await page.context().newCDPSession(page);
    await client.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(500);
    return { frames, longestTask, memory: await residentMemory(processes) };
  });
}

/** Bytes of the browser's largest page process; NaN where the system does not tell. */
async function residentMemory(processes: CDPSession): Promise<number> {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = pages.map(({ id }) => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1]);
  return Math.max(...sizes.map((kilobytes) => Number(kilobytes) * 1024));
}

/** Runs `work` with a new panel in a new browser. */
async function withPanel<T>(work: (panel: PanelPage, processes: CDPSession) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    const panel = await PanelPage.open(browser, size);
    const result = await work(panel, await browser.newBrowserCDPSession());
    if (panel.errors.length > 0) throw new Error(panel.errors.join('\n'));
    await panel.close();
    return result;
  } finally {
    await browser.close();
  }
}

/** Sends a model as the host does and waits until it is fully merged: for big trees, after the first picture. */
async function show(panel: PanelPage, model: PanelModel): Promise<void> {
  await panel.stage(model, false);
  await panel.deliver();
  await panel.page
    .locator(`.flame-canvas[aria-busy=false][aria-label*=${JSON.stringify(model.header.title)}]`)
    .waitFor();
  await panel.settle();
}

/** Leaves a saved state behind that makes the panel open in the chart. */
async function startInChart(panel: PanelPage): Promise<void> {
  await panel.send(modelOf(['main:2']));
  await panel.page.locator('.segments button').nth(1).click();
  await panel.settle();
  await panel.reload();
}

/** The paint mark is set after drawing; the frame that shows it is the next one. */
async function watchPaint(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => {
    const state = window as unknown as { begun: number; painted: Promise<number> };
    window.addEventListener(
      'message',
      (event) => {
        if ((event.data as { type: string }).type === 'modelStart') state.begun = performance.now();
      },
      { capture: true },
    );
    state.painted = new Promise((resolve) => {
      new PerformanceObserver((list, observer) => {
        if (list.getEntriesByName('heatline-paint').length === 0 || state.begun === undefined) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - state.begun), 0));
      }).observe({ entryTypes: ['mark'] });
    });
  });
}

/** Has the page note every task of 50 ms and more in `window.long`. */
async function watchLongTasks(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => {
    const state = window as unknown as { long: number[] };
    state.long = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) state.long.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

type Gesture = 'zoom' | 'pan' | 'hover';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The time between two frames, in milliseconds, that 95 of 100 keep in two seconds of a gesture over the picture in an area. */
async function measureFrames(page: Page, gesture: Gesture, area: Area): Promise<number> {
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
