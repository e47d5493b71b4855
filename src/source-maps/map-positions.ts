import {
  type CancelSignal,
  Category,
  categoryOfSource,
  type IndexColumn,
  type Mapping,
  type MappingRequest,
  type PositionIndex,
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
import { toEditorLines } from './resolve/editor-lines.ts';
import { nameFrames, namePositions } from './resolve/frame-names.ts';
import { mapScript, throwIfAborted } from './resolve/map-script.ts';
import { type AskedScript, askedScripts, beginWork, type Places, type Work } from './resolve/mapping-work.ts';
import { isOnDisk, keepAsIs, placeFrames } from './resolve/place-frames.ts';

export interface MappingOptions extends Partial<Places> {
  /** What earlier mappings found out, to be kept and passed again: without it nothing outlives this one. */
  readonly cache?: MapCache;
  readonly signal?: CancelSignal | undefined;
}

/** Maps a whole profile to original positions. Reads files, so it belongs off the main thread. Never throws but when cancelled. */
export function mapPositions(
  request: MappingRequest,
  { folders = [], moves, within, cache = createMapCache(), signal }: MappingOptions = {},
): Mapping {
  const work = beginWork(request, { folders, moves, within }, cache, signal);
  for (const asked of askedScripts(request, { folders, files: work.files })) {
    throwIfAborted(signal);
    mapOne(work, asked);
  }
  dropImpossible(work);
  toEditorLines(work);
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
  if (isForeign && loaded.text() && generated.path && !isOnDisk(work, asked, generated.path)) return { isDeclared: true };
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
  const { line, column } = work.request.positions;
  const names = namePositions(work.request, loaded, frames);
  const asked = {
    line: gather(line, rows, names.line),
    column: gather(column, rows, names.column),
    firstName: rows.length,
  };
  const outcomes = mapScript(work, loaded, asked);
  if (outcomes === undefined) return false;
  if (outcomes.coarse > 0) {
    const { path: map } = loaded.found;
    work.report.add({ code: 'source-map-without-columns', ...about(loaded.generated.name), map: map && shorten(map) });
  }
  rows.forEach((row, i) => {
    copyPlace(outcomes, i, work.positions, row);
    if (outcomes.source[i] >= 0) work.positions.precision[row] = Precision.exact;
  });
  placeFrames(work, loaded, frames);
  if (!loaded.found.isRecorded) checkBegins(work, frames);
  for (const named of outcomes.names) nameFrames(work.frames.name, names.frame, rows.length, named);
  return true;
}

/** A column of the positions asked: those of the profile's rows, then those of names. */
function gather(values: Int32Array, rows: IndexColumn<PositionIndex>, ofNames: Int32Array): Int32Array {
  const all = new Int32Array(rows.length + ofNames.length);
  for (let i = 0; i < rows.length; i++) all[i] = values[rows[i]];
  all.set(ofNames, rows.length);
  return all;
}
