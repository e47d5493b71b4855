import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSourceMapUrl, parseDataUrl } from '../urls/index.ts';
import { readTsconfigFor } from '../typescript/tsconfig.ts';
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
  const configFolder = config ? dirname(config.file) : dirname(program);
  const built = config?.outDir
    ? outputsOf(program, config.outDir, config.rootDir, configFolder)
    : [outputIn(dirname(program), program)];
  for (const file of built) {
    if (isFile(file) && mapNames(file, program) !== false)
      return describe(file, program, config ? basename(config.file) : 'its place');
  }
  const mapped = findByMap(program, configFolder);
  return mapped ? describe(mapped, program, 'a source map') : undefined;
}

function describe(file: string, program: string, foundBy: string): BuildOutput {
  return {
    file,
    hasSourceMap: mapNames(file, program) === true,
    isStale: statSync(file).mtimeMs < statSync(program).mtimeMs,
    foundBy,
  };
}

function outputIn(folder: string, path: string): string {
  const name = basename(path).replace(/\.([mc]?)tsx?$/, '.$1js');
  return join(folder, name);
}

/** Without rootDir TypeScript takes the folder that all sources share: each one between program and config may be it. */
function outputsOf(program: string, outDir: string, rootDir: string | undefined, configFolder: string): string[] {
  const roots: string[] = [];
  if (rootDir) roots.push(rootDir);
  else
    for (let folder = configFolder; ;) {
      roots.push(folder);
      const next = relative(folder, dirname(program)).split(sep)[0];
      if (!next || next === '..') break;
      folder = join(folder, next);
    }
  return roots.map((root) => outputIn(join(outDir, relative(root, dirname(program))), program));
}

interface MapHead {
  readonly sources?: readonly (string | null)[];
  readonly sourceRoot?: string;
  readonly sections?: readonly { readonly map?: MapHead }[];
}

/** Absolute paths of a built file's sources; undefined without a readable map. */
function sourcesOf(built: string): string[] | undefined {
  try {
    const map = readMap(built);
    const heads = map.sections?.map((section) => section.map ?? {}) ?? [map];
    return heads.flatMap((head) =>
      (head.sources ?? []).map((source) => {
        const path = (head.sourceRoot ?? '') + (source ?? '');
        return path.startsWith('file:') ? fileURLToPath(path) : resolve(dirname(built), path);
      }),
    );
  } catch {
    return undefined;
  }
}

function readMap(built: string): MapHead {
  const inline = parseDataUrl(findSourceMapUrl(readFileSync(built, 'utf8')) ?? '');
  const text = inline
    ? Buffer.from(inline.body, inline.encoding).toString(inline.charset)
    : readFileSync(`${built}.map`, 'utf8');
  return JSON.parse(text) as MapHead;
}

/** Whether the file's map names the program; undefined: it has no map. */
function mapNames(built: string, program: string): boolean | undefined {
  return sourcesOf(built)?.includes(program);
}

const mostFolderEntries = 3000;

function findByMap(program: string, folder: string): string | undefined {
  let left = mostFolderEntries;
  const folders = [folder];
  for (let i = 0; i < folders.length && left > 0; i++) {
    for (const entry of readEntries(folders[i])) {
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

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
