// Source maps: the positions of a profile mapped by Heatline, by the source-map library and by trace-mapping, against
// JSON.parse of the map. Run with `npx tsx --expose-gc test/bench/source-maps.ts [rounds]`. CPU time, medians of interleaved rounds.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { buildSync } from 'esbuild';
import { SourceMapConsumer } from 'source-map';
import { pathToFileURL } from 'node:url';
import { FrameKind } from '../../src/profile/index.ts';
import { askMap } from '../../src/source-maps/ask-map.ts';
import { createPositionMapper } from '../../src/source-maps/index.ts';
import { parseMap } from '../../src/source-maps/parse-map.ts';

const ASKED = 100_000;
const rounds = Number(process.argv[2] ?? 5);

interface Case {
  readonly name: string;
  readonly script: string;
  readonly map: string;
  /** Sorted by line, then column. */
  readonly line: Int32Array;
  readonly column: Int32Array;
}

function bundle(folder: string, name: string, entries: readonly string[], minify: boolean): Case {
  const script = join(folder, `${name}.js`);
  const contents = entries
    .map((entry, i) => `export * as m${i} from ${JSON.stringify(resolve('node_modules', entry))};`)
    .join('\n');
  buildSync({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify,
    sourcemap: true,
    outfile: script,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    external: ['*.node'],
  });
  return { name: `${name}${minify ? ' (minified)' : ''}`, script, map: `${script}.map`, ...positionsIn(script) };
}

/** Positions spread evenly over a file's text. */
function positionsIn(script: string): { line: Int32Array; column: Int32Array } {
  const text = readFileSync(script, 'latin1');
  const line = new Int32Array(ASKED);
  const column = new Int32Array(ASKED);
  let at = 0;
  let start = 0;
  let number = 1;
  for (let i = 0; i < ASKED; i++) {
    const target = Math.floor((i / ASKED) * text.length);
    for (let end = text.indexOf('\n', at); end >= 0 && end < target; end = text.indexOf('\n', at)) {
      at = start = end + 1;
      number++;
    }
    line[i] = number;
    column[i] = Math.max(0, target - start);
  }
  return { line, column };
}

const runners: Record<string, (each: Case) => unknown> = {
  'JSON.parse': (each) => JSON.parse(readFileSync(each.map, 'utf8')) as unknown,
  'heatline, answers': async (each) => askMap(parseMap(readFileSync(each.map)), each),
  'heatline, profile': (each) =>
    createPositionMapper().map({
      scripts: [{ url: pathToFileURL(each.script).href }],
      positions: { script: new Int32Array(ASKED), line: each.line, column: each.column },
      frames: { name: ['f'], position: Int32Array.of(0), kind: Uint8Array.of(FrameKind.script) },
    }),
  'source-map': async (each) =>
    SourceMapConsumer.with(readFileSync(each.map, 'utf8'), null, (consumer) => {
      for (let i = 0; i < ASKED; i++) consumer.originalPositionFor({ line: each.line[i], column: each.column[i] });
    }),
  'trace-mapping': (each) => {
    const map = new TraceMap(readFileSync(each.map, 'utf8'));
    for (let i = 0; i < ASKED; i++) originalPositionFor(map, { line: each.line[i], column: each.column[i] });
  },
};

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(each: Case): Promise<void> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(runners)) {
      globalThis.gc?.();
      const before = process.cpuUsage();
      await run(each);
      const used = process.cpuUsage(before);
      // The first round warms up.
      if (round > 0) (times[name] ??= []).push((used.user + used.system) / 1000);
    }
  }
  const base = median(times['JSON.parse']);
  const peer = median(times['trace-mapping']);
  console.log(`\n${each.name}: map of ${(statSync(each.map).size / 1e6).toFixed(1)} MB, ${ASKED} positions`);
  for (const [name, values] of Object.entries(times)) {
    const time = median(values);
    console.log(
      `  ${name.padEnd(20)} ${time.toFixed(0).padStart(6)} ms   ${(time / base).toFixed(2)} × JSON.parse   ${(time / peer).toFixed(2)} × trace-mapping`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), 'heatline-bench-'));
try {
  const typescript = 'typescript/lib/typescript.js';
  const more = [
    'prettier/plugins/flow.mjs',
    'prettier/plugins/babel.mjs',
    'prettier/plugins/typescript.mjs',
    'assemblyscript/dist/assemblyscript.js',
  ];
  const present = more.filter((entry) => existsSync(join('node_modules', entry)));
  await measure(bundle(folder, 'eslint', ['eslint/lib/api.js'], false));
  await measure(bundle(folder, 'typescript', [typescript], true));
  await measure(bundle(folder, 'big', [typescript, 'typescript/lib/_tsc.js', ...present], true));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
