// What reading each format takes, against reading and `JSON.parse` of as many bytes: one recording of 36 MB in all of them but traces.
// `npx tsx test/bench/formats.ts [rounds] [part of a name]`.
import { readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { analyzeStacks } from '../../src/analysis/analyze.ts';
import { writers } from '../../src/export/formats.ts';
import { Random } from '../support/random.ts';
import type { RawNode, RawProfile } from '../support/raw-profile.ts';
import { withScratch } from '../support/scratch.ts';
import { guardInputs } from './guard-inputs.ts';
import { bundleChild, measure } from './load-runs.ts';
import { fixed, formatSize, operands, progress, publish } from './report.ts';

const rounds = Number(operands[0] ?? 7);
const [{ recording }] = await guardInputs();
const profile = JSON.parse(readFileSync(recording, 'utf8')) as RawProfile;
const random = new Random(1);

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A trace of so many samples, each elsewhere and half of them in an eighth of the nodes, and so many bytes of other events. */
function trace(samples: number, otherBytes: number): string {
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const known = profile.nodes.slice(0, 20_000);
  const nodes = known.map(({ id, callFrame }) => ({ callFrame, id, parent: parents.get(id) }));
  const base = { cat: 'disabled-by-default-v8.cpu_profiler', id: '0x1', ph: 'P', pid: 1, tid: 2, ts: 1000 };
  const events = [JSON.stringify({ ...base, args: { data: { startTime: 1000 } }, name: 'Profile' })];
  const other = JSON.stringify({
    args: {},
    cat: 'toplevel',
    dur: 17,
    name: 'RunTask',
    ph: 'X',
    pid: 1,
    tid: 1,
    ts: 1000,
  });
  const others = otherBytes / (samples / 100) / other.length;
  const perChunk = Math.ceil(nodes.length / (samples / 100));
  for (let at = 0, due = 0; at * 100 < samples; at++) {
    const ids = Array.from({ length: 100 }, () => known[Math.floor(known.length * random.share() ** 3)].id);
    const cpuProfile = { nodes: nodes.splice(0, perChunk), samples: ids };
    const timeDeltas = ids.map(() => 90 + random.below(90));
    const data = { cpuProfile, lines: ids.map((id) => (id % 900) + random.below(5)), timeDeltas };
    events.push(JSON.stringify({ args: { data }, ...base, name: 'ProfileChunk', ts: 1000 + at }));
    for (due += others; due >= 1; due--) events.push(other);
  }
  return `{"traceEvents":[${events.join(',\n')}]}`;
}

const written = async (name: 'firefox' | 'pprof'): Promise<Buffer> => {
  const mapped = await analyzeStacks(recording);
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
  'Chrome trace, a fifth samples': () => trace(1_000_000, 80e6),
  'Chrome trace, half samples': () => trace(2_500_000, 40e6),
  'Chrome trace, samples alone': () => trace(4_500_000, 0),
  'Firefox Profiler': () => written('firefox'),
  'pprof, gzipped': () => written('pprof'),
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
    let [read, json] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round++) {
      const parsed = await measure(child, isPacked && naive === file ? 'unzip' : 'json', naive);
      const ours = await measure(child, 'read', file);
      [read, json] = [Math.min(read, ours.cpu), Math.min(json, parsed.cpu * scale)];
    }
    progress(`${name}: ${fixed(read)} ms, ${fixed(json)} ms`);
    rows.push([name, formatSize(size), fixed(read / json, 2)]);
  }
  await publish({
    summary: [],
    tables: [
      {
        title: 'Reading each format: CPU time as a multiple of that of reading as many bytes and `JSON.parse`',
        columns: ['Format', 'Unpacked', 'CPU time'],
        rows,
        notes: [`The least of ${rounds} interleaved rounds, each in a fresh process.`],
      },
    ],
  });
});
