// What the guard opens: files of a fixed size with the same bytes on every machine, so that their figures can be compared with
// stored ones. They are built from the committed recordings of real programs, and kept in `~/.cache/heatline/guard`.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { repository } from '../support/build.ts';
import { cacheFolder, nodeMajors } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import type { CallFrame, RawNode, RawProfile } from '../support/raw-profile.ts';
import { joinRecordings } from './corpus.ts';

/** Opened by `analyze`, and what reads the same bytes naively. */
export interface GuardInput {
  readonly name: string;
  readonly recording: string;
  /** A task of `load-child.ts` and its file. */
  readonly floor: readonly [task: 'json' | 'lines', file: string];
}

const programs = ['compile', 'format'].flatMap((name) => nodeMajors.map((major) => `${name}-node${major}`));

const goldenFile = (name: string): string => join(repository, 'test/golden/recordings', `${name}.cpuprofile.gz`);

/** Megabytes. */
const recordingSizes = [36, 72, 200];

/** Samples for each one of the kept recordings, which have fewer of them for a node than those of long programs. */
const SAMPLES = 6;

/** The inputs, made where they are not there yet, in some ten seconds. */
export async function guardInputs(): Promise<GuardInput[]> {
  const folder = join(cacheFolder, 'guard', versionOfInputs());
  if (!existsSync(folder)) {
    await mkdir(join(cacheFolder, 'guard'), { recursive: true });
    const staged = await mkdtemp(join(cacheFolder, 'guard', '.making-'));
    await makeInputs(staged);
    await rename(staged, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error; // else another process was faster
    });
  }
  const file = (name: string): string => join(folder, name);
  return [
    ...recordingSizes.map((megabytes): GuardInput => {
      const recording = file(`${megabytes}.cpuprofile`);
      return { name: `recording of ${megabytes} MB`, recording, floor: ['json', recording] };
    }),
    { name: 'V8 log of 60 MB', recording: file('60.v8log'), floor: ['lines', file('60.v8log')] },
    {
      name: 'source map of 14 MB',
      recording: file('bundle.cpuprofile'),
      floor: ['json', file('bundle/bundle.mjs.map')],
    },
    { name: 'script of 10 MB', recording: file('script.cpuprofile'), floor: ['lines', file('script/bundle.mjs')] },
  ];
}

/** Changes with what the inputs are made of. */
function versionOfInputs(): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of programs) hash.update(readFileSync(goldenFile(name)));
  hash.update(readFileSync(join(repository, 'package-lock.json')));
  return hash.digest('hex').slice(0, 12);
}

async function makeInputs(folder: string): Promise<void> {
  const profiles = programs.map((name) =>
    repeatSamples(JSON.parse(gunzipSync(readFileSync(goldenFile(name))).toString('utf8')) as RawProfile),
  );
  await withScratch(async (scratch) => {
    const pieces: { readonly file: string; readonly size: number }[] = [];
    for (const [i, profile] of profiles.entries()) {
      const text = JSON.stringify(profile);
      const file = join(scratch, `${i}.cpuprofile`);
      await writeFile(file, text);
      pieces.push({ file, size: text.length });
    }
    for (const megabytes of recordingSizes) {
      const files: string[] = [];
      for (let i = 0, size = 0; size < megabytes * 1e6; i++) {
        const piece = pieces[i % pieces.length];
        files.push(piece.file);
        size += piece.size;
      }
      await joinRecordings(files, join(folder, `${megabytes}.cpuprofile`));
    }
  });
  await writeLog(profiles, 60e6, join(folder, '60.v8log'));
  await bundlePrograms(folder, 'bundle', { minify: true, sourcemap: true });
  await nameSources(join(folder, 'bundle/bundle.mjs.map'));
  await bundlePrograms(folder, 'script', {});
}

function repeatSamples({ nodes, startTime, endTime, samples, timeDeltas }: RawProfile): RawProfile {
  const repeated = <T>(values: readonly T[]): T[] => Array.from({ length: SAMPLES }, () => values).flat();
  return {
    nodes: nodes.map((node) => ({
      ...node,
      hitCount: node.hitCount * SAMPLES,
      positionTicks: node.positionTicks?.map(({ line, ticks }) => ({ line, ticks: ticks * SAMPLES })),
    })),
    startTime,
    endTime: startTime + (endTime - startTime) * SAMPLES,
    samples: repeated(samples),
    timeDeltas: repeated(timeDeltas),
  };
}

/** Bytes of machine code of each function of the log, and how many bytes lie between two places in it. */
const CODE_SIZE = 1024;
const CODE_STEP = 16;

