import { readFileSync } from 'node:fs';
import { buildPanelModel, type PanelModel } from '../../src/protocol/index.ts';
import type { CDPSession } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { syntheticModel } from '../webview/models.ts';
import { PanelPage } from '../webview/panel-page.ts';

/**
 * First paint and frame times of the panel in headless Chromium's software rendering, 1440 × 900.
 * `npx tsx test/bench/flame-graph.ts [RECORDING…]`; without recordings, synthetic models of 104,000 nodes and of a
 * million samples. Prints one JSON line for each model and view.
 */
const rounds = Number(process.env.HEATLINE_BENCH_ROUNDS ?? 5);

interface Measured {
  readonly model: string;
  readonly view: string;
  readonly nodes: number;
  readonly samples: number;
  /** Milliseconds from the first message of the model to the first picture; median of the rounds. */
  readonly firstPaint: number;
  /** Milliseconds between frames, and of script in each, while zooming, panning, hovering, searching. */
  readonly frames: Readonly<Record<string, FrameTimes>>;
  /** From a key in the search field to the picture that shows it. */
  readonly searchPaint: number;
  readonly heapMegabytes: number;
}

interface FrameTimes {
  readonly p50: number;
  readonly p95: number;
  readonly script95: number;
  /** CPU milliseconds of the page's main thread for each frame: does not grow when the machine is busy. */
  readonly cpu: number;
}

await main(process.argv.slice(2));

async function main(recordings: readonly string[]): Promise<void> {
  const models: PanelModel[] = recordings.length > 0 ? await readModels(recordings) : syntheticModels();
  for (const model of models) {
    for (const view of ['graph', 'chart'] as const) console.log(JSON.stringify(await measure(model, view)));
  }
}

function syntheticModels(): PanelModel[] {
  return [
    syntheticModel({ nodes: 104_000, samples: 104_000 }),
    syntheticModel({ nodes: 104_000, samples: 1_000_000 }),
    syntheticModel({ nodes: 1_000_000, samples: 1_000_000, functions: 100_000, depth: 200 }),
  ];
}

async function readModels(recordings: readonly string[]): Promise<PanelModel[]> {
  const { analyze } = await import('../../src/analysis/analyze.ts');
  const models: PanelModel[] = [];
  for (const recording of recordings) {
    readFileSync(recording, { flag: 'r' }).subarray(0, 1); // fails early and clearly
    models.push(buildPanelModel(await analyze(recording), 1, (path) => path));
  }
  return models;
}

async function measure(model: PanelModel, view: 'graph' | 'chart'): Promise<Measured> {
  const firstPaints: number[] = [];
  let rest: Omit<Measured, 'model' | 'view' | 'nodes' | 'samples' | 'firstPaint'> | undefined;
  for (let round = 0; round < rounds; round++) {
    const browser = await launchBrowser();
    try {
      const panel = await PanelPage.open(browser, { width: 1440, height: 900 });
      if (view === 'chart') await startInChart(panel);
      await panel.stage(model);
      firstPaints.push(await firstPaint(panel));
      if (round === rounds - 1) rest = await interact(panel);
      if (panel.errors.length > 0) throw new Error(panel.errors.join('\n'));
    } finally {
      await browser.close();
    }
  }
  if (!rest) throw new Error('HEATLINE_BENCH_ROUNDS must be at least 1.');
  const { lengths, title } = model.header;
  return {
    ...{ model: title, view, nodes: lengths['tree.function'], samples: lengths['samples.node'] },
    ...{ firstPaint: median(firstPaints), ...rest },
  };
}

/** Leaves a saved state behind, so that the panel opens in the chart. */
async function startInChart(panel: PanelPage): Promise<void> {
  const small = syntheticModel({ nodes: 50, samples: 50 });
  await panel.send(small);
  await panel.page.locator('.segments button').nth(1).click();
  await panel.settle();
  await panel.reload();
}

/** The paint mark is set after drawing; the frame that shows it is the next one. */
async function firstPaint(panel: PanelPage): Promise<number> {
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
  await panel.deliver();
  return panel.page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

async function interact(panel: PanelPage): Promise<Pick<Measured, 'frames' | 'searchPaint' | 'heapMegabytes'>> {
  await panel.settle();
  const frames = {
    zoom: await frameTimes(panel, 'zoom'),
    pan: await frameTimes(panel, 'pan'),
    hover: await frameTimes(panel, 'hover'),
    searchAndZoom: await searchThenZoom(panel),
  };
  const searchPaint = await searchTime(panel);
  const client = await panel.page.context().newCDPSession(panel.page);
  await client.send('HeapProfiler.collectGarbage');
  await client.send('Performance.enable');
  const { metrics } = await client.send('Performance.getMetrics');
  const usage = (await client.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number };
  const heap =
    usage.usedSize + (usage.backingStorageSize ?? 0) ||
    (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN);
  return { frames, searchPaint, heapMegabytes: Math.round(heap / 1e6) };
}

async function searchThenZoom(panel: PanelPage): Promise<FrameTimes> {
  await panel.page.fill('.search-input', 'Cache');
  await panel.settle();
  return frameTimes(panel, 'zoom');
}

async function searchTime(panel: PanelPage): Promise<number> {
  await panel.page.fill('.search-input', '');
  await panel.settle();
  return panel.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const input = document.querySelector<HTMLInputElement>('.search-input');
        if (!input) throw new Error('there is no search field');
        const start = performance.now();
        input.value = 'e';
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start), 0));
      }),
  );
}

/** Two seconds of one event for each frame, as a user at the wheel; the times between frames. */
async function frameTimes(panel: PanelPage, kind: 'zoom' | 'pan' | 'hover'): Promise<FrameTimes> {
  const client = await panel.page.context().newCDPSession(panel.page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuBefore = await taskSeconds(client);
  const { gaps, scripts } = await panel.page.evaluate(async (what) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.flame-canvas');
    if (!canvas) throw new Error('there is no picture');
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const gaps: number[] = [];
    const scripts: number[] = [];
    let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    for (let i = 0; i < 120; i++) {
      const clientX = left + width * (0.5 + 0.3 * Math.sin(i / 17));
      const clientY = top + height * (what === 'hover' ? 0.15 + (i % 60) / 75 : 0.5);
      const options = { clientX, clientY, bubbles: true, cancelable: true };
      const started = performance.now();
      if (what === 'zoom')
        canvas.dispatchEvent(new WheelEvent('wheel', { ...options, deltaY: i % 60 < 30 ? -40 : 40, ctrlKey: true }));
      else if (what === 'pan')
        canvas.dispatchEvent(
          new WheelEvent('wheel', { ...options, deltaX: i % 60 < 30 ? 25 : -25, deltaY: i % 40 < 20 ? 9 : -9 }),
        );
      else canvas.dispatchEvent(new PointerEvent('pointermove', options));
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      scripts.push(performance.now() - started);
      gaps.push(now - last);
      last = now;
    }
    return { gaps: gaps.slice(2), scripts: scripts.slice(2) };
  }, kind);
  const cpu = ((await taskSeconds(client)) - cpuBefore) * (1000 / gaps.length);
  await client.detach();
  return {
    cpu: Math.round(cpu * 10) / 10,
    p50: quantile(gaps, 0.5),
    p95: quantile(gaps, 0.95),
    script95: quantile(scripts, 0.95),
  };
}

async function taskSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] * 10) / 10;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
