// What the flame graph bench measures of Heatline's panel.
import type { CDPSession } from 'playwright-core';
import type { PanelModel } from '../../src/panel/index.ts';
import { launchBrowser } from '../support/browser.ts';
import { syntheticModel } from '../webview/models.ts';
import { PanelPage } from '../webview/panel-page.ts';
import { type BrowserUsage, usage } from './browser-peers.ts';
import { type FrameTimes, measureFrames } from './frames.ts';

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
  readonly frames: Readonly<Record<'zoom' | 'pan' | 'hover' | 'zoom, searched', FrameTimes>>;
  /** Milliseconds from a key in the search field until its marks are drawn. */
  readonly searchPaint: number;
  /** Milliseconds of the longest task while zooming, panning, hovering and searching; 0 when none took 50. */
  readonly longestTask: number;
  readonly memory: BrowserUsage;
}

/** Zooms, pans, hovers and searches; then measures the memory of the page's process, now and at its peak. */
export async function usePanel(model: PanelModel, view: PanelView): Promise<PanelUse> {
  return withPanel(async (panel, processes) => {
    if (view === 'chart') await startInChart(panel);
    await show(panel, model);
    await watchLongTasks(panel);
    const area = await panel.page.locator('.flame-canvas').boundingBox();
    if (!area) throw new Error('there is no picture');
    const { page } = panel;
    const zoom = await measureFrames(page, 'zoom', area);
    const pan = await measureFrames(page, 'pan', area);
    const hover = await measureFrames(page, 'hover', area);
    await page.fill('.search-input', 'Cache');
    await panel.settle();
    const searched = await measureFrames(page, 'zoom', area);
    const searchPaint = await searchTime(panel);
    await panel.settle();
    const longestTask = await page.evaluate(() => Math.max(0, ...(window as unknown as { long: number[] }).long));
    await collectGarbage(panel);
    const memory = await usage(processes);
    return { frames: { zoom, pan, hover, 'zoom, searched': searched }, searchPaint, longestTask, memory };
  });
}

/** What makes the panel compute another tree, and what brings the first one back: a key or a button. */
const switches = {
  'own code only': ['button.toggle', 'button.toggle'],
  'focus on a function': ['F', '.focus-bar .link'],
  'focus on a stack': ['f', '.focus-bar .link'],
  callers: ['.segments button:nth-child(3)', '.segments button:nth-child(1)'],
} as const;
export type Work = keyof typeof switches;
export const works = Object.keys(switches) as Work[];

type BusyFrames = Readonly<Record<'hover' | 'zoom', FrameTimes>>;

/** Frame times of hovering, and of zooming with a search, while other trees are computed all the time. */
export async function busyFrames(model: PanelModel): Promise<Readonly<Record<Work, BusyFrames>>> {
  return withPanel(async (panel) => {
    await show(panel, model);
    const { page } = panel;
    const area = await page.locator('.flame-canvas').boundingBox();
    if (!area) throw new Error('there is no picture');
    const measured: [Work, BusyFrames][] = [];
    for (const work of works) {
      await panel.clickBox(3, 0.3);
      await keepWorking(panel, work);
      const hover = await measureFrames(page, 'hover', area);
      await page.fill('.search-input', 'Cache');
      const zoom = await measureFrames(page, 'zoom', area);
      await page.fill('.search-input', '');
      await stopWorking(panel, work);
      measured.push([work, { hover, zoom }]);
    }
    return Object.fromEntries(measured) as Record<Work, BusyFrames>;
  });
}

/** Presses a button or a key, and the one that undoes it, every 100 ms. */
async function keepWorking(panel: PanelPage, work: Work): Promise<void> {
  await panel.page.evaluate((both) => {
    const state = window as unknown as { working: number; turn: number };
    state.turn = 0;
    state.working = window.setInterval(() => {
      const wanted = both[state.turn++ % 2];
      const canvas = document.querySelector('.flame-canvas');
      if (wanted.length === 1) canvas?.dispatchEvent(new KeyboardEvent('keydown', { key: wanted, bubbles: true }));
      else document.querySelector<HTMLElement>(wanted)?.click();
    }, 100);
  }, switches[work]);
}

async function stopWorking(panel: PanelPage, work: Work): Promise<void> {
  const { page } = panel;
  const turn = await page.evaluate(() => {
    const state = window as unknown as { working: number; turn: number };
    clearInterval(state.working);
    return state.turn;
  });
  await page.waitForTimeout(1500);
  if (turn % 2 === 1 || (await page.locator('.focus-bar').count()) > 0)
    await page.locator(switches[work][1]).first().click();
  await page.waitForTimeout(1500);
}

/** Bytes of the page's process after one model and another were shown in turn, garbage collected each time. */
export async function showInTurn(models: readonly PanelModel[], turns: number): Promise<number[][]> {
  return withPanel(async (panel, processes) => {
    const resident: number[][] = models.map(() => []);
    for (let turn = 0; turn < turns; turn++) {
      for (const [i, model] of models.entries()) {
        await show(panel, { ...model, header: { ...model.header, model: turn * models.length + i + 1 } });
        await collectGarbage(panel);
        resident[i].push((await usage(processes)).resident);
      }
    }
    return resident;
  });
}

/** Runs `work` with a new panel in a new browser. */
export async function withPanel<T>(work: (panel: PanelPage, processes: CDPSession) => Promise<T>): Promise<T> {
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
export async function show(panel: PanelPage, model: PanelModel): Promise<void> {
  await panel.stage(model, false);
  await panel.deliver();
  await panel.page
    .locator(`.flame-canvas[aria-busy=false][aria-label*=${JSON.stringify(model.header.title)}]`)
    .waitFor();
  await panel.settle();
}

/** Leaves a saved state behind that makes the panel open in the chart. */
async function startInChart(panel: PanelPage): Promise<void> {
  await panel.send(syntheticModel({ nodes: 50, samples: 50 }));
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
export async function watchLongTasks(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => {
    const state = window as unknown as { long: number[] };
    state.long = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) state.long.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

/** The table and the count come after the picture; only that is waited for. */
async function searchTime(panel: PanelPage): Promise<number> {
  await panel.page.fill('.search-input', '');
  await panel.settle();
  return panel.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const input = document.querySelector<HTMLInputElement>('.search-input');
        if (!input) throw new Error('there is no search field');
        const start = performance.now();
        new PerformanceObserver((list, observer) => {
          const painted = list.getEntriesByName('heatline-paint').find(({ startTime }) => startTime > start);
          if (!painted) return;
          observer.disconnect();
          resolve(painted.startTime - start);
        }).observe({ entryTypes: ['mark'] });
        input.value = 'e';
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }),
  );
}

async function collectGarbage(panel: PanelPage): Promise<void> {
  const client = await panel.page.context().newCDPSession(panel.page);
  await client.send('HeapProfiler.collectGarbage');
  await client.detach();
  await panel.page.waitForTimeout(500);
}
