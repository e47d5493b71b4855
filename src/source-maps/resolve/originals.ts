import { type Source } from '../../core/index.ts';
import { findSourceMapUrl, isInPackage, isServed } from '../../urls/index.ts';
import { textOfContent, textOfFile } from '../find/fit.ts';
import { isInside } from '../find/file-access.ts';
import type { GeneratedText } from '../find/generated-text.ts';
import { type Files, hashOf } from '../find/files.ts';
import { withoutQuery } from '../find/find-map.ts';
import { about, Findings } from '../diagnostics.ts';
import { loadMap, type LoadedMap } from '../find/loaded-map.ts';
import type { Work } from './mapping-work.ts';
import { resolveSource, isTextOf } from './resolve-source.ts';
import type { MapSource } from '../decode/source-map-data.ts';

/** What one row of a map's sources stands for. */
export interface Original {
  readonly source: Source;
  /** How many characters a line (1-based) of it had when it was built; undefined where that is not known. */
  readonly lengthOf: (line: number) => number | undefined;
  /** The original's own map, where it is itself generated code. */
  readonly chain?: LoadedMap;
}

/** An original, found when it is first asked for: a map of a thousand sources has few that were hot. */
export function originalOf(work: Work, loaded: LoadedMap, row: number): Original | undefined {
  const rows = work.originals.get(loaded) ?? new Map<number, Original | undefined>();
  work.originals.set(loaded, rows);
  if (!rows.has(row)) rows.set(row, findOriginal(loaded, row, work));
  return rows.get(row);
}

function findOriginal(loaded: LoadedMap, row: number, work: Work): Original | undefined {
  const mapSource = loaded.data.sources[row];
  const { url } = mapSource;
  if (url === undefined) return undefined;
  const { generated } = loaded;
  const served = isServed(generated.name) ? generated.name : undefined;
  const places = { ...work, base: loaded.found.base ?? served, generated: generated.path };
  const { path, isFile, exists } = resolveSource(url, mapSource, places);
  const text = exists || !mayShow(loaded, work) ? undefined : mapSource.content();
  const { hash, isChanged, namesNoMap }: Comparison = exists
    ? compare(path, row, loaded, work)
    : { isChanged: false, ...(text !== undefined && { hash: hashOf(text) }) };
  const source: Source = {
    path,
    isFile,
    isGenerated: false,
    ...(mapSource.isIgnored
      ? { isOfPackage: true }
      : !exists && (packageOfLost(url, path, generated.path, work) ?? { isElsewhere: true })),
    ...(hash && { contentHash: hash }),
    ...(text !== undefined && { content: text }),
  };
  let read: GeneratedText | undefined;
  const lengthOf = (line: number) => {
    if (read === undefined) {
      const built = isChanged ? mapSource.content() : text;
      read = built === undefined ? textOfFile(path, work.files) : textOfContent(built, hash, work.files);
    }
    return read && line <= read.lines ? read.lengthOf(line) : undefined;
  };
  if (isChanged || path === generated.path) return { source, lengthOf };
  const chain = mayHaveMap(path, namesNoMap, work.files) ? loadChain(path, exists, text, work) : undefined;
  return { source, lengthOf, ...(chain && { chain }) };
}

/**
 * The package of an original that is on no disk: the one whose file has the map, unless the map or the path names another. A
 * relative url may lead beside it, as to `node_modules/src`, which is no package. Undefined where no package's file has the map.
 */
function packageOfLost(
  url: string,
  path: string,
  generated: string | undefined,
  { packageOf }: Work,
): Pick<Source, 'isOfPackage' | 'package'> | undefined {
  if (generated === undefined || !isInPackage(generated)) return undefined;
  const named = packageOf(path);
  const isNamed = /(?:^|[\\/])node_modules[\\/]/.test(url) || named?.version !== undefined;
  return { isOfPackage: true, package: isNamed ? named : packageOf(generated) };
}

/** Whether texts that a map carries may be shown: a recording may name maps of other projects. */
const mayShow = ({ found: { isRecorded, base } }: LoadedMap, { within }: Work): boolean =>
  within === undefined || isRecorded || (base !== undefined && isInside(within, base));

