import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type HostMessage, modelMessages, type PanelMessage, type PanelModel } from '../../src/panel/index.ts';
import { makeScratch, removeScratch } from '../support/scratch.ts';
import { PATIENCE } from '../support/until.ts';
import { themeOf, type ThemeName } from './themes.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');
const address = 'http://panel.test/';

/** Milliseconds from which on a timer is no work to be done soon, but waits for the user. */
const LONG_TIMER = 300;

export interface PanelOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: ThemeName;
  readonly deviceScaleFactor?: number;
}

/**
 * The built panel in a browser page that stands in for VS Code's webview: its content security policy, its theme
 * variables, and an `acquireVsCodeApi` whose state outlives a reload.
 */
export class PanelPage {
  /** What went wrong in the page: exceptions, console errors, violations of the security policy. */
  readonly errors: string[] = [];
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  #opened = 0;
  readonly #files = new Map<string, Buffer>();
  readonly #folders: string[] = [];

  /** The panel in a page of its own, nothing shown yet. */
  static async open(browser: Browser, options: PanelOptions = {}): Promise<PanelPage> {
    const panel = new PanelPage();
    await panel.start(browser, options.deviceScaleFactor);
    await panel.open(undefined, options);
    return panel;
  }

  get page(): Page {
    if (!this.#page) throw new Error('The panel has a page in tests and hooks only');
    return this.#page;
  }

  /** Makes the page, which is blank until `open`. */
  async start(browser: Browser, deviceScaleFactor = 1): Promise<void> {
    const context = await browser.newContext({ deviceScaleFactor });
    context.setDefaultTimeout(PATIENCE);
    this.#context = context;
    this.#page = await context.newPage();
    this.#page.on('pageerror', (error) => this.errors.push(String(error)));
    this.#page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    for (const name of ['webview.js', 'webview.css'])
      this.#files.set(`/${name}`, await readFile(path.join(dist, name)));
    await context.route(`${address}**`, (route) => {
      const name = new URL(route.request().url()).pathname;
      const body = this.#files.get(name);
      if (!body) return route.fulfill({ status: 404, body: '' });
      return route.fulfill({ body, contentType: contentTypes[path.extname(name)] ?? 'application/octet-stream' });
    });
  }

  /** A new panel in place of the one before, which remembers nothing of it; with a model drawn, where there is one. */
  async open(model?: PanelModel, { width = 1200, height = 800, theme = 'dark' }: PanelOptions = {}): Promise<void> {
    this.#files.set('/', Buffer.from(html(theme)));
    await this.page.setViewportSize({ width, height });
    await this.page.mouse.move(0, 0);
    await this.page.goto(`${address}?${++this.#opened}`);
    await this.waitForMessage('ready');
    if (model) await this.send(model);
  }

  /** The same, looking at the chart. */
  async openChart(model: PanelModel, options?: PanelOptions): Promise<void> {
    await this.open(model, options);
    await this.chooseView('Chart');
  }

  async close(): Promise<void> {
    await this.#context?.close();
    for (const folder of this.#folders) await removeScratch(folder);
  }

  /** Posts a message as the host would; resolves when the panel has received it, and done what it asks for. */
  async post(message: HostMessage): Promise<void> {
    await this.page.evaluate(
      (sent) =>
        new Promise((resolve) => {
          window.addEventListener('message', resolve, { once: true });
          window.postMessage(sent, '*');
        }).then(() => undefined),
      message as unknown as Record<string, unknown>,
    );
    await this.settle();
  }

  /** Sends a model as the host does, in pieces, and waits until it is drawn. */
  async send(model: PanelModel): Promise<void> {
    await this.stage(model);
    await this.deliver();
    await this.page.waitForSelector('.flame-canvas, .status-page h1');
    await this.settle();
  }

  /**
   * Puts a model where the page can get it without the network, whose answers the browser's inspector would keep in the
   * page's memory, cut into pieces as they are sent. `isRead`: the page reads them now, so that sending them
   * later costs only the messages; otherwise it reads each one when it is sent, and never holds all of them at once.
   */
  async stage(model: PanelModel, isRead = true): Promise<void> {
    const folder = await makeScratch();
    this.#folders.push(folder);
    const pieces = [...modelMessages(model)].filter((message) => message.type === 'modelPiece');
    const index = pieces.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.byteLength }));
    const [indexFile, bytesFile] = [path.join(folder, 'index'), path.join(folder, 'bytes')];
    await writeFile(indexFile, JSON.stringify({ header: model.header, index }));
    await writeFile(
      bytesFile,
      pieces.map(({ bytes }) => new Uint8Array(bytes)),
    );
    const input = await this.page.evaluateHandle(() =>
      Object.assign(document.createElement('input'), { type: 'file', multiple: true }),
    );
    await input.setInputFiles([indexFile, bytesFile]);
    await input.evaluate(async (chosen: HTMLInputElement, reads) => {
      const [indexOf, all] = [...(chosen.files ?? [])];
      const { header, index: sizes } = JSON.parse(await indexOf.text()) as {
        header: unknown;
        index: { size: number }[];
      };
      const staged: { piece: object; part: ArrayBuffer | Blob }[] = [];
      let at = 0;
      for (const { size, ...piece } of sizes) {
        const part = all.slice(at, (at += size));
        staged.push({ piece, part: reads ? await part.arrayBuffer() : part });
      }
      Object.assign(window, { staged: { header, pieces: staged } });
    }, isRead);
    await input.dispose();
  }

  /** Posts the staged model's messages; resolves when the panel has received the last. */
  async deliver(): Promise<void> {
    await this.page.evaluate(async () => {
      const holder = window as unknown as {
        staged?: { header: { model: number }; pieces: { piece: object; part: ArrayBuffer | Blob }[] };
      };
      const { staged } = holder;
      if (!staged) throw new Error('no model is staged');
      holder.staged = undefined;
      window.postMessage({ type: 'modelStart', header: staged.header }, '*');
      for (const { piece, part } of staged.pieces) {
        const bytes = part instanceof Blob ? await part.arrayBuffer() : part;
        window.postMessage({ ...piece, bytes }, '*', [bytes]);
      }
      const received = new Promise<void>((resolve) => {
        window.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
          if (data.type === 'modelComplete') resolve();
        });
      });
      window.postMessage({ type: 'modelComplete', model: staged.header.model }, '*');
      await received;
    });
  }

  /** Messages that the panel has posted when all input was handled, oldest first. */
  async posted(): Promise<PanelMessage[]> {
    await this.settle();
    return this.page.evaluate(() => (window as unknown as { posted: PanelMessage[] }).posted);
  }

  async waitForMessage(type: PanelMessage['type']): Promise<PanelMessage> {
    const find = (wanted: string) =>
      (window as unknown as { posted: { type: string }[] }).posted.find((message) => message.type === wanted);
    const handle = await this.page.waitForFunction(find, type);
    return (await handle.jsonValue()) as PanelMessage;
  }

  /** Waits until all input has been handled, and the page has nothing more to draw or to compute. */
  async settle(): Promise<void> {
    await this.page.evaluate(() => (window as unknown as { settled: () => Promise<void> }).settled());
  }

  /** The picture as `#rrggbb` at CSS pixels of the canvas. */
  colourAt(x: number, y: number): Promise<string> {
    return this.page.evaluate(
      ([px, py]) => {
        const canvas = document.querySelector<HTMLCanvasElement>('.flame-canvas');
        const data = canvas?.getContext('2d')?.getImageData(px * devicePixelRatio, py * devicePixelRatio, 1, 1).data;
        return `#${[...(data ?? [])]
          .slice(0, 3)
          .map((part) => part.toString(16).padStart(2, '0'))
          .join('')}`;
      },
      [x, y] as const,
    );
  }

  /** The middle of row `row` of the picture at a share of its width, in pixels of the page. */
  async point(row: number, share: number): Promise<{ x: number; y: number }> {
    const box = await this.page.locator('.flame-canvas').boundingBox();
    if (!box) throw new Error('there is no picture');
    return { x: box.x + share * box.width, y: box.y + 22 + row * 18 + 9 };
  }

  async clickBox(row: number, share: number): Promise<void> {
    const { x, y } = await this.point(row, share);
    await this.page.mouse.click(x, y);
    await this.settle();
  }

  /** Zooms to a box by a double click. */
  async zoomTo(row: number, share: number): Promise<void> {
    const { x, y } = await this.point(row, share);
    await this.page.mouse.dblclick(x, y);
    await this.settle();
  }

  /** Presses a button of this name, and waits for what it does. */
  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name }).click();
    await this.settle();
  }

  async chooseView(name: 'Graph' | 'Chart' | 'Callers'): Promise<void> {
    await this.page.getByRole('radio', { name }).click();
    await this.settle();
  }

  async search(text: string): Promise<void> {
    await this.page.fill('.search-input', text);
    await this.settle();
  }

  /** Presses keys while the picture has the focus. */
  async keys(...pressed: readonly string[]): Promise<void> {
    await this.page.locator('.flame-canvas').focus();
    for (const key of pressed) await this.page.keyboard.press(key);
    await this.settle();
  }

  async hoverBox(row: number, share: number): Promise<string> {
    const { x, y } = await this.point(row, share);
    await this.page.mouse.move(x, y);
    await this.settle();
    return (await this.page.locator('.tooltip').count()) > 0 ? this.page.locator('.tooltip').innerText() : '';
  }

  details(): Promise<string> {
    return this.textOf('.details-text');
  }

  /** The text of an element when all is drawn, in one line, with plain spaces. */
  async textOf(selector: string): Promise<string> {
    await this.settle();
    return (await this.page.locator(selector).innerText()).replaceAll(/[\u00a0\n]/g, ' ');
  }

  /** What stands in the cells of a column of the table when all is drawn. */
  async cells(column: string): Promise<string[]> {
    await this.settle();
    return this.page.locator(`.cell-${column}[role=gridcell]`).allInnerTexts();
  }

  /** Reloads the page, as VS Code does with a panel that was hidden. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitForMessage('ready');
  }

  async setTheme(theme: ThemeName): Promise<void> {
    await this.page.evaluate(
      ([kind, variables]) => {
        document.body.className = kind;
        document.documentElement.removeAttribute('style');
        for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
      },
      [themeOf(theme).kind, themeOf(theme).variables] as const,
    );
    await this.settle();
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * Stands in for what the page asks of the browser: knows the frames, tasks and short timers that are still to come. Long timers
 * only wait for the user. Runs in the page.
 */
