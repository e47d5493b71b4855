// The recordings that the benches read: real programs at 100 µs, and larger ones by joining those. They are kept in
// `~/.cache/heatline/corpus` and made on first use: `npx tsx test/bench/corpus.ts [name…]` (all: some minutes, 2 GB).
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { repository } from '../support/build.ts';
import { cacheFolder } from '../support/nodes.ts';
import type { RawProfile } from '../support/raw-profile.ts';

const folder = join(cacheFolder, 'corpus');
const modules = join(repository, 'node_modules');

/** A recording: the arguments of the Node that is recorded (with the inspector's sampler, or as a V8 log), or what is joined. */
type Recipe =
  { readonly run: readonly string[] } | { readonly log: readonly string[] } | { readonly join: readonly string[] };

/** Formats files with prettier in one process, one after the other: `file:parser`. */
const format = (...jobs: readonly string[]): readonly string[] => [
  '--input-type=module',
  '-e',
  `import { readFile } from 'node:fs/promises';
   import { format } from 'prettier';
   for (const job of ${JSON.stringify(jobs)}) {
     const [file, parser] = job.split(':');
     await format(await readFile('node_modules/typescript/lib/' + file, 'utf8'), { parser });
   }`,
];
const tsc = (...args: readonly string[]): readonly string[] => [
  join(modules, 'typescript/lib/tsc.js'),
  '--noEmit',
  ...args,
];
const repeat = (times: number, ...names: readonly string[]): readonly string[] =>
  Array.from({ length: times }, () => names).flat();

const recipes: Readonly<Record<string, Recipe>> = {
  'prettier-small': { run: format('../../commander/lib/help.js:typescript') },
  'tsc-large': { run: tsc('-p', 'src/webview', '--skipLibCheck', 'false', '--incremental', 'false') },
  'tsc-small': { run: tsc('-p', 'src/core') },
  'prettier-prettier': { run: format('../../prettier/index.mjs:babel', '../../esbuild/lib/main.js:babel') },
  'prettier-tsc': { run: format('_tsc.js:babel') },
  'prettier-typescript': { run: format('typescript.js:meriyah') },
  'prettier-two': { run: format('_tsc.js:acorn', 'typescript.js:meriyah') },
  'prettier-four': { run: format('_tsc.js:acorn', 'typescript.js:meriyah', '_tsc.js:babel', 'typescript.js:babel') },
  'joined-half-gigabyte': { join: repeat(2, 'prettier-four', 'prettier-two') },
  'joined-gigabyte': { join: repeat(7, 'prettier-four', 'prettier-tsc', 'tsc-large') },
};

const logs: Readonly<Record<string, Recipe>> = {
  'prettier-log': { log: format('_tsc.js:babel') },
  'prettier-log-long': {
    log: format(...['acorn', 'meriyah', 'babel'].flatMap((parser) => [`typescript.js:${parser}`, `_tsc.js:${parser}`])),
  },
};

export const corpusNames: readonly string[] = Object.keys(recipes);
export const corpusLogs: readonly string[] = Object.keys(logs);

const profileFlags = ['--cpu-prof', '--cpu-prof-interval=100', `--cpu-prof-dir=${folder}`];
/** As `heatline run --sampler v8log` records. */
const logFlags = [
  ...['--prof', '--prof-sampling-interval=100', '--no-logfile-per-isolate'],
  ...['--log-source-code', '--log-source-position', '--no-sparkplug'],
];

/** Path of a recording of the corpus; records it on first use. */
export async function corpusFile(name: string): Promise<string> {
  const recipe = (recipes[name] ?? logs[name]) as Recipe | undefined;
  if (!recipe)
    throw new Error(`There is no recording ${name}; there are ${[...corpusNames, ...corpusLogs].join(', ')}.`);
  const path = join(folder, `${name}.${'log' in recipe ? 'v8log' : 'cpuprofile'}`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const partial = `${path}.${process.pid}.partial`;
  if ('join' in recipe) await joinRecordings(await filesOf(recipe.join), partial);
  else if ('log' in recipe) await record([...logFlags, `--logfile=${partial}`], recipe.log, partial);
  else await record([...profileFlags, `--cpu-prof-name=${basename(partial)}`], recipe.run, partial);
  await rename(partial, path);
  return path;
}

async function filesOf(names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) files.push(await corpusFile(name));
  return files;
}

async function record(flags: readonly string[], program: readonly string[], output: string): Promise<void> {
  const running = promisify(execFile)(process.execPath, [...flags, ...program], {
    cwd: repository,
    maxBuffer: 2 ** 30,
  });
  // The compiler's exit code is about errors in what it compiles, which do not matter here.
  await running.catch((error: unknown) => {
    if (!existsSync(output)) throw error;
  });
}

/** Joins recordings into one file: ids are shifted, and the callees of all roots become callees of one root. */
export async function joinRecordings(files: readonly string[], output: string): Promise<void> {
  const distinct = new Map<string, RawProfile>();
  for (const path of new Set(files)) distinct.set(path, JSON.parse(await readFile(path, 'utf8')) as RawProfile);
  let end = 0;
  const parts = files.map((path) => {
    const profile = distinct.get(path) as RawProfile;
    const shift = end;
    end += profile.nodes.reduce((max, node) => Math.max(max, node.id), 0);
    return { profile, shift };
  });
  const [root] = parts[0].profile.nodes;
  const shifted = (ids: readonly number[] | undefined, shift: number) => ids?.map((id) => id + shift);
  const children = parts.flatMap(({ profile, shift }) => shifted(profile.nodes[0].children, shift) ?? []);
  const file = await open(output, 'w');
  /** Part by part: the whole is longer than a string may be. */
  const write = async (itemsOf: (profile: RawProfile, shift: number) => readonly unknown[]): Promise<void> => {
    for (const [i, { profile, shift }] of parts.entries())
      await file.write(`${i > 0 ? ',' : ''}${JSON.stringify(itemsOf(profile, shift)).slice(1, -1)}`);
  };
  await file.write(`{"nodes":[${JSON.stringify({ ...root, children })},`);
  await write(({ nodes }, shift) =>
    nodes.slice(1).map((node) => ({ ...node, id: node.id + shift, children: shifted(node.children, shift) })),
  );
  let duration = 0;
  for (const { profile } of parts) for (const delta of profile.timeDeltas) duration += delta;
  await file.write(`],"startTime":0,"endTime":${duration},"samples":[`);
  // Samples of the other roots become samples of the first.
  await write(({ nodes, samples }, shift) => samples.map((id) => (id === nodes[0].id ? root.id : id + shift)));
  await file.write('],"timeDeltas":[');
  await write(({ timeDeltas }) => timeDeltas);
  await file.write(']}');
  await file.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2);
  for (const name of asked.length > 0 ? asked : [...corpusNames, ...corpusLogs]) {
    const path = await corpusFile(name);
    console.log(`${name.padEnd(22)} ${(statSync(path).size / 1e6).toFixed(1).padStart(8)} MB  ${path}`);
  }
}
