import {
  type FrameIndex,
  FrameKind,
  groupRows,
  type IndexColumn,
  keepsLines,
  type MappingRequest,
  type OneBasedLine,
  type OriginalFrames,
  type OriginalPositions,
  type PositionIndex,
  Precision,
  type Script,
  type Source,
  type SourceIndex,
  type ZeroBasedColumn,
} from '../../core/index.ts';
import { basename } from 'node:path';
import { unplaced } from '../decode/placed-rows.ts';
import { Files } from '../find/files.ts';
import { packageFinder, type PackageOf } from '../find/find-package.ts';
import type { Generated, LoadedMap } from '../find/loaded-map.ts';
import { closestTo } from '../find/nearby-files.ts';
import { decoded, isServed, type MovedPath, scriptName, servedPath } from '../../urls/index.ts';
import { Findings } from '../diagnostics.ts';
import type { MapCache } from '../find/map-cache.ts';
import type { Original } from './originals.ts';

/** The columns of the answer, and what fills them. */
export interface Work extends Places {
  readonly request: MappingRequest;
  readonly files: Files;
  readonly cache: MapCache;
  readonly report: Findings;
  readonly sources: SourceTable;
  /** By map and row, those that were asked for. */
  readonly originals: Map<LoadedMap, Map<number, Original | undefined>>;
  /** The maps of originals that are themselves generated code. */
  readonly chains: Map<SourceIndex, LoadedMap>;
  readonly packageOf: PackageOf;
  readonly positions: OriginalPositions;
  readonly frames: OriginalFrames & { readonly name: string[] };
}

/** Where on this machine is what a recording names? */
export interface Places {
  /** Folders in which files may be that are not where they are said to be. */
  readonly folders: readonly string[];
  /** What a user says of that. */
  readonly moves?: readonly MovedPath[];
  /** The folder whose maps may show the texts that they carry; any map may otherwise. */
  readonly within?: string | undefined;
}

/** Work of which nothing is done yet. */
export function beginWork(request: MappingRequest, places: Places, cache: MapCache): Work {
  const files = new Files(cache, places.moves);
  const positions = request.positions.line.length;
  return {
    ...places,
    ...{ request, files, cache },
    report: new Findings(),
    sources: new SourceTable(),
    originals: new Map(),
    chains: new Map(),
    packageOf: packageFinder(files),
    positions: { ...unplaced(positions), precision: new Uint8Array(positions).fill(Precision.function) },
    frames: { name: [...request.frames.name], ...unplaced(request.frames.name.length) },
  };
}

/** A script as it ran, and what is asked of it: rows of the request's positions, and its functions. */
export interface AskedScript {
  readonly script: Script;
  readonly generated: Generated;
  readonly rows: IndexColumn<PositionIndex>;
  readonly frames: readonly FrameIndex[];
}

/** The scripts that anything is asked of. Those without a url have nothing to be found by. */
export function askedScripts(work: Work): readonly AskedScript[] {
  const { scripts, positions, frames } = work.request;
  const framesOf: FrameIndex[][] = scripts.map(() => []);
  for (let frame = 0; frame < frames.name.length; frame++) {
    const position = frames.position[frame];
    const script = position < 0 || frames.kind[frame] !== FrameKind.script ? -1 : positions.script[position];
    if (script >= 0 && script < scripts.length) framesOf[script].push(frame);
  }
  const { first, rows: all } = groupRows(positions.script, scripts.length);
  return scripts.flatMap((script, i) => {
    const rows = all.subarray(first[i], first[i + 1]);
    return rows.length === 0 || script.url === ''
      ? []
      : [{ script, generated: describe(script, work), rows, frames: framesOf[i] }];
  });
}

function describe(script: Script, { files, folders }: Work): Generated {
  const { url, sourceMap, sourceMapUrl, contentHash, source: text } = script;
  const named = files.pathOf(url);
  const served = named === undefined && isServed(url) && text !== undefined && findServed(url, text, files, folders);
  if (served) return { name: served, path: served, sourceMap, sourceMapUrl, contentHash: files.hash(served), text };
  const isElsewhere = named !== undefined && contentHash !== undefined && files.facts(named) === undefined;
  const same = isElsewhere
    ? files.named(basename(named), folders).filter((file) => files.hash(file) === contentHash)
    : [];
  const path = closestTo(named ?? '', same) ?? named;
  return { name: path ?? scriptName(url), path, sourceMap, sourceMapUrl, contentHash, text };
}

/**
 * The file that a server gave to a page as it is, or line by line: dev servers rewrite what is imported. Its map, if it has one,
 * tells nothing else.
 */
function findServed(url: string, text: string, files: Files, folders: readonly string[]): string | undefined {
  const wanted = decoded(url.split(/[?#]/, 1)[0]);
  const outside = servedPath(wanted);
  const named = files.named(basename(wanted), folders);
  const candidates = [...new Set(outside === undefined ? named : [outside, ...named])];
  const fitting = (fits: (onDisk: string) => boolean): string[] =>
    candidates.filter((file) => fits(files.read(file)?.toString('utf8') ?? ''));
  const same = fitting((onDisk) => onDisk === text);
  return closestTo(wanted, same.length > 0 ? same : fitting((onDisk) => keepsLines(text, onDisk)));
}

/** The row of an original among the sources; -1 for none. */
export function addOriginal({ sources, chains }: Work, original: Original | undefined): SourceIndex {
  if (original === undefined) return -1;
  const row = sources.add(original.source);
  if (original.chain) chains.set(row, original.chain);
  return row;
}

/** Says where a function is. */
export function setFrame(
  work: Work,
  frame: FrameIndex,
  source: Source,
  line: OneBasedLine,
  column: ZeroBasedColumn,
): void {
  work.frames.source[frame] = work.sources.add(source);
  work.frames.line[frame] = line;
  work.frames.column[frame] = column;
}

/** The sources of a mapping, each once, in order of their first use. */
class SourceTable {
  readonly #rows = new Map<string, SourceIndex>();
  readonly list: Source[] = [];

  add(source: Source): SourceIndex {
    const known = this.#rows.get(source.path);
    if (known === undefined) {
      this.#rows.set(source.path, this.list.length);
      return this.list.push(source) - 1;
    }
    // An original that is also met as generated code stays an original; what was unknown of it is filled in.
    const before = this.list[known];
    const contentHash = before.contentHash ?? source.contentHash;
    const content = before.content ?? source.content;
    this.list[known] = {
      ...before,
      isGenerated: before.isGenerated && source.isGenerated,
      ...(contentHash && { contentHash }),
      ...(content !== undefined && { content }),
    };
    return known;
  }
}
