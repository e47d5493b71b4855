// Opening recordings: Heatline's reader, alone and with everything that is computed from it, and its peers, against
// reading the file and JSON.parse (the least that a viewer pays which parses at once). Interleaved rounds, each in a
// fresh process, medians. `npx tsx test/bench/load.ts [rounds] [name…] [--markdown] [--no-peers]`; corpus and peers are
// made and installed on first use.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPeers, openInPeer } from './browser-peers.ts';
import { corpusFile, corpusNames } from './corpus.ts';
import { bundleChild, measure, median } from './load-runs.ts';
import type { Measurement } from './measurement.ts';
import { peerFolder, peerVersions, vscodeProfileExtension } from './peers.ts';
import { fixed, operands, printTable, progress } from './report.ts';

const rounds = Number(operands.find((operand) => /^\d+$/.test(operand)) ?? 5);
const asked = operands.filter((operand) => !/^\d+$/.test(operand));
const names = asked.length > 0 ? asked : corpusNames;
const BASE = 'read + JSON.parse';
const OPENED = 'Heatline, opened';
/** Megabytes below which a recording's memory says little of its size. */
const SMALL = 10;

interface Tool {
  readonly name: string;
  open(path: string): Promise<Measurement>;
}

/** What a tool took for one file, over the rounds. */
type Results = Map<string, Measurement[]>;

