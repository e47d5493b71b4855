import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  type HostMessage,
  modelMessages,
  type PanelMessage,
  type PanelModel,
  pieceBytes,
} from '../../src/panel/index.ts';
import { themes, type ThemeName } from './themes.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');
const address = 'http://panel.test/';

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
  readonly page: Page;
  /** What went wrong in the page: exceptions, console errors, violations of the security policy. */
  readonly errors: string[] = [];
  private readonly context: BrowserContext;
  private readonly files = new Map<string, Buffer>();
  private readonly folders: string[] = [];

  private constructor(page: Page, context: BrowserContext) {
    this.page = page;
    this.context = context;
  }

  static async open(browser: Browser, options: PanelOptions = {}): Promise<PanelPage> {
    const { width = 1200, height = 800, deviceScaleFactor = 1, theme = 'dark' } = options;
    const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor });
    const page = await context.newPage();
    const panel = new PanelPage(page, context);
    page.on('pageerror', (error) => panel.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && panel.errors.push(message.text()));
    panel.files.set('/', Buffer.from(html(theme)));
    panel.files.set('/webview.js', await readFile(path.join(dist, 'webview.js')));
    panel.files.set('/webview.css', await readFile(path.join(dist, 'webview.css')));
    await context.route(`${address}**`, (route) => {
      const name = new URL(route.request().url()).pathname;
      const body = panel.files.get(name);
      if (!body) return route.fulfill({ status: 404, body: '' });
      return route.fulfill({ body, contentType: contentTypes[path.extname(name)] ?? 'application/octet-stream' });
    });
    await page.goto(address);
    await panel.waitForMessage('ready');
    return panel;
  }

  async close(): Promise<void> {
    await this.context.close();
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }

  /** Posts a message as the host would. */
  async post(message: HostMessage): Promise<void> {
    await this.page.evaluate((sent) => window.postMessage(sent, '*'), message as unknown as Record<string, unknown>);
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
   * page's memory, cut into pieces of at most so many bytes. `isRead`: the page reads them now, so that sending them
   * later costs only the messages; otherwise it reads each one when it is sent, and never holds all of them at once.
   */
  async stage(model: PanelModel, isRead = true, pieceSize = pieceBytes): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'heatline-panel-'));
    this.folders.push(folder);
    const pieces = [...modelMessages(model, pieceSize)].filter((message) => message.type === 'modelPiece');
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

  /** Posts the staged model's messages; resolves when the last is posted. */
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
      window.postMessage({ type: 'modelComplete', model: staged.header.model }, '*');
    });
  }

  /** Messages that the panel posted, oldest first. */
  posted(): Promise<PanelMessage[]> {
    return this.page.evaluate(() => (window as unknown as { posted: PanelMessage[] }).posted);
  }

  async waitForMessage(type: PanelMessage['type']): Promise<PanelMessage> {
    const find = (wanted: string) =>
      (window as unknown as { posted: { type: string }[] }).posted.find((message) => message.type === wanted);
    const handle = await this.page.waitForFunction(find, type);
    return (await handle.jsonValue()) as PanelMessage;
  }

  /** Waits until animations have ended and two frames have been drawn. */
  async settle(): Promise<void> {
    await this.page.waitForTimeout(350);
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
    );
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
  }

  async hoverBox(row: number, share: number): Promise<string> {
    const { x, y } = await this.point(row, share);
    await this.page.mouse.move(x, y);
    await this.settle();
    return (await this.page.locator('.tooltip').count()) > 0 ? this.page.locator('.tooltip').innerText() : '';
  }

  async details(): Promise<string> {
    const text = await this.page.locator('.details-text').innerText();
    return text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ');
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
      [themes[theme].kind, themes[theme].variables] as const,
    );
    await this.settle();
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Like the extension's page, and with the theme as VS Code sets it. */
function html(theme: ThemeName): string {
  const { kind, variables } = themes[theme];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${address}; script-src 'nonce-panel'; font-src ${address}">
<link rel="stylesheet" href="/webview.css"></head><body class="${kind}">
<script nonce="panel">
for (const [name, value] of Object.entries(${JSON.stringify(variables)})) document.documentElement.style.setProperty(name, value);
window.posted = [];
window.acquireVsCodeApi = () => ({
  postMessage: (message) => window.posted.push(message),
  getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
});
</script>
<script nonce="panel" src="/webview.js"></script></body></html>`;
}
