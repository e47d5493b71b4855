import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { attempt, type Milliseconds } from '../../core/index.ts';
import { isInPackage, isOnNetwork } from '../../urls/index.ts';
import { forFiles, readRegularFile } from './read-regular-file.ts';

/** Larger maps are left where they are, in bytes. Of the texts of originals that a map does not have, as much is kept. */
const LARGEST_KEPT = 4 * 1024 * 1024;
/** Files of one build are written in any order. */
const BUILD_MS = 2000;

const text = v.string();
const mapSchema = v.looseObject({
  sourceRoot: v.optional(text, ''),
  sources: v.array(v.nullable(text)),
  sourcesContent: v.optional(v.array(v.nullish(text)), []),
});

/**
 * The source map that a file names, with the texts of its originals, for a recording to hold: the next build writes another map
 * in its place. Undefined where it is on no disk, is too large, or is that of a package, which nobody builds.
 */
export async function readKeptMap(script: string, builtAt: Milliseconds, url: string): Promise<string | undefined> {
  const file = isInPackage(script) ? undefined : fileBeside(script, url);
  const found = file && (await stat(file).catch(() => undefined));
  if (!file || !found || found.size > LARGEST_KEPT) return undefined;
  const bytes = await readRegularFile(file);
  return bytes && withTexts(bytes.toString('utf8'), file, builtAt);
}

/** Many maps carry no texts of their originals, `tsc`'s for one. What was edited after the build is not what was built. */
async function withTexts(map: string, file: string, builtAt: Milliseconds): Promise<string> {
  const json = attempt<unknown>(() => JSON.parse(map));
  const parsed = v.safeParse(mapSchema, json);
  if (!parsed.success) return map;
  const { sourceRoot, sources, sourcesContent } = parsed.output;
  const root = sourceRoot === '' || sourceRoot.endsWith('/') ? sourceRoot : `${sourceRoot}/`;
  const missing = sources.flatMap((source, row) =>
    source === null || typeof sourcesContent[row] === 'string' ? [] : [row],
  );
  if (missing.length === 0) return map;
  let room = LARGEST_KEPT;
  const isWanted = ({ mtimeMs, size }: Stats): boolean => {
    const isKept = mtimeMs <= builtAt + BUILD_MS && size <= room;
    if (isKept) room -= size;
    return isKept;
  };
  const texts = await forFiles(missing, (row) => readOriginal(fileBeside(file, `${root}${sources[row]}`), isWanted));
  const all = sources.map((_, row) => sourcesContent[row] ?? null);
  for (const [i, row] of missing.entries()) all[row] = texts[i] ?? null;
  return JSON.stringify({ ...parsed.output, sourcesContent: all });
}

/** A map may name any file: what is no code is nothing for a recording to hold. */
async function readOriginal(
  file: string | undefined,
  isWanted: (found: Stats) => boolean,
): Promise<string | undefined> {
  if (file === undefined || isInPackage(file) || !/\.[cm]?[jt]sx?$/.test(file)) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && isWanted(found) ? (await readRegularFile(file))?.toString('utf8') : undefined;
}

/** The file that a url stands for, seen from another file. */
function fileBeside(file: string, url: string): string | undefined {
  const found = attempt(() => new URL(url, pathToFileURL(file)));
  const place = found?.protocol === 'file:' ? attempt(() => fileURLToPath(found)) : undefined;
  return place === undefined || isOnNetwork(place, process.platform) ? undefined : place;
}