const folder = await mkdtemp(join(tmpdir(), 'heatline-bench-load-'));
try {
  const child = await bundleChild(folder);
  const tools = await listTools(child);
  const failed = new Set<string>();
  const files: { readonly megabytes: number; readonly results: Results }[] = [];
  for (const name of names) {
    const path = await corpusFile(name);
    files.push({ megabytes: (await stat(path)).size / 1e6, results: await openAll(tools, path, name, failed) });
  }
  const least = await leastMemory(child);
  const columns = ['', ...files.map(({ megabytes }) => `${fixed(megabytes, megabytes < 10 ? 1 : 0)} MB`)];
  const cells = (cell: (tool: string, results: Results) => string): string[][] =>
    tools.map(({ name }) => [name, ...files.map(({ results }) => cell(name, results))]);
  printTable({
    title: 'Opening a recording: time, as a multiple of reading and JSON.parse',
    columns,
    rows: cells((tool, results) => timeCell(tool, results, 'wall')),
    notes: [
      `Wall time, ${rounds} rounds, medians. Heatline "read" is the validated call tree, samples and line ticks; "opened" also self and total time of every function, call and line; "again" in a process that has opened it three times.`,
      `cpupro ${peerVersions.cpupro} and speedscope ${peerVersions.speedscope} run in Chromium, from choosing the file to their tables being there, by their own account; the others in Node.`,
    ],
  });
  printTable({
    title: 'The same, CPU time',
    columns,
    rows: cells((tool, results) => timeCell(tool, results, 'cpu')),
    notes: ['Of all threads; of the browser with all its processes, until the first picture.'],
  });
  printTable({
    title: 'The same, peak memory in MB above what the process had before',
    columns,
    rows: cells((tool, results) => {
      const megabytes = memoryOf(results, tool);
      return Number.isNaN(megabytes) ? failureOf(results.get(tool) ?? []) : fixed(megabytes);
    }),
    notes: [
      `A recording of one node takes Heatline ${fixed(least / 1e6)} MB: Node's code that ran for the first time, a young heap, the kernels.`,
      growthNote(files),
    ],
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What each further megabyte of recording takes, at most: what small ones take is mostly the runtime warming up. */
function growthNote(files: readonly { readonly megabytes: number; readonly results: Results }[]): string {
  const large = files.filter(({ megabytes }) => megabytes >= SMALL);
  const points = large.map(({ megabytes, results }) => ({ megabytes, memory: memoryOf(results, OPENED) }));
  const [smallest, ...others] = points.sort((a, b) => a.megabytes - b.megabytes);
  const slopes = others.map(({ megabytes, memory }) => (memory - smallest.memory) / (megabytes - smallest.megabytes));
  if (slopes.length === 0) return `Growth needs two recordings of ${SMALL} MB and more.`;
  return `From ${fixed(smallest.megabytes)} MB on, Heatline takes at most ${fixed(Math.max(...slopes), 2)} MB for each further MB of recording.`;
}

/** Megabytes, the median of the rounds; NaN where it failed. */
function memoryOf(results: Results, tool: string): number {
  return median((results.get(tool) ?? []).map(({ memory }) => memory)) / 1e6;
}

/** Bytes that opening takes whatever is in the recording. */
async function leastMemory(child: string): Promise<number> {
  const path = join(folder, 'least.cpuprofile');
  const callFrame = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
  const nodes = [{ id: 1, callFrame, hitCount: 0 }];
  await writeFile(path, JSON.stringify({ nodes, startTime: 0, endTime: 1000, samples: [1], timeDeltas: [500] }));
  const memory: number[] = [];
  for (let round = 0; round < rounds; round++) memory.push((await measure(child, 'aggregate', path)).memory);
  return median(memory);
}

async function listTools(child: string): Promise<Tool[]> {
  const ofHeatline = (name: string, task: string): Tool => ({ name, open: (path) => measure(child, task, path) });
  const own = [
    ofHeatline('read only', 'read'),
    ofHeatline(BASE, 'json'),
    ofHeatline('Heatline, read', 'load'),
    ofHeatline(OPENED, 'aggregate'),
    ofHeatline('Heatline, opened again', 'again'),
  ];
  if (process.argv.includes('--no-peers')) return own;
  const peerChild = await bundleChild(folder, 'peer-child.ts');
  const flamebearer = await peerFolder('flamebearer');
  const vscode = await vscodeProfileExtension();
  return [
    ...own,
    {
      name: `flamebearer ${peerVersions.flamebearer}`,
      open: (path) => measure(peerChild, 'flamebearer', flamebearer, path),
    },
    { name: `VS Code's own ${vscode.version}`, open: (path) => measure(peerChild, 'vscode', vscode.path, path) },
    ...browserPeers.map((peer): Tool => ({ name: `${peer} ${peerVersions[peer]}`, open: openInBrowser(peer) })),
  ];
}

function openInBrowser(peer: (typeof browserPeers)[number]): Tool['open'] {
  return async (path) => {
    try {
      const { browser, loaded, cpu, memory } = await openInPeer(peer, path);
      await browser.close();
      return { wall: loaded, cpu, memory };
    } catch (error) {
      return { wall: NaN, cpu: NaN, memory: NaN, failure: (error as Error).message.split('\n')[0] };
    }
  };
}

/** A tool that failed is not asked again, neither in the next round nor for a larger file; JSON.parse always is. */
async function openAll(tools: readonly Tool[], path: string, name: string, failed: Set<string>): Promise<Results> {
  const results: Results = new Map(tools.map((tool) => [tool.name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const tool of tools) {
      const all = results.get(tool.name);
      if (failed.has(tool.name)) {
        if (all?.length === 0) all.push({ wall: NaN, cpu: NaN, memory: NaN, failure: 'on a smaller one' });
        continue;
      }
      const one = await tool.open(path);
      progress(`${name}, round ${round + 1}: ${tool.name} ${one.failure ?? `${fixed(one.wall)} ms`}`);
      all?.push(one);
      if (one.failure !== undefined) failed.add(tool.name);
    }
  }
  return results;
}

function timeCell(tool: string, results: Results, kind: 'wall' | 'cpu'): string {
  const of = (name: string): number => median((results.get(name) ?? []).map((one) => one[kind]));
  const time = of(tool);
  if (Number.isNaN(time)) return failureOf(results.get(tool) ?? []);
  const isBase = tool === BASE || Number.isNaN(of(BASE));
  return isBase ? `${fixed(time)} ms` : fixed(time / of(BASE), 2);
}

/** In a word; the tool's own words were told while it ran. */
function failureOf(all: readonly Measurement[]): string {
  const failure = all.find((one) => one.failure !== undefined)?.failure ?? 'unknown';
  return `fails (${failure.includes('string longer than') ? 'longest string' : failure})`;
}
