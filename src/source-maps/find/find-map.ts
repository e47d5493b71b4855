import { basename, dirname, join } from 'node:path';
import type { Script } from '../../core/index.ts';
import { decodeDataUrl, decoded, findSourceMapUrl } from '../../urls/index.ts';
import { type Files, hashOf } from './files.ts';
import { textOfFile } from './fit.ts';
import { parseMap } from '../decode/parse-map.ts';
import { CorruptMapError, type SourceMapData } from '../decode/source-map-data.ts';

/** Larger maps are not read. */
export const MAX_MAP_BYTES = 512 * 1024 * 1024;

/** Where a script's source map was found, or what is known of it otherwise. */
export type FoundMap =
  { readonly kind: 'none' } | { readonly kind: 'missing' | 'remote' | 'too-big'; readonly url: string } | FoundMapFile;

export interface FoundMapFile {
  readonly kind: 'found';
  /** The map taken apart, or why that cannot be done. */
  readonly data: SourceMapData | CorruptMapError;
  /** What messages call it: its path, or undefined for a map inside the script. */
  readonly path?: string;
  /** The file that relative sources start from: the map itself, or the script that carries it. */
  readonly base?: string;
  /** The map came with the recording, not from disk: it fits what ran, whatever is on disk now. */
  readonly isRecorded: boolean;
  /** False for a `.map` that merely stands beside the file, without a word about it in the file. */
  readonly isDeclared: boolean;
}

/** A script or an original that may have a map. `path`: where it is on disk. */
export type MapOwner = Pick<Script, 'sourceMap' | 'sourceMapUrl'> & { readonly path?: string };

/**
 * Finds a script's map: the one in the recording, the one its url names, the one that the file on disk names in its
 * last lines, the `.map` beside it. Nothing is ever fetched from a network.
 */
export function findMap(owner: MapOwner, files: Files): FoundMap {
  const url = owner.sourceMapUrl ?? '';
  const { sourceMap } = owner;
  if (sourceMap !== undefined) {
    const path = url === '' || /^data:/i.test(url) ? undefined : files.fileAt(url, owner.path);
    const base = path ?? owner.path;
    return {
      kind: 'found',
      data: files.rememberText('map', hashOf(sourceMap), () => parseText(Buffer.from(sourceMap)), heldBytes),
      isRecorded: true,
      isDeclared: true,
      ...(path && { path }),
      ...(base && { base }),
    };
  }
  if (url !== '') return mapAt(url, owner.path, true, files);
  if (owner.path === undefined || files.facts(owner.path) === undefined) return { kind: 'none' };
  const named = mappingUrlOfFile(owner.path, files);
  if (named !== undefined) return mapAt(named, owner.path, false, files);
  const beside = `${owner.path}.map`;
  if (files.facts(beside) === undefined) return { kind: 'none' };
  return readMap(beside, beside, false, files);
}

/** The url in the last lines of a file. */
export const mappingUrlOfFile = (path: string, files: Files): string | undefined =>
  findSourceMapUrl(textOfFile(path, files)?.text ?? '');

function mapAt(url: string, owner: string | undefined, isRecorded: boolean, files: Files): FoundMap {
  if (/^data:/i.test(url)) {
    const data = files.rememberText('data url', hashOf(url), () => parseIfRead(decodeDataUrl(url)), heldBytes);
    const found = data ?? new CorruptMapError('its data url cannot be decoded');
    return { kind: 'found', data: found, isRecorded, isDeclared: true, ...(owner && { base: owner }) };
  }
  const path = files.fileAt(url, owner);
  const isThere = (each: string): boolean => files.facts(each) !== undefined;
  const existing = path === undefined ? undefined : spellingsOf(path).find(isThere);
  if (existing !== undefined) return readMap(existing, url, true, files);
  // Wherever the built files were before, the map still lies beside its file.
  const beside = owner && spellingsOf(basename(url)).find((name) => isThere(join(dirname(owner), name)));
  if (owner && beside) return readMap(join(dirname(owner), beside), url, false, files);
  return { kind: /^(https?|wss?):/i.test(url) ? 'remote' : 'missing', url };
}

function readMap(path: string, url: string, isDeclared: boolean, files: Files): FoundMap {
  const facts = files.facts(path);
  if (facts === undefined) return { kind: 'missing', url };
  if (facts.size > MAX_MAP_BYTES) return { kind: 'too-big', url };
  // Bypasses the cache of files read last: the parsed map keeps what it needs of the bytes.
  const data = files.remember('map', path, () => parseIfRead(files.readOnce(path)), heldBytes);
  if (data === undefined) return { kind: 'missing', url };
  return { kind: 'found', data, path, base: path, isRecorded: false, isDeclared };
}

const parseIfRead = (bytes: Buffer | undefined) => bytes && parseText(bytes);

function parseText(bytes: Buffer): SourceMapData | CorruptMapError {
  try {
    if (bytes.length > MAX_MAP_BYTES) throw new CorruptMapError(`it is larger than ${MAX_MAP_BYTES / 1024 / 1024} MB`);
    return parseMap(bytes);
  } catch (error) {
    if (error instanceof CorruptMapError) return error;
    throw error;
  }
}

const heldBytes = (data: SourceMapData | CorruptMapError | undefined) =>
  data === undefined || data instanceof CorruptMapError ? 0 : data.heldBytes;

const spellingsOf = (path: string): string[] =>
  [path, withoutQuery(path.split('#', 1)[0])].flatMap((each) => [each, decoded(each)]);

// No regular expressions that could take quadratic time: urls come from files and have any length.

/** A url up to its first question mark. */
export const withoutQuery = (url: string): string => url.split('?', 1)[0];