interface Comparison {
  readonly hash?: string;
  /** The file on disk is not what the generated code was built from. */
  readonly isChanged: boolean;
  /** The file surely has no comment that names a map of its own. */
  readonly namesNoMap?: boolean;
}

/** The hash of the text that was built, and whether the file on disk still is that text. */
function compare(path: string, row: number, loaded: LoadedMap, work: Work): Comparison {
  const { generated } = loaded;
  const { files, report, cache } = work;
  if (path === generated.path && generated.contentHash !== undefined) {
    return { hash: generated.contentHash, isChanged: false };
  }
  const mapSource = loaded.data.sources[row];
  const comparison = files.remember(`compared to ${cache.idOf(loaded.data)} ${row}`, path, () =>
    compareBytes(path, mapSource, files),
  );
  if (comparison !== undefined) {
    if (comparison.isChanged) report.add({ code: 'source-changed', ...about(path), generated: generated.name });
    return comparison;
  }
  // Installing a package writes its files in any order.
  if (!isInPackage(generated.path ?? '') && isNewer(path, loaded, files)) {
    report.add({ code: 'source-newer', severity: 'info', file: path, generated: generated.name });
    return { isChanged: false };
  }
  return { hash: files.hash(path), isChanged: false };
}

/** Undefined where the map does not carry the text, or the file cannot be read. */
function compareBytes(path: string, mapSource: MapSource, files: Files): Comparison | undefined {
  const content = mapSource.content();
  if (content === undefined) return undefined;
  const bytes = files.read(path);
  const text = bytes?.toString('utf8');
  // The editor compares with the file's bytes: a byte order mark or other line ends are no change.
  if (bytes !== undefined && text !== undefined && isTextOf(text, content)) {
    return {
      hash: hashOf(bytes),
      isChanged: false,
      namesNoMap: !isScript(path) || findSourceMapUrl(text) === undefined,
    };
  }
  return { hash: hashOf(content), isChanged: bytes !== undefined };
}

/** Whether an original may have been edited since the build, of whose text nothing is known. */
function isNewer(path: string, { generated }: LoadedMap, files: Files): boolean {
  const source = files.facts(path);
  if (path === generated.path || generated.path === undefined || source === undefined) return false;
  // A file that is not what ran does not tell when that was built.
  if (generated.contentHash !== undefined && files.hash(generated.path) !== generated.contentHash)
    return !isInPackage(path);
  const built = files.facts(generated.path);
  return built !== undefined && source.modified > built.modified + 2000;
}

/** Cheap, as nearly no original has one. */
function mayHaveMap(path: string, namesNoMap: boolean | undefined, files: Files): boolean {
  if (!isScript(path)) return false;
  return namesNoMap !== true || files.facts(`${path}.map`) !== undefined;
}

const isScript = (path: string): boolean => /\.[cm]?jsx?$/i.test(withoutQuery(path));

/**
 * The map of an original that was itself compiled, if its own originals can be shown. `content` is the original's text
 * where it is not on disk; a file that is there has been found to be what was built.
 */
function loadChain(path: string, exists: boolean, content: string | undefined, work: Work): LoadedMap | undefined {
  const url = content === undefined ? undefined : findSourceMapUrl(content);
  if (!exists && url === undefined) return undefined;
  const owner = { path, name: path, sourceMapUrl: url, text: content };
  // A dependency whose map was not published is nothing to report: its compiled file is a fine answer.
  const loaded = loadMap(owner, work.files, new Findings());
  if (loaded.data === undefined) return undefined;
  return loaded.data.sources.some((_, row) => canShow(loaded, row, work)) ? loaded : undefined;
}

function canShow(loaded: LoadedMap, row: number, work: Work): boolean {
  const mapSource = loaded.data.sources[row];
  const { url } = mapSource;
  if (url === undefined) return false;
  if (mapSource.hasContent) return true;
  const base = loaded.found.base;
  return resolveSource(url, mapSource, { ...(base && { base, generated: base }), ...work }).exists;
}
