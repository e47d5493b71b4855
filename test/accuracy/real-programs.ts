import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installedPackages } from '../support/installed-packages.ts';
import { cacheFolder } from '../support/nodes.ts';
import { Random } from '../support/random.ts';
import { findPlaces, type HeatLine, heatKinds, injectHeat } from './inject-heat.ts';
import { type MeasuredProgram, phasesIn, runMeasured } from './record.ts';
import type { RunnableProgram } from './variants.ts';

const driversFolder = path.join(import.meta.dirname, 'real');

const versions = [
  'acorn@8.19.0',
  'terser@5.51.2',
  '@babel/parser@7.29.14',
  '@babel/traverse@7.29.14',
  '@babel/generator@7.29.14',
  'eslint@9.39.5',
  'prettier@3.10.1',
  'webpack@5.112.2',
  'handlebars@4.7.10',
];

/** A real program that does a fixed piece of work. */
export interface RealProgram {
  readonly name: string;
  /** In `real/`. */
  readonly driver: string;
  /** Packages that get heat, and the folders or files in them that the program runs. */
  readonly injected: Readonly<Record<string, readonly string[]>>;
}

export const realPrograms: readonly RealProgram[] = [
  { name: 'acorn', driver: 'acorn.mjs', injected: { acorn: ['dist/acorn.mjs'] } },
  { name: 'terser', driver: 'terser.mjs', injected: { terser: ['lib'] } },
  {
    name: 'babel',
    driver: 'babel.cjs',
    injected: { '@babel/parser': ['lib'], '@babel/traverse': ['lib'], '@babel/generator': ['lib'] },
  },
  { name: 'eslint', driver: 'eslint.mjs', injected: { eslint: ['lib'] } },
  { name: 'prettier', driver: 'prettier.mjs', injected: { prettier: ['index.mjs'] } },
  { name: 'webpack', driver: 'webpack.cjs', injected: { webpack: ['lib'] } },
  { name: 'handlebars', driver: 'handlebars.cjs', injected: { handlebars: ['dist/cjs'] } },
];

/** Lines that are tried, of which those that run often enough are taken, and how many. */
const TRIED = 1500;
const TAKEN = 12;
/** Executions that a line needs, so that its heat comes in many pieces. */
const ENOUGH = 20;
const PIECES = 40;
/** CPU time of each line, in milliseconds. */
const LEAST = 10;
const MOST = 80;

/** For the places of injected lines: the same seed, the same places. */
const SEED = 1;

/** Injects lines into a program, runs it once to see how often each runs, and chooses those that burn. */
export async function buildReal(real: RealProgram, folder: string): Promise<MeasuredProgram> {
  const heated = await buildHeated(real, SEED, folder);
  const { program } = heated;
  const output = await runMeasured({ program, node: process.execPath, intervalUs: 0, folder }, []);
  return { ...program, lines: await planHeat(heated, phasesIn(output, program), SEED) };
}

/** A real program with lines that can burn time, in a folder of its own. */
interface HeatedProgram {
  readonly program: RunnableProgram;
  readonly lines: readonly HeatLine[];
  readonly folder: string;
}

/** Copies a program into a folder and injects lines at random places (same seed, same places). */
async function buildHeated(real: RealProgram, seed: number, folder: string): Promise<HeatedProgram> {
  const modules = await installedPackages(path.join(cacheFolder, 'real-programs'), versions);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await linkModules(modules, path.join(folder, 'node_modules'), Object.keys(real.injected));
  for (const name of [real.driver, 'heat.cjs']) await cp(path.join(driversFolder, name), path.join(folder, name));
  await cp(path.join(import.meta.dirname, 'clock.cjs'), path.join(folder, 'clock.cjs'));
  const files = await scriptsOf(real, path.join(folder, 'node_modules'));
  const random = new Random(seed);
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, withoutMap(await readFile(file, 'utf8')));
  const places = [...texts].flatMap(([file, text]) => findPlaces(file, text).map((line) => ({ file, line })));
  const lines: HeatLine[] = [];
  const chosen = random.choose(places, TRIED);
  for (const file of files) {
    const own = chosen.filter((place) => place.file === file);
    if (own.length === 0) continue;
    const kinds = own.map(() => random.pick(heatKinds));
    const { text, heat } = injectHeat(
      texts.get(file) ?? '',
      own.map(({ line }) => line),
      kinds,
      lines.length,
    );
    await writeFile(file, text);
    lines.push(...heat.map((line) => ({ ...line, file })));
  }
  return { program: { program: path.join(folder, real.driver), nodeArgs: [] }, lines, folder };
}

/** Chooses the lines that burn, by how often each runs, and writes the plan that `heat.cjs` reads. */
async function planHeat(
  { folder, lines }: HeatedProgram,
  counts: Readonly<Record<string, number>>,
  seed: number,
): Promise<readonly HeatLine[]> {
  const random = new Random(seed);
  const often = lines.filter(({ id }) => (counts[id] ?? 0) >= ENOUGH);
  const chosen = random.choose(often, TAKEN);
  const plan: Record<string, { every: number; rounds: number }> = {};
  for (const { id, kind } of chosen) {
    const pieces = Math.min(counts[id], PIECES);
    const nanoseconds = 1e6 * (LEAST + random.share() * (MOST - LEAST));
    plan[id] = {
      every: Math.floor(counts[id] / pieces),
      rounds: Math.ceil(nanoseconds / pieces / kind.nanoseconds),
    };
  }
  await writeFile(path.join(folder, 'heat-plan.json'), JSON.stringify(plan));
  return chosen;
}

/** Maps of changed scripts no longer fit. */
const isNoMap = (file: string): boolean => !file.endsWith('.map');
const withoutMap = (text: string): string => text.replace(/^\/\/# sourceMappingURL=.*/gm, '');

/** The packages that are changed are copied, all others linked. */
async function linkModules(from: string, to: string, copied: readonly string[]): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('.')) continue;
    const packages = name.startsWith('@')
      ? (await readdir(path.join(from, name))).map((inner) => `${name}/${inner}`)
      : [name];
    if (name.startsWith('@')) await mkdir(path.join(to, name), { recursive: true });
    for (const one of packages) {
      if (copied.includes(one))
        await cp(path.join(from, one), path.join(to, one), { recursive: true, filter: isNoMap });
      else await symlink(path.join(from, one), path.join(to, one), 'junction');
    }
  }
}

async function scriptsOf({ injected }: RealProgram, modules: string): Promise<string[]> {
  const files: string[] = [];
  for (const [name, entries] of Object.entries(injected)) {
    for (const entry of entries) {
      const place = path.join(modules, name, entry);
      const inside = /\.[cm]?js$/.test(entry) ? [''] : await readdir(place, { recursive: true });
      files.push(...inside.map((file) => path.join(place, file)).filter((file) => /\.[cm]?js$/.test(file)));
    }
  }
  return files.sort();
}
