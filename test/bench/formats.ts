// What reading each format takes, against reading and `JSON.parse` of as many bytes: recordings of 36 and 200 MB in all of them but
// traces, which Chrome and Node record here.
// `npx tsx test/bench/formats.ts [rounds] [part of a name]`.
import { readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { analyzeStacks } from '../../src/analysis/analyze.ts';
import { writers } from '../../src/export/formats.ts';
import type { RawNode, RawProfile } from '../support/raw-profile.ts';
import { withScratch } from '../support/scratch.ts';
import { joinRecordings } from './corpus.ts';
import { guardInputs } from './guard-inputs.ts';
import type { Measurement } from './load-child.ts';
import { bundleChild, measure } from './load-runs.ts';
import { recordNodeTrace, recordPageTrace } from './real-traces.ts';
import { fixed, formatSize, operands, progress, publish } from './report.ts';

const rounds = Number(operands[0] ?? 7);
const [{ recording }, , { recording: largest }] = await guardInputs();
const profile = JSON.parse(readFileSync(recording, 'utf8')) as RawProfile;

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The same samples as another tool would hold them; of a larger recording, since these formats are smaller. */
const written = async (name: 'firefox' | 'pprof', file = largest): Promise<Buffer> => {
  const mapped = await analyzeStacks(file);
  const pieces = await writers[name]({ mapped: () => Promise.resolve(mapped) } as never, {} as never);
  return Buffer.concat([...pieces].map((piece) => Buffer.from(piece)));
};

/** What is in the file. A pprof, which is no JSON, is measured against as many bytes of it. */
const inputs: Readonly<Record<string, () => string | Buffer | Promise<Buffer>>> = {
  '`.cpuprofile` as V8 writes it': () => JSON.stringify(profile),
  '… with two blanks before each value': () => JSON.stringify(profile, undefined, 2),
  '… with four': () => JSON.stringify(profile, undefined, 4),
  '… with tabs': () => JSON.stringify(profile, undefined, '\t'),
  '… with keys in the order of the alphabet': () => JSON.stringify(profile, sortKeys),
  '… in that order, with two blanks': () => JSON.stringify(profile, sortKeys, 2),
  '… with `callFrame` before `id`, as of Hermes': () =>
    JSON.stringify({
      ...profile,
      nodes: profile.nodes.map(({ id, callFrame, children }: RawNode) => ({ callFrame, id, children })),
    }),
  '… with blanks behind colons and commas': () => JSON.stringify(profile, undefined, ' ').replaceAll(/\n */g, ' '),
  '`.cpuprofile.gz`': () => gzipSync(JSON.stringify(profile)),
  'trace of a page, as Chrome’s Performance panel records it': () => recordPageTrace(20_000),
  'trace of Node, `eslint`': () => recordNodeTrace(),
  'Firefox Profiler': () => written('firefox'),
  'Firefox Profiler, four times as many samples': () =>
    withScratch(async (folder) => {
      const joined = join(folder, 'joined.cpuprofile');
      await joinRecordings([largest, largest, largest, largest], joined);
      return written('firefox', joined);
    }),
  pprof: async () => gunzipSync(await written('pprof')),
};

await withScratch(async (folder) => {
  const child = await bundleChild(folder);
  const rows: string[][] = [];
  for (const [name, make] of Object.entries(inputs)) {
    if (!name.includes(operands[1] ?? '')) continue;
    const file = join(folder, 'input.json');
    await writeFile(file, await make());
    const bytes = await readFile(file);
    const isPacked = bytes[0] === 0x1f;
    const size = isPacked ? gunzipSync(bytes).length : bytes.length;
    const naive = name.startsWith('pprof') ? recording : file;
    const scale = name.startsWith('pprof') ? size / (await stat(naive)).size : 1;
    const [read, json]: Measurement[][] = [[], []];
    for (let round = 0; round < rounds; round++) {
      json.push(await measure(child, isPacked ? 'unzip' : 'json', naive));
      read.push(await measure(child, 'read', file));
    }
    const least = (of: readonly Measurement[], key: 'cpu' | 'memory'): number => Math.min(...of.map((one) => one[key]));
    const [time, memory] = (['cpu', 'memory'] as const).map((key) => least(read, key) / (least(json, key) * scale));
    progress(`${name}: ${fixed(time, 2)}, ${fixed(memory, 2)}`);
    rows.push([name, formatSize(size), fixed(time, 2), fixed(memory, 2)]);
  }
  await publish({
    summary: [],
    tables: [
      {
        title: 'Reading each format: multiples of reading as many bytes and `JSON.parse`',
        columns: ['Format', 'Unpacked', 'CPU time', 'Memory'],
        rows,
        notes: [`The least of ${rounds} interleaved rounds, each in a fresh process.`],
      },
    ],
  });
});
