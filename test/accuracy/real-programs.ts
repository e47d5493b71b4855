import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installedPackages } from '../support/installed-packages.ts';
import { cacheFolder } from '../support/nodes.ts';
import { Random } from '../support/random.ts';
import { findPlaces, type HeatLine, heatKinds, injectHeat } from './inject-heat.ts';
import { type MeasuredProgram, phasesIn, runMeasured } from './record.ts';

const driversFolder = path.join(import.meta.dirname, 'real');

/** acorn is what terser parses with. */
const versions = ['acorn@8.19.0', 'terser@5.51.2', 'handlebars@4.7.10'];

/** Real programs that do a fixed piece of work: a driver in `real/`, and the folder of their package whose scripts get heat. */
const realPrograms: Readonly<Record<string, { readonly driver: string; readonly scripts: string }>> = {
  terser: { driver: 'terser.mjs', scripts: 'lib' },
  handlebars: { driver: 'handlebars.cjs', scripts: 'dist/cjs' },
};

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
export async function buildReal(name: string, folder: string): Promise<MeasuredProgram> {
  const { driver, scripts } = realPrograms[name];
  const modules = path.join(folder, 'node_modules');
  await rm(folder, { recursive: true, force: true });
  await mkdir(modules, { recursive: true });
  await linkModules(await installedPackages(path.join(cacheFolder, 'real-programs'), versions), modules, name);
  for (const file of [driver, 'heat.cjs']) await cp(path.join(driversFolder, file), path.join(folder, file));
  await cp(path.join(import.meta.dirname, 'clock.cjs'), path.join(folder, 'clock.cjs'));
  const lines = await injectLines(path.join(modules, name, scripts));
  const program = { program: path.join(folder, driver), nodeArgs: [] };
  const counts = phasesIn(await runMeasured({ program, node: process.execPath, intervalUs: 0, folder }, []), program);
  return { ...program, lines: await planHeat(folder, lines, counts) };
}

/** Injects lines that can burn time at random places of a folder's scripts. */
async function injectLines(folder: string): Promise<readonly HeatLine[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.[cm]?js$/.test(name));
  const random = new Random(SEED);
  const texts = new Map<string, string>();
  for (const file of names.map((name) => path.join(folder, name)).sort())
    texts.set(file, withoutMap(await readFile(file, 'utf8')));
  const places = [...texts].flatMap(([file, text]) => findPlaces(file, text).map((line) => ({ file, line })));
  const chosen = random.choose(places, TRIED);
  const lines: HeatLine[] = [];
  for (const [file, original] of texts) {
    const own = chosen.filter((place) => place.file === file).map(({ line }) => line);
    if (own.length === 0) continue;
    const kinds = own.map(() => random.pick(heatKinds));
    const { text, heat } = injectHeat(original, own, kinds, lines.length);
    await writeFile(file, text);
    lines.push(...heat.map((line) => ({ ...line, file })));
  }
  return lines;
}

/** Chooses the lines that burn, by how often each runs, and writes the plan that `heat.cjs` reads. */
async function planHeat(
  folder: string,
  lines: readonly HeatLine[],
  counts: Readonly<Record<string, number>>,
): Promise<readonly HeatLine[]> {
  const random = new Random(SEED);
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

/** The package that is changed is copied, all others linked. */
async function linkModules(from: string, to: string, copied: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (name === copied) await cp(path.join(from, name), path.join(to, name), { recursive: true, filter: isNoMap });
    else if (!name.startsWith('.')) await symlink(path.join(from, name), path.join(to, name), 'junction');
  }
}