function watchWork(longTimer: number): void {
  const toCome = new Set<unknown>();
  const frame = window.requestAnimationFrame.bind(window);
  const cancelAnimationFrame = window.cancelAnimationFrame.bind(window);
  const setTimeout = window.setTimeout.bind(window);
  const clearTimeout = window.clearTimeout.bind(window);
  const begin = (start: (task: (time: number) => void) => number, task: (time: number) => void): number => {
    const id = start((time) => {
      toCome.delete(id);
      task(time);
    });
    toCome.add(id);
    return id;
  };
  const timer = (task: () => void, delay = 0): number =>
    delay < longTimer ? -begin((run) => -setTimeout(run, delay), task) : setTimeout(task, delay);
  const { scheduler } = window as unknown as { scheduler: { postTask: (task: () => unknown) => Promise<unknown> } };
  const postTask = scheduler.postTask.bind(scheduler);
  scheduler.postTask = (task) => {
    toCome.add(task);
    return postTask(() => {
      toCome.delete(task);
      return task();
    });
  };
  Object.assign(window, {
    requestAnimationFrame: (task: (time: number) => void) => begin((run) => frame(run), task),
    cancelAnimationFrame: (id: number) => {
      toCome.delete(id);
      cancelAnimationFrame(id);
    },
    setTimeout: timer,
    clearTimeout: (id: number) => {
      toCome.delete(-id);
      clearTimeout(id);
    },
    settled: async () => {
      do {
        for (let i = 0; i < 2; i++) await new Promise((resolve) => frame(resolve)); // input comes with frames
      } while (toCome.size > 0);
    },
  });
}

/** Like the extension's page, and with the theme as VS Code sets it. */
function html(theme: ThemeName): string {
  const { kind, variables } = themeOf(theme);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${address}; script-src 'nonce-panel'; font-src ${address}">
<link rel="stylesheet" href="/webview.css"></head><body class="${kind}">
<script nonce="panel">
for (const [name, value] of Object.entries(${JSON.stringify(variables)})) document.documentElement.style.setProperty(name, value);
globalThis.__name = (value) => value; // code compiled by tsx calls this helper
(${String(watchWork)})(${LONG_TIMER});
window.posted = [];
const key = location.search; // the state of each page that was opened
window.acquireVsCodeApi = () => ({
  postMessage: (message) => window.posted.push(message),
  getState: () => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem(key, JSON.stringify(state)),
});
</script>
<script nonce="panel" src="/webview.js"></script></body></html>`;
}
