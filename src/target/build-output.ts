import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { decoded, decodeDataUrl, findSourceMapUrl, pathOfUrl } from '../urls/index.ts';
import { attempt } from '../core/attempt.ts';
import { readTsconfigFor, type Tsconfig } from '../typescript/tsconfig.ts';
import { isFile } from '../typescript/typescript-files.ts';

/** A compiled file that stands for a TypeScript source. */
export interface BuildOutput {
  readonly file: string;
  readonly hasSourceMap: boolean;
  /** The source was changed after it was built. */
  readonly isStale: boolean;
  /** How it was found: `tsconfig.json` or `a source map`. */
  readonly foundBy: string;
}

/**
 * The built file of a TypeScript program: where its tsconfig's outDir and rootDir put it, beside it, or the one whose
 * source map names it. Undefined where nothing was built.
 */
export function findBuildOutput(program: string): BuildOutput | undefined {
  const config = readTsconfigFor(program);
  const configFolder = dirname(config?.file ?? program);
  for (const file of placesOf(program, config, configFolder)) {
    const sources = isFile(file) ? sourcesOf(file) : [];
    if (!sources || sources.includes(program)) {
      return describe(file, program, sources !== undefined, config ? basename(config.file) : 'its place');
    }
  }
  const mapped = findByMap(program, configFolder);
  return mapped ? describe(mapped, program, true, 'a source map') : undefined;
}

function describe(file: string, program: string, hasSourceMap: boolean, foundBy: string): BuildOutput {
  return { file, hasSourceMap, isStale: statSync(file).mtimeMs < statSync(program).mtimeMs, foundBy };
}

/**
 * Where the compiler may have put the output. Without rootDir it takes the folder that all sources share: each one from the
 * tsconfig's down to the program's may be it.
 */
function placesOf(program: string, config: Tsconfig | undefined, configFolder: string): string[] {
  const folder = dirname(program);
  const name = basename(program).replace(/\.([mc]?)tsx?$/, '.$1js');
  const outDir = config?.outDir;
  if (outDir === undefined) return [join(folder, name)];
  const below = relative(configFolder, folder).split(sep);
  const roots = config?.rootDir
    ? [config.rootDir]
    : [configFolder, ...below.map((_, i) => join(configFolder, ...below.slice(0, i + 1)))];
  return roots.map((root) => join(outDir, relative(root, folder), name));
}

interface MapHead {
  readonly sources?: readonly (string | null)[];
  readonly sourceRoot?: string;
  readonly sections?: readonly { readonly map?: MapHead }[];
}

/** Absolute paths of a built file's sources; undefined without a readable map. */
function sourcesOf(built: string): string[] | undefined {
  return attempt(() => {
    const map = readMap(built);
    const heads = map.sections?.map((section) => section.map ?? {}) ?? [map];
    return heads.flatMap((head) =>
      (head.sources ?? []).map((source) => {
        const path = (head.sourceRoot ?? '') + (source ?? '');
        return pathOfUrl(path) ?? spelledAsFile(resolve(dirname(built), path));
      }),
    );
  });
}

/** Sources are urls, but many tools write plain paths. */
const spelledAsFile = (path: string): string => (existsSync(path) ? path : decoded(path));

function readMap(built: string): MapHead {
  const inline = decodeDataUrl(findSourceMapUrl(readFileSync(built, 'utf8')) ?? '');
  return JSON.parse((inline ?? readFileSync(`${built}.map`)).toString()) as MapHead;
}

const MOST_FOLDER_ENTRIES = 3000;

function findByMap(program: string, folder: string): string | undefined {
  let left = MOST_FOLDER_ENTRIES;
  const folders = [folder];
  for (let i = 0; i < folders.length && left > 0; i++) {
    for (const entry of attempt(() => readdirSync(folders[i], { withFileTypes: true })) ?? []) {
      if (left-- <= 0) break;
      const path = join(folders[i], entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(path);
      else if (/\.[mc]?js\.map$/.test(entry.name) && isEntryOf(path.slice(0, -4), program)) return path.slice(0, -4);
    }
  }
  return undefined;
}

/** Compiled alone, or the last of a bundle's sources: bundlers put what is imported before what imports it. */
function isEntryOf(built: string, program: string): boolean {
  return isFile(built) && sourcesOf(built)?.at(-1) === program;
}
