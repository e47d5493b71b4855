// Source maps: profiles mapped by Heatline (the whole of it: finding and reading maps, comparing and hashing the
// originals, checking that map and file fit) against the source-map library and trace-mapping, which only answer
// positions, and against JSON.parse of the map. `npx tsx --expose-gc test/bench/source-maps.ts [rounds]`.
// CPU time of the process, medians of interleaved rounds.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { buildSync } from 'esbuild';
import { SourceMapConsumer } from 'source-map';
import { FrameKind, type MappingRequest } from '../../src/core/index.ts';
import { createMapCache, mapPositions } from '../../src/source-maps/index.ts';
import { median } from './load-runs.ts';
import { fixed, operands, progress, publish } from './report.ts';

// The collections between the runs would flush each runner's bytecode before it runs again.
setFlagsFromString('--no-flush-bytecode');
const rounds = Number(operands.at(0) ?? 5);

interface Bundle {
  readonly name: string;
  readonly script: string;
  readonly map: string;
}

interface Case {
  readonly name: string;
  readonly map: string;
  readonly request: MappingRequest;
}

function bundle(folder: string, name: string, entries: readonly string[], minify: boolean): Bundle {
  const script = join(folder, `${name}.js`);
  const present = entries.filter((entry) => existsSync(join('node_modules', entry)));
  buildSync({
    stdin: {
      contents: present
        .map((entry, i) => `export * as m${i} from ${JSON.stringify(resolve('node_modules', entry))};`)
        .join('\n'),
      resolveDir: process.cwd(),
    },
    bundle: true,
    minify,
    sourcemap: true,
    outfile: script,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    external: ['*.node'],
  });
  return { name: `${name}${minify ? ' (minified)' : ''}`, script, map: `${script}.map` };
}

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** 7,000 positions in twenty hot places, each about as long as a source file, and 1,000 anywhere. */
function hotOffsets(length: number): number[] {
  const random = randomNumbers(7);
  const hot = Array.from({ length: 20 }, () => random() * length * 0.98);
  const near = Array.from({ length: 7000 }, (_, i) => hot[i % 20] + random() * Math.min(20_000, length * 0.02));
  return [...near, ...Array.from({ length: 1000 }, () => random() * length)].sort((a, b) => a - b);
}

const evenOffsets = (length: number) => Array.from({ length: 100_000 }, (_, i) => (i / 100_000) * length);

/** A profile with these positions, and the functions whose definitions are among them or nearest. */
function request(each: Bundle, offsetsIn: (length: number) => number[], functions: number): MappingRequest {
  const bytes = readFileSync(each.script);
  const text = bytes.toString('latin1');
  const definitions = [...text.matchAll(/function ([\w$]+)(?=\()/g)];
  const step = Math.max(1, Math.floor(definitions.length / functions));
  const chosen = definitions.filter((_, i) => i % step === 0).slice(0, functions);
  const offsets = [
    ...offsetsIn(text.length).map(Math.floor),
    ...chosen.map((definition) => definition.index + definition[0].length),
  ];
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const line = Int32Array.from(offsets, (offset) => lineAt(starts, offset));
  return {
    scripts: [{ url: pathToFileURL(each.script).href, contentHash: createHash('sha256').update(bytes).digest('hex') }],
    positions: {
      script: new Int32Array(offsets.length),
      line,
      column: Int32Array.from(offsets, (offset, i) => offset - starts[line[i] - 1]),
    },
    frames: {
      name: chosen.map((definition) => definition[1]),
      position: Int32Array.from(chosen, (_, i) => offsets.length - chosen.length + i),
      kind: new Uint8Array(chosen.length).fill(FrameKind.script),
    },
  };
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

const cache = createMapCache();
const runners: Record<string, (each: Case) => unknown> = {
  'JSON.parse': (each) => JSON.parse(readFileSync(each.map, 'utf8')) as unknown,
  heatline: (each) => mapPositions(each.request),
  'heatline, again': (each) => mapPositions(each.request, { cache }),
  'source-map': async ({ map, request: { positions } }) =>
    SourceMapConsumer.with(readFileSync(map, 'utf8'), null, (consumer) => {
      for (let i = 0; i < positions.line.length; i++)
        consumer.originalPositionFor({ line: positions.line[i], column: positions.column[i] });
    }),
  'trace-mapping': ({ map, request: { positions } }) => {
    const traced = new TraceMap(readFileSync(map, 'utf8'));
    for (let i = 0; i < positions.line.length; i++)
      originalPositionFor(traced, { line: positions.line[i], column: positions.column[i] });
  },
};

/** CPU milliseconds of each runner: one row of the table. */
async function measure(each: Case): Promise<string[]> {
  const times = new Map<string, number[]>(Object.keys(runners).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(runners)) {
      globalThis.gc?.();
      const before = process.cpuUsage();
      await run(each);
      const used = process.cpuUsage(before);
      // The first round warms up.
      if (round > 0) times.get(name)?.push((used.user + used.system) / 1000);
    }
  }
  progress(each.name);
  const of = (name: string): number => median(times.get(name) ?? []);
  const size = fixed(statSync(each.map).size / 1e6, 1);
  return [
    each.name,
    size,
    fixed(each.request.positions.line.length / 1000),
    ...Object.keys(runners).map((name) => fixed(of(name))),
    fixed(of('heatline') / of('trace-mapping'), 2),
    fixed(of('heatline') / of('JSON.parse'), 2),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'heatline-bench-'));
try {
  const plugins = ['flow', 'babel', 'typescript'].map((plugin) => `prettier/plugins/${plugin}.mjs`);
  const typescript = 'typescript/lib/typescript.js';
  const bundles = [
    bundle(folder, 'eslint and prettier', ['eslint/lib/api.js', 'prettier/plugins/typescript.mjs'], false),
    bundle(folder, 'typescript and prettier', [typescript, ...plugins], true),
    bundle(folder, 'two compilers and prettier', [typescript, 'typescript/lib/_tsc.js', ...plugins], true),
  ];
  const rows: string[][] = [];
  for (const each of bundles) {
    const { name, map } = each;
    rows.push(await measure({ name: `${name}, hot places`, map, request: request(each, hotOffsets, 2000) }));
    rows.push(await measure({ name: `${name}, everywhere`, map, request: request(each, evenOffsets, 10_000) }));
  }
  const [hot] = rows.slice(-2);
  const summary = [
    `mapping a profile through a source map of ${hot[1]} MB, against \`@jridgewell/trace-mapping\``,
    `${hot.at(-2)} of the CPU time`,
  ] as const;
  const table = {
    title: 'Source maps: CPU milliseconds for all positions of a profile',
    columns: ['', 'map MB', 'thousand positions', ...Object.keys(runners), '÷ trace-mapping', '÷ JSON.parse'],
    rows,
    notes: [
      `Medians of ${rounds} interleaved rounds. Heatline does the whole of it: finds and reads maps, compares and hashes the originals, checks that map and file fit; "again" with its cache, as for a second recording. The libraries only answer positions.`,
    ],
  };
  await publish({ summary: [summary], tables: [table] });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
