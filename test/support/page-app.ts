import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildSync, transformSync } from 'esbuild';

const VIEW = `export interface Options {
  readonly rounds: number;
}

export function draw({ rounds }: Options): number {
  let x = 0;
  for (let i = 0; i < rounds; i++) {
    x += Math.sqrt(x + i); // hot
  }
  return x;
}
`;
/** The line of the marker in `src/view.ts`. */
export const HOT_LINE = VIEW.split('\n').findIndex((line) => line.includes('// hot')) + 1;

const MAIN = `import { draw, type Options } from './view';

type Unused = string;
const options: Options = { rounds: 2e6 };

/** Clicks as fast as it can, and tells each. */
export const start = (): void => {
  const button = document.querySelector('button')!;
  button.addEventListener('click', () => {
    draw(options);
  });
  const click = async (): Promise<void> => {
    button.click();
    await fetch('/turn');
    setTimeout(click, 5);
  };
  void click();
};
start();
`;
const COUNT = `import { noted } from './noted.js';

export function count() {
  let x = 0;
  for (let i = 0; i < 2e6; i++) {
    x += Math.sqrt(x + i); // hot
  }
  noted(x);
}
setInterval(count, 5);
`;

/** A workspace with an app, and a server that gives it to browsers in the ways that dev servers do. */
export interface PageApp {
  readonly origin: string;
  /** Resolves when a page has handled so many more clicks. */
  turns(count: number): Promise<void>;
  close(): void;
}

/** Writes the app into a folder and serves it. Its pages: `modules.html`, `bundle.html`, `evaluated.html`. */
export async function servePageApp(folder: string): Promise<PageApp> {
  const at = (name: string): string => path.join(folder, 'src', name);
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  for (const [name, text] of Object.entries({ 'view.ts': VIEW, 'main.ts': MAIN, 'count.js': COUNT }))
    writeFileSync(at(name), text);
  const files = new Map([...modules(), ...bundle(at('main.ts')), ...evaluated()]);
  const server = createServer(({ url = '' }, response) => {
    if (url === '/turn') server.emit('turn');
    const name = url.split('?', 1)[0];
    response.setHeader('content-type', name.endsWith('.html') ? 'text/html' : 'text/javascript');
    response.end(files.get(name) ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turns: async (count) => {
      for (let turn = 0; turn < count; turn++) await once(server, 'turn');
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const page = (title: string, script: string): string =>
  `<!doctype html><title>${title}</title><button>go</button><script type="module">${script}</script>`;

/** As Vite: each module by itself, with a query, its map inside; of JavaScript, only imports differ. */
function* modules(): Generator<[string, string]> {
  yield [
    '/modules.html',
    page(
      'Modules &amp; more',
      "new Worker('/src/count.js', { type: 'module' }); import '/src/main.ts?t=1795872023528';",
    ),
  ];
  for (const [name, text] of [
    ['view.ts', VIEW],
    ['main.ts', MAIN.replace('./view', '/src/view.ts')],
  ])
    yield [`/src/${name}`, transformSync(text, { loader: 'ts', sourcefile: name, sourcemap: 'inline' }).code];
  yield ['/src/count.js', COUNT.replace('./noted.js', '/src/noted.js?v=1')];
  yield ['/src/noted.js', 'export const noted = (x) => (globalThis.x = x);'];
}

/** As webpack: one file, its map beside it, sources by names of its own. */
function* bundle(entry: string): Generator<[string, string]> {
  yield ['/bundle.html', page('Bundle ${command:workbench.action.toggleSidebarVisibility}', "import '/main.js';")];
  const built = buildSync({
    ...{ entryPoints: [entry], bundle: true, format: 'esm', write: false, outfile: '/main.js', sourcemap: true },
  });
  for (const { path: file, text } of built.outputFiles)
    yield [file, file.endsWith('.map') ? text.replace(/"[^"]*\/src\/(\w+.ts)"/g, '"webpack://app/./src/$1"') : text];
}

/** As webpack and Next evaluate modules, each with its map. */
function* evaluated(): Generator<[string, string]> {
  const source = 'webpack-internal:///(app-pages-browser)/./src/view.ts';
  const built = transformSync(VIEW, { loader: 'ts', sourcefile: source, sourcemap: 'inline' }).code;
  // The map stays right: what it says of the first line is checked once that is sampled.
  const module = `${built.replace('export ', ' '.repeat(7))}//# sourceURL=${source}\n`;
  const main = MAIN.replace(/import .*/, '').replace(': Options', '');
  const script = `(0, eval)(${JSON.stringify(module)});\n${transformSync(main, { loader: 'ts' }).code}`;
  yield ['/evaluated.html', page('Evaluated', script.replaceAll('</', '<\\\/'))];
}
