// Source maps: a profile mapped by Heatline (the whole of it: finding and reading the map, comparing and hashing the
// originals, checking that map and file fit) against the source-map library and trace-mapping, which only answer
// positions, and against JSON.parse of the map: the guard's bundle of 14 MB, with positions in twenty hot places, and
// everywhere. `npx tsx --expose-gc test/bench/source-maps.ts [rounds]`. CPU time, medians of interleaved rounds.
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { SourceMapConsumer } from 'source-map';
import type { MappingRequest } from '../../src/core/index.ts';
import { findLineStarts } from '../../src/recording/line-starts.ts';
import { createMapCache, mapPositions } from '../../src/source-maps/index.ts';
import { guardInputs } from './guard-inputs.ts';
import { median } from './load-runs.ts';
import { fixed, operands, progress, publish } from './report.ts';

// The collections between the runs would flush each runner's bytecode before it runs again.
setFlagsFromString('--no-flush-bytecode');
const rounds = Number(operands.at(0) ?? 5);

const map = (await guardInputs()).map(({ floor: [, file] }) => file).find((file) => file.endsWith('.map')) ?? '';
const script = map.replace(/\.map$/, '');
const text = readFileSync(script, 'latin1');
const starts = findLineStarts(text);

/** 100,000 positions anywhere, or 8,000 of which most are in twenty places, each about as long as a source file. */
function offsetsOf(kind: 'hot places' | 'everywhere'): number[] {
  const spread = (count: number): number[] => Array.from({ length: count }, (_, i) => (i / count) * text.length);
  if (kind === 'everywhere') return spread(100_000);
  const hot = spread(20);
  return [...Array.from({ length: 7000 }, (_, i) => hot[i % 20] + ((i * 7919) % 20_000)), ...spread(1000)];
}

function requestOf(kind: Parameters<typeof offsetsOf>[0]): MappingRequest {
  const offsets = offsetsOf(kind)
    .map((offset) => Math.min(Math.floor(offset), text.length - 1))
    .sort((a, b) => a - b);
  let line = 0;
  const lines = offsets.map((offset) => {
    while (line + 1 < starts.length && starts[line + 1] <= offset) line++;
    return line;
  });
  return {
    scripts: [{ url: pathToFileURL(script).href }],
    positions: {
      script: new Int32Array(offsets.length),
      line: Int32Array.from(lines, (at) => at + 1),
      column: Int32Array.from(offsets, (offset, i) => offset - starts[lines[i]]),
    },
    frames: { name: [], position: new Int32Array(), kind: new Uint8Array() },
  };
}

const cache = createMapCache();
const runners: Record<string, (request: MappingRequest) => unknown> = {
  'JSON.parse': () => JSON.parse(readFileSync(map, 'utf8')) as unknown,
  heatline: (request) => mapPositions(request),
  'heatline, again': (request) => mapPositions(request, { cache }),
  'source-map': ({ positions }) =>
    SourceMapConsumer.with(readFileSync(map, 'utf8'), null, (consumer) => {
      for (let i = 0; i < positions.line.length; i++)
        consumer.originalPositionFor({ line: positions.line[i], column: positions.column[i] });
    }),
  'trace-mapping': ({ positions }) => {
    const traced = new TraceMap(readFileSync(map, 'utf8'));
    for (let i = 0; i < positions.line.length; i++)
      originalPositionFor(traced, { line: positions.line[i], column: positions.column[i] });
  },
};

/** CPU milliseconds of each runner. */
async function measure(request: MappingRequest): Promise<Record<string, number>> {
  const times = new Map<string, number[]>(Object.keys(runners).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(runners)) {
      globalThis.gc?.();
      const before = process.cpuUsage();
      await run(request);
      const used = process.cpuUsage(before);
      // The first round warms up.
      if (round > 0) times.get(name)?.push((used.user + used.system) / 1000);
    }
    progress(`round ${round}`);
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]));
}

const [hot, every] = [await measure(requestOf('hot places')), await measure(requestOf('everywhere'))];
const ratio = (of: Record<string, number>, name: string, to: string): string => fixed(of[name] / of[to], 2);
const both = (name: string): string[] => [hot, every].map((one) => ratio(one, name, 'trace-mapping'));
const size = `${fixed(statSync(map).size / 1e6)} MB`;
await publish({
  summary: [
    [
      `mapping a profile through a source map of ${size}, against \`@jridgewell/trace-mapping\``,
      `${ratio(hot, 'heatline', 'trace-mapping')} of the CPU time`,
    ],
  ],
  tables: [
    {
      title: 'Source maps: CPU time for all positions of a profile, as a multiple of `@jridgewell/trace-mapping`',
      columns: ['Map', 'hot places', 'every place', '`source-map`, hot / every', 'again, hot / every'],
      rows: [[size, ...both('heatline'), both('source-map').join(' / '), both('heatline, again').join(' / ')]],
      notes: [
        `The hot places take ${ratio(hot, 'heatline', 'JSON.parse')} of \`JSON.parse\` of the map, every place ${ratio(every, 'heatline', 'JSON.parse')}.`,
      ],
    },
  ],
});
