import {
  appendRows,
  Category,
  categoryOfSource,
  type Mapping,
  type MappingRequest,
  pickRows,
  Precision,
  type Source,
} from '../core/index.ts';
import { copyPlace } from './decode/placed-rows.ts';
import { CorruptMapError } from './decode/source-map-data.ts';
import { MismatchedMapError } from './find/fit.ts';
import { packageOfOtherLanguage } from './find/other-languages.ts';
import { loadMap, type LoadedMap, type NoMap, rejectMap } from './find/loaded-map.ts';
import { createMapCache, type MapCache } from './find/map-cache.ts';
import { about, mapMismatched, shorten } from './diagnostics.ts';
import { checkBegins, dropImpossible, dropUnran } from './resolve/drop-impossible.ts';
import { namePositions } from './resolve/frame-names.ts';
import { mapScript } from './resolve/map-script.ts';
import { type AskedScript, askedScripts, beginWork, type Places, type Work } from './resolve/mapping-work.ts';
import { isOnDisk, keepAsIs, placeFrames } from './resolve/place-frames.ts';

export interface MappingOptions extends Partial<Places> {
  /** What earlier mappings found out, to be kept and passed again: without it nothing outlives this one. */
  readonly cache?: MapCache;
}

/** Maps a whole profile to original positions. Reads files, so it belongs off the main thread. Never throws. */
export function mapPositions(
  request: MappingRequest,
  { folders = [], cache = createMapCache(), ...places }: MappingOptions = {},
): Mapping {
  const work = beginWork(request, { ...places, folders }, cache);
  for (const asked of askedScripts(work)) mapOne(work, asked);
  followMaps(work);
  dropImpossible(work);
  const { positions, report } = work;
  return {
    sources: work.sources.list.map((source) => withPackage(source, work)),
    positions,
    frames: work.frames,
    diagnostics: report.list(),
  };
}

/** Own code's package is the nearest one; package managers' own files and bundlers' runtimes lie in somebody else's. */
function withPackage(source: Source, { packageOf }: Work): Source {
  const { path, isFile } = source;
  const installed = packageOfOtherLanguage(path);
  if (installed) return { ...source, isOfPackage: true, package: installed };
  const isOwn = isFile && categoryOfSource(source) === Category.own;
  const found = source.package ?? (isOwn || path.includes('node_modules') ? packageOf(path) : undefined);
  return found ? { ...source, package: found } : source;
}

function mapOne(work: Work, asked: AskedScript): void {
  const { generated, script } = asked;
  const { path, sourceMap, sourceMapUrl } = generated;
  const isLocal = path !== undefined || sourceMap !== undefined || sourceMapUrl !== undefined;
  // React makes functions of no lines for its stack traces (`about://React/…`).
  const mayHaveMap = isLocal && script.isOriginal !== true && !script.url.startsWith('about:');
  const loaded: LoadedMap | NoMap = mayHaveMap ? loadMap(generated, work.files, work.report) : { isDeclared: false };
  const rejected = loaded.data === undefined ? loaded : tryMap(work, loaded, asked);
  if (rejected !== undefined) keepAsIs(work, asked, rejected);
  dropUnran(work, asked);
}

/** Maps through a map; what is to be shown instead where that cannot be done. */
function tryMap(work: Work, loaded: LoadedMap, asked: AskedScript): NoMap | undefined {
  const { generated, found } = loaded;
  // A recording of ours knows the text by its hash.
  const isForeign = generated.contentHash === undefined && generated.text === undefined && !found.isRecorded;
  if (isForeign && loaded.text() && generated.path && !isOnDisk(work, asked, generated.path))
    return { isDeclared: true };
  try {
    if (mapThrough(work, loaded, asked)) return undefined;
    work.report.add({ code: 'source-map-empty', severity: 'info', file: generated.name });
  } catch (error) {
    if (error instanceof CorruptMapError) return rejectMap(generated, found, error.message, work.files, work.report);
    if (!(error instanceof MismatchedMapError)) throw error;
    work.report.add(mapMismatched(generated.name, found.path, error.message));
  }
  return { isDeclared: true };
}

/** Maps a script's positions and functions; false where its map maps nothing at all. */
function mapThrough(work: Work, loaded: LoadedMap, { rows, frames }: AskedScript): boolean {
  const { line, column } = pickRows(work.request.positions, rows);
  const names = namePositions(work.request, loaded, frames);
  const asked = {
    line: appendRows(
      line,
      names.map((name) => name.line),
    ),
    column: appendRows(
      column,
      names.map((name) => name.column),
    ),
    firstName: rows.length,
  };
  const outcomes = mapScript(work, loaded, asked);
  if (outcomes === undefined) return false;
  if (outcomes.coarse > 0) {
    const map = shorten(loaded.found.path);
    work.report.add({ code: 'source-map-without-columns', ...about(loaded.generated.name), map });
  }
  rows.forEach((row, i) => {
    copyPlace(outcomes, i, work.positions, row);
    if (outcomes.source[i] >= 0) work.positions.precision[row] = Precision.exact;
  });
  placeFrames(work, loaded, frames);
  if (!loaded.found.isRecorded) checkBegins(work, frames);
  outcomes.named.forEach((row, i) => {
    const name = outcomes.names[i];
    if (name !== undefined) work.frames.name[names[row - rows.length].frame] = name;
  });
  return true;
}

/**
 * Places that are in an original with a map of its own, as compiled packages have in a bundle, are where that leads. Each such map is
 * followed once; where it has no place, or cannot be used, the original is its own answer.
 */
function followMaps(work: Work): void {
  const { sources, chains, positions, frames } = work;
  for (let at = 0; at < sources.list.length; at++) {
    const chain = chains.get(at);
    for (const placed of chain ? [positions, frames] : []) {
      const rows = [...placed.source.keys()].filter((row) => placed.source[row] === at);
      const [line, column] = [placed.line, placed.column].map((values) => Int32Array.from(rows, (row) => values[row]));
      const found = unlessUnusable(() => mapScript(work, chain as LoadedMap, { line, column, firstName: rows.length }));
      rows.forEach((row, i) => found && found.source[i] >= 0 && copyPlace(found, i, placed, row));
    }
  }
}

function unlessUnusable<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof CorruptMapError || error instanceof MismatchedMapError) return undefined;
    throw error;
  }
}
