// Records traces of the page in `page` with the tests' Chromium, and of the program in `program` with Node, and stores what is
// of use in them: `npx tsx test/formats/record-traces.ts`.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { launchBrowser } from '../support/browser.ts';
import { nodeBinary } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';

interface Trace {
  readonly traceEvents: readonly { name: string; cat: string; pid: number; args: { data?: { url?: string } } }[];
}
const USED = /^(?:Profile|ProfileChunk|ScriptCatchup|thread_name|process_name|FunctionCall|MinorGC)$/;
const SAMPLES = 'disabled-by-default-v8.cpu_profiler';
const SOURCES = 'disabled-by-default-devtools.v8-source-rundown';

const store = async (name: string, text: string): Promise<void> =>
  writeFile(path.join(import.meta.dirname, 'recordings', `${name}.gz`), gzipSync(text, { level: 9 }));
const used = ({ traceEvents }: Trace): Trace['traceEvents'] => traceEvents.filter(({ name }) => USED.test(name));

/** Two tabs, each with a worker, in processes of their own. */
async function recordPage(files: ReadonlyMap<string, string>): Promise<Trace> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
    response.end(files.get(request.url ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  try {
    const pages = [await browser.newPage(), await browser.newPage()];
    const categories = ['-*', 'devtools.timeline', 'v8.execute', SAMPLES, SOURCES, `${SOURCES}-sources`];
    await browser.startTracing(pages[0], { categories });
    for (const page of pages) {
      const done = page.waitForEvent('console');
      await page.goto(origin);
      await done;
    }
    const text = (await browser.stopTracing()).toString('utf8').replaceAll(origin, 'http://localhost:8080');
    return JSON.parse(text) as Trace;
  } finally {
    await browser.close();
    server.close();
  }
}

const page = path.join(import.meta.dirname, 'page');
const built = buildSync({
  ...{ entryPoints: [path.join(page, 'page.ts')], bundle: true, minify: true, sourcemap: true, write: false },
  ...{ outfile: path.join(page, 'page.js') },
});
const [map, script] = built.outputFiles.map(({ text }) => text);
const trace = await recordPage(
  new Map([
    ['/', '<!doctype html><title>Page</title><script src="/page.js"></script>'],
    ['/page.js', script],
  ]),
);
// As Chrome's Performance panel saves a trace: with the maps that it has loaded, in front.
const url = 'http://localhost:8080/page.js';
const metadata = {
  ...{ source: 'DevTools', startTime: '2026-11-28T10:00:00.000Z', dataOrigin: 'TraceEvents' },
  sourceMaps: [{ url, sourceMapUrl: `${url}.map`, sourceMap: JSON.parse(map) as unknown }],
};
await store(
  'chrome-enhanced.json',
  `{"metadata": ${JSON.stringify(metadata, null, 2)},\n"traceEvents": ${JSON.stringify(used(trace))}}\n`,
);
// As other tools save one, without sources.
const plain = used(trace).filter(({ cat }) => !cat.startsWith(SOURCES));
await store('chrome-list.json', JSON.stringify(plain));

await withScratch(async (folder) => {
  const program = path.join(import.meta.dirname, 'program');
  // Node 24 starts V8's sampler when a worker joins the trace.
  const worker = "new (require('node:worker_threads').Worker)('1', { eval: true })";
  const work = `${worker}; require(${JSON.stringify(path.join(program, 'main.cjs'))}).work(200)`;
  const args = ['--trace-event-categories', `v8,${SAMPLES}`, '-e', work];
  await promisify(execFile)(await nodeBinary(24), args, { cwd: folder });
  const text = await readFile(path.join(folder, 'node_trace.1.log'), 'utf8');
  const traceEvents = used(JSON.parse(text) as Trace).filter(({ name }) => name !== 'process_name');
  await store('node24.trace.json', JSON.stringify({ traceEvents }).replaceAll(program, '/app'));
});
