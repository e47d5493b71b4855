// Traces of programs that somebody might look at, recorded here: what is in them, and in which order, nobody could make up.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser } from '../support/browser.ts';
import { repository } from '../support/build.ts';
import { nodeBinary } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';

const SAMPLES = 'disabled-by-default-v8.cpu_profiler';
/** What Chrome's Performance panel records. */
const PANEL = [
  ...['-*', 'devtools.timeline', 'v8', 'v8.execute', 'blink.console', 'blink.user_timing', 'latencyInfo', 'loading'],
  ...['timeline', 'timeline.frame', 'timeline.stack'].map((name) => `disabled-by-default-devtools.${name}`),
  ...['disabled-by-default-lighthouse', 'disabled-by-default-v8.compile', SAMPLES],
];

/** Compiles some of a text again and again, and shows the result. */
const compile = async (text: string, forMs: number): Promise<void> => {
  interface Page {
    readonly ts: { transpileModule(part: string, options: object): { outputText: string } };
    readonly document: { body: { textContent: string } };
  }
  const { ts, document } = globalThis as unknown as Page;
  const end = performance.now() + forMs;
  for (let at = 0; performance.now() < end; at = (at + 40_000) % text.length) {
    document.body.textContent = ts.transpileModule(text.slice(at, at + 40_000), {}).outputText;
    await new Promise((done) => setTimeout(done, 0));
  }
};

/** A trace of a page in which TypeScript's compiler works for a while. */
export async function recordPageTrace(forMs: number): Promise<Buffer> {
  const library = (name: string): string => readFileSync(join(repository, 'node_modules/typescript/lib', name), 'utf8');
  const [script, text] = ['typescript.js', 'lib.dom.d.ts'].map(library);
  const page = '<!doctype html><title>Compiler</title><body><script src="/typescript.js"></script>';
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript');
    response.end(isPage ? page : script);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage();
    await browser.startTracing(tab, { categories: PANEL });
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await tab.evaluate(`(${String(compile)})(${JSON.stringify(text)}, ${forMs})`);
    return await browser.stopTracing();
  } finally {
    await browser.close();
    server.close();
  }
}

/** A trace of Node 26 as it checks some folders with eslint. */
export const recordNodeTrace = (): Promise<Buffer> =>
  withScratch(async (folder) => {
    // V8's sampler starts when a worker joins the trace.
    const worker = "new (require('node:worker_threads').Worker)('1', { eval: true })";
    const eslint = join(repository, 'node_modules/eslint/bin/eslint.js');
    const program = `${worker}; process.argv.splice(1, 0, '${eslint}'); require('${eslint}')`;
    const trace = [
      '--trace-event-categories',
      `v8,node,${SAMPLES}`,
      '--trace-event-file-pattern',
      join(folder, 'trace'),
    ];
    const checked = ['src'];
    await promisify(execFile)(await nodeBinary(26), [...trace, '-e', program, ...checked], { cwd: repository });
    return readFile(join(folder, 'trace'));
  });