/** A V8 log with the stacks of recordings, again and again, each time at other places of the same functions. */
async function writeLog(profiles: readonly RawProfile[], size: number, output: string): Promise<void> {
  const functions = new Map<string, number>();
  const lines = ['v8-version,12,4,254,21,-node.57,0', 'v8-platform,linux,linux', 'profiler,begin,1000'];
  const stacks = profiles.flatMap((profile) => stacksOf(profile, (frame) => addressOf(frame, functions, lines)));
  const file = await open(output, 'w');
  let written = 0;
  let time = 0;
  for (let round = 0; written < size; round++) {
    for (const [pc, ...callers] of stacks) {
      const at = (address: number, depth: number): string =>
        `0x${(address + (((round >> (depth & 3)) * CODE_STEP) % CODE_SIZE)).toString(16)}`;
      lines.push(`tick,${at(pc, 0)},${(time += 100)},0,0x0,0,${callers.map((caller, i) => at(caller, i + 1)).join()}`);
    }
    const text = `${lines.splice(0).join('\n')}\n`;
    await file.write(text);
    written += text.length;
  }
  await file.close();
}

/** The addresses of a sample's functions, innermost first, without what is no JavaScript. */
function stacksOf({ nodes, samples }: RawProfile, addressOf: (frame: CallFrame) => number): number[][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  return samples.flatMap((sample) => {
    const stack: number[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const frame = byId.get(id)?.callFrame;
      if (frame !== undefined && frame.url !== '') stack.push(addressOf(frame));
    }
    return stack.length > 0 ? [stack] : [];
  });
}

/** The address of a function's code, which is logged when it is first asked for. */
function addressOf(frame: CallFrame, functions: Map<string, number>, lines: string[]): number {
  const { functionName, scriptId, url, lineNumber, columnNumber } = frame;
  const label = `${functionName} ${url}:${lineNumber + 1}:${columnNumber + 1}`;
  const known = functions.get(label);
  if (known !== undefined) return known;
  const address = 0x10000000 + functions.size * CODE_SIZE;
  functions.set(label, address);
  const hex = `0x${address.toString(16)}`;
  const start = functions.size * 100;
  const places = Array.from({ length: CODE_SIZE / CODE_STEP }, (_, i) => `C${i * CODE_STEP}O${start + i}`);
  lines.push(`code-creation,JS,10,20,${hex},${CODE_SIZE},${label},0x${functions.size.toString(16)},~`);
  lines.push(`code-source-info,${hex},${scriptId},${start},${start + 100},${places.join('')},,`);
  return address;
}

/** A bundle of compilers and formatters, and a recording of another tool with samples in 5,000 of its functions. */
async function bundlePrograms(folder: string, name: string, options: BuildOptions): Promise<void> {
  const entries = [
    'typescript/lib/_tsc.js',
    ...['flow', 'babel', 'typescript'].map((plugin) => `prettier/plugins/${plugin}.mjs`),
  ];
  const imports = entries.map((entry, i) => {
    return `export * as m${i} from ${JSON.stringify(resolve(repository, 'node_modules', entry))};`;
  });
  const script = join(folder, name, 'bundle.mjs');
  await build({
    stdin: { contents: imports.join('\n'), resolveDir: repository },
    ...{ outfile: script, bundle: true, platform: 'node', format: 'esm', logLevel: 'error', ...options },
  });
  // The folder is renamed when it is complete, so the recording says where the bundle will be.
  const url = pathToFileURL(join(cacheFolder, 'guard', versionOfInputs(), name, 'bundle.mjs')).href;
  await writeFile(join(folder, `${name}.cpuprofile`), JSON.stringify(profileOf(await readFile(script, 'utf8'), url)));
}

/** Names the sources of a map after nothing on this machine: whether they are on its disk has a price. */
async function nameSources(file: string): Promise<void> {
  const map = JSON.parse(await readFile(file, 'utf8')) as { readonly sources: readonly string[] };
  await writeFile(file, JSON.stringify({ ...map, sources: map.sources.map((_, i) => `source-${i}.js`) }));
}

function profileOf(text: string, url: string): RawProfile {
  const definitions = [...text.matchAll(/function [\w$]+(?=\()/g)];
  const step = Math.ceil(definitions.length / 5000);
  const frame = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
  const nodes: RawNode[] = [];
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  let line = 0;
  for (const [i, { index, 0: found }] of definitions.entries()) {
    if (i % step > 0) continue;
    while (line + 1 < starts.length && starts[line + 1] <= index) line++;
    const place = { lineNumber: line, columnNumber: index + found.length - starts[line] };
    const callFrame = { functionName: found.slice('function '.length), scriptId: '1', url, ...place };
    nodes.push({ id: nodes.length + 2, callFrame, hitCount: 1, positionTicks: [{ line: line + 1, ticks: 1 }] });
  }
  const samples = nodes.map(({ id }) => id);
  const root = { id: 1, callFrame: frame, hitCount: 0, children: samples };
  const timeDeltas = samples.map(() => 100);
  return { nodes: [root, ...nodes], startTime: 0, endTime: samples.length * 100, samples, timeDeltas };
}
