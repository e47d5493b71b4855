import { basename } from 'node:path';
import type { Files } from './files.ts';
import {
  findMap,
  type FoundMapFile,
  mappingUrlOfFile,
  MAX_MAP_BYTES,
  type MapOwner,
  withoutQuery,
} from './find-map.ts';
import { about, type Findings, mapMismatched, shorten } from '../diagnostics.ts';
import { textOfFile } from './fit.ts';
import { GeneratedText } from './generated-text.ts';
import { once } from '../once.ts';
import { CorruptMapError, type SourceMapData } from '../decode/source-map-data.ts';

/** A script (or an original that was itself generated) whose map is wanted. */
export interface Generated extends MapOwner {
  /** For messages: the path, or the url where there is none. */
  readonly name: string;
  /** SHA-256 of the text that ran, where known. */
  readonly contentHash?: string;
  /** The text that ran, where it is at hand without reading the file. */
  readonly text?: string;
}

export interface LoadedMap {
  readonly data: SourceMapData;
  readonly generated: Generated;
  readonly found: FoundMapFile;
  /** The text that ran, as far as it is certain. */
  readonly text: () => GeneratedText | undefined;
}

/** Why there is no map: none was declared, or one was but is unusable, so that heat is shown on generated lines. */
export interface NoMap {
  readonly data?: undefined;
  readonly isDeclared: boolean;
  /** The text on disk is not what ran: a loader made it in memory. */
  readonly isInMemory?: boolean;
}

/** Finds, checks and parses a generated file's map; what is wrong goes into `report`. */
export function loadMap(generated: Generated, files: Files, report: Findings): LoadedMap | NoMap {
  const found = findMap(generated, files);
  if (found.kind === 'none') return { isDeclared: false };
  if (found.kind === 'found') return parseFound(generated, found, files, report);
  const told = { ...about(generated.name), url: shorten(found.url) };
  if (found.kind === 'too-big') report.add({ code: 'source-map-too-big', ...told, limitBytes: MAX_MAP_BYTES });
  else if (found.kind === 'missing') report.add({ code: 'source-map-missing', ...told });
  else report.add({ code: 'source-map-remote', ...told });
  return { isDeclared: true };
}

function parseFound(generated: Generated, found: FoundMapFile, files: Files, report: Findings): LoadedMap | NoMap {
  if (!found.isRecorded && hasChanged(generated, files)) {
    report.add({ code: 'source-map-stale', severity: 'warning', file: generated.name });
    return { isDeclared: true };
  }
  const { data } = found;
  if (data instanceof CorruptMapError) return rejectMap(generated, found, data.message, files, report);
  const isForeign = !found.isDeclared && data.file !== undefined && basename(data.file) !== basename(generated.name);
  if (isForeign) {
    report.add(mapMismatched(generated.name, found.path, `it was made for ${data.file.slice(-200)}`));
    return { isDeclared: true };
  }
  return { data, generated, found, text: once(() => textOf(generated, found, data, files)) };
}

/** Says why a map is of no use, and whether at least the file on disk is what ran. */
export function rejectMap(
  generated: Generated,
  found: FoundMapFile,
  reason: string,
  files: Files,
  report: Findings,
): NoMap {
  const { name, path } = generated;
  const told = { ...about(name), file: found.path ?? name, generated: name, map: shorten(found.path), reason };
  report.add({ code: 'source-map-corrupt', ...told });
  const onDisk = path === undefined ? undefined : mappingUrlOfFile(path, files);
  return { isDeclared: true, isInMemory: found.isRecorded && onDisk === undefined };
}

function hasChanged(generated: Generated, files: Files): boolean {
  if (generated.contentHash === undefined || generated.path === undefined) return false;
  const hash = files.hash(generated.path);
  return hash !== undefined && hash !== generated.contentHash;
}

/** The text on disk is what ran unless a loader made it in memory: its map then names the script's own file. */
function textOf(
  { path, contentHash, text: known }: Generated,
  found: FoundMapFile,
  data: SourceMapData,
  files: Files,
): GeneratedText | undefined {
  if (known !== undefined) return new GeneratedText(known);
  if (path === undefined) return undefined;
  const own = basename(path);
  if (data.sources.some(({ url }) => url !== undefined && basename(withoutQuery(url)) === own)) return undefined;
  // A map that came with the recording says nothing of the file unless the file names it too.
  if (found.isRecorded && mappingUrlOfFile(path, files) === undefined) return undefined;
  if (contentHash !== undefined && files.hash(path) !== contentHash) return undefined;
  return textOfFile(path, files);
}
